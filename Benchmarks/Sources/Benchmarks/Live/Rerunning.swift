internal import BenchmarkKit
internal import Dispatch
internal import Foundation
internal import Tarn

/// A program without live results: woken after a commit, it runs its query again and compares.
protocol Rerunner: AnyObject, Sendable {
    /// Sets one score, durably.
    func commit(_ change: (id: Int, score: Double)) throws
    /// Runs the query on the newest version; on the queue.
    func ids() throws -> [Int]
    func close()
}

/// L2: how soon a program that runs its query again knows what has changed.
///
/// It is woken at once after the commit by a block on its queue, which is more than SQLite does for it.
struct Rerunning {
    private let file: LiveFile
    private let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    /// The figures of the engines, and how many times sooner `latency` is.
    func measure(_ engines: [String], comparedTo latency: Double?) throws -> [Figure] {
        let path = try file.copy("rerun")
        defer { file.removeCopy(path) }
        var figures = try self.figures("tarn", TarnRerunner(path: path))
        if engines.contains("sqlite") {
            figures += try self.figures("sqlite", SQLiteRerunner(path: file.path("rerun.sqlite"), file.dataset))
        }
        guard let latency else { return figures }
        return figures
            + figures.filter { $0.workload == "L2" }.map { again in
                let name = again.engine == "sqlite" ? "L2s" : "L2r"
                return .live(name, "x", size, [again.median / latency], check: .none)
            }
    }

    private func figures(_ engine: String, _ rerunner: some Rerunner) throws -> [Figure] {
        defer { rerunner.close() }
        let queue = DispatchQueue(label: "benchmarks.rerun")
        let screen = Screen(try queue.sync { try rerunner.ids() })
        var changes = ScoreChanges(file.dataset.rows)
        var samples: [Double] = []
        let begin = timestamp()
        while samples.count < scale.commits {
            if samples.count >= 5 && Double(timestamp() - begin) / 1e9 > scale.rerunSeconds { break }
            try rerunner.commit(changes.next())
            let returned = timestamp()
            queue.async { screen.follow(rerunner) }
            samples.append(microseconds(from: returned, to: try screen.calls.next("L2", size: size)))
        }
        let (shown, updates, runs) = try queue.sync { try screen.contents() }
        try LiveCheckFailure.require("L2 \(engine)", size: size, "updates", updates, expected: samples.count)
        if shown != changes.best() {
            throw LiveCheckFailure("L2 \(engine)", size: size, "the list is not what it has to be")
        }
        return [
            .live("L2", "us", size, engine: engine, samples, check: .count(updates)),
            .live("L2q", "us", size, engine: engine, runs, check: .count(updates)),
        ]
    }
}

/// What a program shows that runs its query again.
///
/// Unchecked: used on one queue only, but for the calls.
private final class Screen: @unchecked Sendable {
    let calls = Calls()
    private var shown: [Int]
    private var updates = 0
    /// Microseconds of each run of the query alone.
    private var runs: [Double] = []
    private var failure: (any Error)?

    init(_ ids: [Int]) { shown = ids }

    func follow(_ rerunner: some Rerunner) {
        do {
            let start = timestamp()
            let found = try rerunner.ids()
            runs.append(microseconds(from: start, to: timestamp()))
            if !ListDifference(from: shown, to: found).isEmpty { updates += 1 }
            shown = found
        } catch {
            failure = error
        }
        calls.arrive()
    }

    func contents() throws -> (shown: [Int], updates: Int, runs: [Double]) {
        if let failure { throw failure }
        return (shown, updates, runs)
    }
}

/// Tarn without observing, through what is public.
///
/// Unchecked: one store is used on the thread that commits, the other on its queue.
private final class TarnRerunner: Rerunner, @unchecked Sendable {
    private let writer: CommittingStore
    private let reader: QueueStore

    init(path: String) throws {
        writer = try CommittingStore(path: path)
        reader = try QueueStore(path: path)
    }

    func commit(_ change: (id: Int, score: Double)) throws { _ = try writer.commit(change) }

    func ids() throws -> [Int] {
        try reader.perform { store in
            try store.refresh()
            return store.best.ids
        }
    }

    func close() {
        writer.close()
        reader.close()
    }
}
