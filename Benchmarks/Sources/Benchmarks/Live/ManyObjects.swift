internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// L4: what a commit of one object costs while ten thousand objects are observed, it among them.
struct ManyObjects {
    private let file: LiveFile
    private let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    func measure() throws -> [Figure] {
        let (path, other) = (try file.copy("objects"), try file.copy("alone"))
        defer { [path, other].forEach(file.removeCopy) }
        let home = try QueueStore(path: path, durability: .memory)
        let alone = try QueueStore(path: other, durability: .memory)
        defer {
            home.close()
            alone.close()
        }
        let observed = ObservedObjects(home, min(scale.objects, size))
        var drawn = ScoreChanges(Array(file.dataset.rows.prefix(scale.objects)))
        let changes = (0..<scale.warmUp + scale.commits).map { _ in drawn.next() }
        let commits = try PairedCommits(home, alone, scale) { store, number in
            let (id, score) = changes[number]
            store.object(ofType: Person.self, forPrimaryKey: id)?.score = score
        }
        try observed.finish(home, changes, size: size)
        return [
            .live("L4", "us", size, commits.differences, check: .count(scale.commits)),
            .live("L4c", "us", size, commits.alone, check: .count(scale.commits)),
        ]
    }
}

/// Many observed objects of one store.
///
/// Unchecked: everything that belongs to the store is used on its queue only.
private final class ObservedObjects: @unchecked Sendable {
    private var tokens: [NotificationToken] = []
    private var heard: [(id: Int, score: Double)] = []

    /// Observes the first objects.
    init(_ home: QueueStore, _ count: Int) {
        home.perform { store in
            tokens = store.objects(Person.self).prefix(count).map { person in
                person.observe { [unowned self] (change: ObjectChange<Person>) in
                    if case .change(let person, _) = change { heard.append((person.id, person.score)) }
                }
            }
        }
        home.settle()
    }

    /// Ends it and checks that each commit was told once, with its value.
    func finish(_ home: QueueStore, _ changes: [(id: Int, score: Double)], size: Int) throws {
        let heard = home.perform { _ in
            tokens.removeAll()
            return self.heard
        }
        try LiveCheckFailure.require("L4", size: size, "changes heard", heard.count, expected: changes.count)
        if !zip(heard, changes).allSatisfy({ $0 == $1 }) {
            throw LiveCheckFailure("L4", size: size, "what was heard is not what was written")
        }
    }
}
