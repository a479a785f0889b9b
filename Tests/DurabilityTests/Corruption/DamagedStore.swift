import CChildRun
import Foundation
import Tarn
import TarnLMDB

enum Metal: Int, PersistableEnum { case iron, gold }

/// Every kind of value, so that damage has somewhere to go.
final class Sample: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var flag: Bool
    @Persisted(indexed: true) var small: Int16?
    @Persisted var real: Double
    @Persisted var single: Float
    @Persisted(indexed: true) var money: Decimal
    @Persisted var bytes: Data?
    @Persisted(indexed: true) var day: Date
    @Persisted var uuid: UUID
    @Persisted var object: ObjectId?
    @Persisted var text: String?
    @Persisted var metal: Metal?
    @Persisted var next: Sample?
}

/// A store that is damaged over and over.
struct DamagedStore {
    static let types: [Object.Type] = CommitSeries.types + [Sample.self]
    /// The trees that hold something, by what their keys and values are.
    static let trees: [(name: String, options: Database.Options)] = [
        ("clusters", .init()), ("values", .init()), ("keys", .init()), ("index", .init(duplicates: .integers)),
        ("inverse", .init(duplicates: .fixedSize(12))), ("log", .init()), ("catalogue", .init()),
    ]
    let folder = TemporaryFolder()
    let sound: Data
    var path: String { folder.path() }
    var url: URL { URL(fileURLWithPath: path) }

    init() throws {
        let store = try Store(configuration: configurationOfFile(folder.path(), Self.types))
        for number in 1..<40 { try CommitSeries(store: store).commit(number) }
        try store.write {
            var previous: Sample?
            for id in 0..<150 {
                let sample = Sample()
                sample.id = id * 3
                sample.small = id % 4 == 0 ? nil : Int16(id % 10)
                sample.real = Double(id) / 3
                sample.money = Decimal(id) / 100
                sample.bytes = id % 5 == 0 ? nil : Data(repeating: UInt8(id), count: id * 3)
                sample.day = Date(timeIntervalSinceReferenceDate: Double(id % 20))
                sample.text = id % 3 == 0 ? nil : "sample \(id)"
                sample.metal = id % 2 == 0 ? .gold : nil
                sample.next = previous
                try store.add(sample)
                previous = sample
            }
        }
        store.close()
        sound = try Data(contentsOf: URL(fileURLWithPath: folder.path()))
    }

    /// Makes the file whole again.
    func restore() throws {
        try? FileManager.default.removeItem(atPath: path + "-lock")
        try? FileManager.default.removeItem(atPath: path)
        try sound.write(to: url)
    }

    /// Changes bytes of one stored value behind Tarn's back; answers the tree and what was done, or nil when the tree
    /// has no such value.
    func damageValue(_ random: inout SplitMix) throws -> (tree: String, what: String) {
        let environment = try Environment.open(path: path)
        let chosen = Self.trees.randomElement(using: &random)!
        let database = try environment.openDatabase(named: chosen.name, options: chosen.options)
        var write = try environment.beginWrite()
        let entries = try write.entries(in: database)
        let entry = entries.randomElement(using: &random)!
        var value = [UInt8](entry.value)
        let place = Int.random(in: 0..<value.count, using: &random)
        let change = UInt8.random(in: 1...255, using: &random)
        value[place] ^= change
        if database.options.duplicates != .none { _ = try write.delete(entry.key, value: entry.value, in: database) }
        try write.put(value, for: entry.key, in: database)
        try write.commit()
        return (chosen.name, "\(chosen.name) \(entry.key) byte \(place) of \(value.count) ^ \(change)")
    }

    /// Uses the file in every way; whatever it answers, it must answer.
    func use() {
        guard let store = try? Store(configuration: configurationOfFile(path, Self.types)) else { return }
        _ = try? CommitSeries(store: store).check()
        let samples = store.objects(Sample.self)
        for sample in samples { _ = (sample.description, sample.next?.id) }
        _ = (samples.sum(of: \.real), samples.max(of: \.text), samples.sorted(by: \.text).map(\.id))
        _ = samples.where { $0.text.contains("7") || $0.small > 3 }.count
        _ = samples.where { $0.day < Date(timeIntervalSinceReferenceDate: 7) }.sorted(by: \.money).first?.money
        _ = samples.distinct(by: \.metal).values(of: \.metal)
        _ = try? CommitSeries(store: store).commit(40)
        _ = try? store.write { try samples.setValue(3, for: \.small) }
        _ = try? store.write { try store.delete(samples.limit(60)) }
        _ = try? store.write { try store.deleteAll() }
        _ = (try? store.information(), store.readFailure)
        store.close()
    }
}

/// Runs a closure in a forked child: its exit code, or the signal that ended it, negative.
func inChild(seconds: UInt32 = 20, _ body: @escaping () -> Int32) -> Int {
    let box = Unmanaged.passRetained(ChildBody(body))
    defer { box.release() }
    let run: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { argument in
        Unmanaged<ChildBody>.fromOpaque(argument!).takeUnretainedValue().body()
    }
    let status = child_run(run, box.toOpaque(), seconds)
    let ending = child_signal(status)
    return ending == 0 ? Int(child_exit_code(status)) : -Int(ending)
}

private final class ChildBody {
    let body: () -> Int32
    init(_ body: @escaping () -> Int32) { self.body = body }
}

/// What a child has to tell: its output is not shown.
final class Notebook {
    let path: String
    private let folder: TemporaryFolder?

    init() {
        let folder = TemporaryFolder()
        self.folder = folder
        path = folder.path("notes")
    }
    init(_ path: String) { (self.path, folder) = (path, nil) }

    func add(_ line: String) { try? (text + line + "\n").write(toFile: path, atomically: true, encoding: .utf8) }
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
