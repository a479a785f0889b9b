import Foundation
import Tarn
import Testing

/// Random writes do the same to a store as to dictionaries, whatever ends them and whoever looks on.
@Suite struct ModelTests {
    static let seeds = TestSeed.several(TestSeed.isLongRun ? 200 : 4)
    static let operations = TestSeed.isLongRun ? 10_000 : 2500

    @Test(arguments: seeds)
    func randomWritesDoTheSameToAStoreAsToDictionaries(seed: TestSeed) throws {
        let run = try ModelRun(seed)
        while run.count < Self.operations {
            do {
                try run.write()
            } catch {
                Issue.record("\(seed), write \(run.writes): \(error)")
                return
            }
        }
        run.close()
        let report = try Store.verify(at: run.url)
        #expect(report.faults.isEmpty, "\(seed)")
    }
}

/// A store and a model that are led side by side.
final class ModelRun {
    private(set) var count = 0
    private(set) var writes = 0
    private let folder = TemporaryFolder()
    private var generator: ModelGenerator
    private var model = DictionaryModel()
    private var store: Store
    /// A second handle on the file, and the model as it was when it moved last.
    private var onlooker: Store
    private var seen = DictionaryModel()
    /// Objects kept from earlier writes.
    private var held: [(kind: ModelKind, key: ModelKey, object: Object)] = []
    private struct Failure: Error {}

    var url: URL { URL(fileURLWithPath: folder.path()) }

    init(_ seed: TestSeed) throws {
        generator = ModelGenerator(seed)
        store = try Self.open(folder)
        onlooker = try Self.open(folder)
        _ = try onlooker.version()
    }

    private static func open(_ folder: TemporaryFolder) throws -> Store {
        try Store(configuration: folder.configuration(ModelKind.allCases.map(\.type)))
    }

    /// One write of several operations, and what may come after it.
    func write() throws {
        writes += 1
        var draft = model
        let ending = generator.ending()
        var deleted = Set<ModelKey>()
        do {
            try store.write {
                for _ in 0..<Int.random(in: 1..<40, using: &generator.random) {
                    let operation = generator.operation(draft)
                    count += 1
                    let before = draft
                    let expected = draft.run(operation)
                    let refusal = try StoreExecutor(store: store).run(operation)
                    for kind in ModelKind.allCases {
                        deleted.formUnion(Set(before.keys(kind)).subtracting(draft.keys(kind)))
                    }
                    if refusal != expected {
                        throw ModelComparison.Difference(description: "\(operation): \(String(describing: refusal))")
                    }
                }
                if generator.chance(4) { try ModelComparison(store: store, model: draft).run() }
                if ending == .fail { throw Failure() }
                if ending == .cancel { store.cancelWrite() }
            }
            if ending == .commit { model = draft }
        } catch is Failure {}
        held.removeAll { deleted.contains($0.key) }
        try ModelComparison(store: store, model: model).run()
        try afterwards()
    }

    private func afterwards() throws {
        for (kind, key, object) in held where model.row(kind, key) != nil {
            if object.isInvalidated { throw ModelComparison.Difference(description: "\(kind) \(key) is invalid") }
            try ModelComparison(store: store, model: model).compare(object, kind, key)
        }
        if generator.chance(3) {
            try ModelComparison(store: onlooker, model: seen).run()
            try onlooker.refresh()
            seen = model
            try ModelComparison(store: onlooker, model: seen).run()
        }
        if generator.chance(12) {
            held = []
            store.close()
            store = try Self.open(folder)
            try ModelComparison(store: store, model: model).run()
        }
        if held.count > 8 { held.removeFirst() }
        let kind = generator.pick(ModelKind.allCases)
        if let key = model.keys(kind).randomElement(using: &generator.random),
            let object = StoreExecutor(store: store).find(kind, key)
        {
            held.append((kind, key, object))
        }
    }

    func close() {
        held = []
        store.close()
        onlooker.close()
    }
}
