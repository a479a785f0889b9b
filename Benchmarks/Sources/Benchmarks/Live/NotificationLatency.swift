internal import BenchmarkKit
internal import Dispatch
internal import Foundation
internal import Tarn

/// L1: how soon an observer on a queue hears of a commit of another thread, and what of it is the wake-up itself.
struct NotificationLatency {
    let file: LiveFile
    let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    /// Microseconds from the return of each commit to the call, and of each bare wake-up.
    private struct Samples {
        var latencies: [Double] = []
        var wakeUps: [Double] = []
    }

    func measure() throws -> [Figure] {
        let (path, scratch) = (try file.copy("observed"), try file.copy("scratch"))
        defer { [path, scratch].forEach(file.removeCopy) }
        let home = try QueueStore(path: path)
        defer { home.close() }
        let observed = try ObservedBest(home, size: size)
        let before = ScoreChanges(file.dataset.rows)
        let (scale, size) = (scale, size)
        let (samples, changes) = try onThread { [calls = observed.calls] in
            var changes = before
            var samples = Samples()
            let writer = try CommittingStore(path: path), other = try CommittingStore(path: scratch)
            defer {
                writer.close()
                other.close()
            }
            let bare = BareWakeUp()
            for round in 0..<scale.warmUp + scale.commits {
                let returned = try writer.commit(changes.next())
                let called = try calls.next("L1", size: size)
                // The commit on the other file leaves caches and cores as the first did.
                let wakeUp = bare.measure(from: try other.commit((id: round, score: 0.5)))
                if round < scale.warmUp { continue }
                samples.latencies.append(microseconds(from: returned, to: called))
                samples.wakeUps.append(wakeUp)
            }
            return (samples, changes)
        }
        try observed.finish("L1", updates: scale.warmUp + scale.commits, changes: changes, before: before)
        return figures(samples, updates: scale.commits) + [try CallbackPrice(file, scale).measure()]
    }

    private func figures(_ samples: Samples, updates: Int) -> [Figure] {
        let latency = Figure.live("L1", "us", size, samples.latencies, check: .count(updates))
        let wakeUp = Figure.live("L1w", "us", size, samples.wakeUps, check: .count(updates))
        let beyond = Figure.live("L1b", "us", size, [latency.median - wakeUp.median], check: .none)
        return [latency, wakeUp, beyond]
    }

    /// The latency to compare with others: at least that of the bare wake-up. The store wakes its observers before the
    /// commit returns, so a call may have come by then.
    static func latency(_ figures: [Figure], size: Int) -> Double? {
        figures.filter { $0.size == size && ["L1", "L1w"].contains($0.workload) }.map(\.median).max()
    }

    /// L1r: how the latency grows from the smallest file to the largest; nil unless there are two.
    static func growth(_ figures: [Figure]) -> Figure? {
        let sizes = Set(figures.filter { $0.workload == "L1" }.map(\.size))
        guard let smallest = sizes.min(), let largest = sizes.max(), smallest < largest,
            let first = latency(figures, size: smallest), let last = latency(figures, size: largest)
        else { return nil }
        return .live("L1r", "x", largest, [last / first], check: .none)
    }
}

/// A thread's store that commits one score at a time.
struct CommittingStore {
    private let store: Store

    init(path: String) throws { store = try TarnEngine.open(path: path) }

    /// Sets one score and tells when the commit had returned.
    func commit(_ change: (id: Int, score: Double)) throws -> UInt64 {
        try store.write { store.object(ofType: Person.self, forPrimaryKey: change.id)?.score = change.score }
        return timestamp()
    }

    func version() throws -> UInt64 { try store.version() }

    func close() { store.close() }
}

/// A queue on which nothing runs but what tells that it has been woken.
private struct BareWakeUp {
    private let queue = DispatchQueue(label: "benchmarks.bare")
    private let calls = Calls()

    /// Microseconds from a moment that has just been until a block of the queue runs.
    func measure(from start: UInt64) -> Double {
        queue.async { [calls] in calls.arrive() }
        let woken = (try? calls.next("L1w", size: 0)) ?? start
        return microseconds(from: start, to: woken)
    }
}

extension Figure {
    /// A figure of a live workload.
    static func live(
        _ name: String, _ unit: String, _ size: Int, engine: String = "tarn", _ samples: [Double], check: Check
    ) -> Figure {
        Figure(workload: name, engine: engine, size: size, unit: unit, samples: samples, check: check)
    }
}
