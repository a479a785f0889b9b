/// How much of everything the live workloads do.
package struct LiveScale: Sendable {
    /// One-object commits of a series.
    package let commits: Int
    /// Commits before the clock starts.
    package let warmUp: Int
    /// The observed results of L3.
    package let results: Int
    /// The observed objects of L4.
    package let objects: Int
    /// The inserts of L5.
    package let inserts: Int
    /// The readers of L6.
    package let readers: Int
    /// The writes of L10.
    package let queuedWrites: Int
    /// The most that is spent on running queries again, at one size and by one engine.
    package let rerunSeconds: Double
    /// Rounds of L5 and L10.
    package let rounds: Int

    /// The scale that the targets are meant for.
    package static func full(rounds: Int) -> LiveScale {
        LiveScale(
            commits: 200, warmUp: 10, results: 1_000, objects: 10_000, inserts: 100_000, readers: 8,
            queuedWrites: 1_000, rerunSeconds: 10, rounds: min(rounds, 3))
    }

    /// A quick look that everything works.
    package static let smoke = LiveScale(
        commits: 20, warmUp: 2, results: 50, objects: 200, inserts: 500, readers: 3, queuedWrites: 50,
        rerunSeconds: 1, rounds: 1)
}
