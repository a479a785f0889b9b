internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// L5: a hundred thousand inserts in one transaction while a sorted result is observed, against the same transaction
/// without observers after which the query is run again. What a program pays besides, to find out what has changed, is
/// timed on its own and not counted.
struct BulkInsert {
    private let file: LiveFile
    private let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    /// Milliseconds.
    private struct Samples {
        var observed: [Double] = []
        var alone: [Double] = []
        var again: [Double] = []
        var comparing: [Double] = []
    }

    func measure() throws -> [Figure] {
        let (path, other) = (try file.copy("bulk"), try file.copy("alone"))
        defer { [path, other].forEach(file.removeCopy) }
        let home = try QueueStore(path: path), alone = try QueueStore(path: other)
        defer {
            home.close()
            alone.close()
        }
        let observed = try ObservedBest(home, size: size)
        let before = ScoreChanges(file.dataset.rows)
        var changes = before
        var samples = Samples()
        var shown = alone.perform { $0.best.ids }
        for round in 0..<scale.rounds {
            let rows = Dataset.moreRows(scale.inserts, from: size + round * scale.inserts)
            changes.append(rows)
            if round.isMultiple(of: 2) { samples.observed.append(try insert(rows, in: home)) }
            samples.alone.append(try insert(rows, in: alone))
            let found = try runAgain(alone, &samples)
            samples.comparing.append(try compare(shown, found))
            shown = found
            if !round.isMultiple(of: 2) { samples.observed.append(try insert(rows, in: home)) }
        }
        try observed.finish("L5", updates: scale.rounds, changes: changes, before: before)
        if shown != changes.best() { throw LiveCheckFailure("L5", size: size, "the list is not what it has to be") }
        return figures(samples)
    }

    /// Milliseconds of one transaction, with the calls that belong to it.
    private func insert(_ rows: [PersonRow], in home: QueueStore) throws -> Double {
        try home.perform { store in
            let start = timestamp()
            try store.write { for row in rows { try store.add(Person(row)) } }
            return microseconds(from: start, to: timestamp()) / 1_000
        }
    }

    /// Runs the query again and reads its ids.
    private func runAgain(_ home: QueueStore, _ samples: inout Samples) throws -> [Int] {
        home.perform { store in
            let start = timestamp()
            let found = store.best.ids
            samples.again.append(microseconds(from: start, to: timestamp()) / 1_000)
            return found
        }
    }

    /// Milliseconds to compare what was shown with what was found.
    private func compare(_ shown: [Int], _ found: [Int]) throws -> Double {
        let start = timestamp()
        let difference = ListDifference(from: shown, to: found)
        let taken = microseconds(from: start, to: timestamp()) / 1_000
        try LiveCheckFailure.require(
            "L5d", size: size, "insertions", difference.insertions.count, expected: found.count - shown.count)
        return taken
    }

    private func figures(_ samples: Samples) -> [Figure] {
        let check = Check.count(scale.rounds * scale.inserts)
        let ratios = samples.observed.indices.map { round in
            samples.observed[round] / (samples.alone[round] + samples.again[round])
        }
        return [
            .live("L5", "x", size, ratios, check: check),
            .live("L5o", "ms", size, samples.observed, check: check),
            .live("L5c", "ms", size, samples.alone, check: check),
            .live("L5q", "ms", size, samples.again, check: check),
            .live("L5d", "ms", size, samples.comparing, check: check),
        ]
    }
}
