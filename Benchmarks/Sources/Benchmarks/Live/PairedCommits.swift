internal import BenchmarkKit
internal import Tarn

/// The same commits on an observed store and on one that nobody observes, in turn, so that a slow moment hits both. The
/// calls belong to the commit: they come before `write` returns.
///
/// Nothing is flushed: the scatter of the disk would hide a price that is a small part of a durable commit.
struct PairedCommits {
    /// Microseconds of each commit with observers.
    private(set) var observed: [Double] = []
    /// Microseconds of each commit without.
    private(set) var alone: [Double] = []

    /// Runs `count` commits on both after a few that are not timed; `change` gets the number of the commit.
    init(
        _ observedStore: QueueStore, _ aloneStore: QueueStore, _ scale: LiveScale,
        change: (Store, Int) throws -> Void
    ) throws {
        for number in 0..<scale.warmUp + scale.commits {
            let first = number.isMultiple(of: 2) ? observedStore : aloneStore
            let second = number.isMultiple(of: 2) ? aloneStore : observedStore
            let one = try Self.time(first, number, change), other = try Self.time(second, number, change)
            if number < scale.warmUp { continue }
            observed.append(number.isMultiple(of: 2) ? one : other)
            alone.append(number.isMultiple(of: 2) ? other : one)
        }
    }

    private static func time(
        _ queueStore: QueueStore, _ number: Int, _ change: (Store, Int) throws -> Void
    ) throws -> Double {
        try queueStore.perform { store in
            let start = timestamp()
            try store.write { try change(store, number) }
            return microseconds(from: start, to: timestamp())
        }
    }

    /// What the observers cost each commit.
    var differences: [Double] { zip(observed, alone).map { $0 - $1 } }
}

/// L1a: what a commit pays for one observer on its own store, where no other thread is woken.
struct CallbackPrice {
    private let file: LiveFile
    private let scale: LiveScale

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    func measure() throws -> Figure {
        let size = file.dataset.count
        let (path, other) = (try file.copy("own"), try file.copy("alone"))
        defer { [path, other].forEach(file.removeCopy) }
        let home = try QueueStore(path: path, durability: .memory)
        let alone = try QueueStore(path: other, durability: .memory)
        defer {
            home.close()
            alone.close()
        }
        let observed = try ObservedBest(home, size: size)
        let before = ScoreChanges(file.dataset.rows)
        var changes = before
        let drawn = (0..<scale.warmUp + scale.commits).map { _ in changes.next() }
        let commits = try PairedCommits(home, alone, scale) { store, number in
            store.object(ofType: Person.self, forPrimaryKey: drawn[number].id)?.score = drawn[number].score
        }
        try observed.finish("L1a", updates: drawn.count, changes: changes, before: before)
        return .live("L1a", "us", size, commits.differences, check: .count(scale.commits))
    }
}
