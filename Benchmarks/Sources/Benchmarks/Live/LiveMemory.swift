internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// L7: what a live result keeps in memory for each of its objects, beyond the key by which it is in order.
struct LiveMemory {
    /// The bytes of the key of a score.
    private static let keyBytes = 8
    private let file: LiveFile

    init(_ file: LiveFile) { self.file = file }

    func measure() throws -> [Figure] {
        let path = try file.copy("memory")
        defer { file.removeCopy(path) }
        // Memory that was used to run the query and given back to the allocator is not held by the result.
        let held = try bytes(path, ["MALLOC_TRIM_THRESHOLD_": "65536"])
        let kept = try bytes(path, [:])
        return [held, kept].enumerated().map { index, bytes in
            .live(index == 0 ? "L7" : "L7p", "bytes/object", file.dataset.count, [bytes], check: .count(members))
        }
    }

    private var members: Int { ScoreChanges(file.dataset.rows).best().count }

    /// Bytes for each object of the list beyond its key, by a child with some variables in its environment.
    private func bytes(_ path: String, _ environment: [String: String]) throws -> Double {
        let child = try LiveChild(.memory, path: path, environment)
        let kilobytes = try child.number(), found = try child.number()
        try child.end()
        try LiveCheckFailure.require("L7", size: file.dataset.count, "members", Int(found), expected: members)
        return Double(kilobytes) * 1024 / Double(found) - Double(Self.keyBytes)
    }

    /// The child's part: private memory with the list observed over that of the open store, after commits that
    /// have moved an object.
    static func child(path: String) throws {
        let home = try QueueStore(path: path)
        home.perform { store in _ = store.object(ofType: Person.self, forPrimaryKey: 0)?.name }
        guard let idle = ProcessMemory.now() else { return }
        let observed = try ObservedBest(home, size: 0)
        try home.perform { store in
            guard let person = store.object(ofType: Person.self, forPrimaryKey: 1) else { return }
            for score in [0.75, 0.25, person.score] { try store.write { person.score = score } }
        }
        let taken = (ProcessMemory.now() ?? idle).privateKilobytes - idle.privateKilobytes
        let members = home.perform { $0.best.count }
        LiveChild.say("\(max(0, taken))\n\(members)")
        withExtendedLifetime(observed) { home.close() }
    }
}
