/// What to run and how often.
package struct RunPlan: Sendable {
    /// The workloads, run in the order of ``Workload``.
    package var workloads: Set<Workload>
    /// Rounds of read workloads.
    package var readRounds: Int
    /// Rounds of workloads that need a fresh or restored file.
    package var writeRounds: Int
    /// The folder in which each engine keeps its file.
    package var directory: String

    /// Makes a plan.
    package init(workloads: Set<Workload>, rounds: Int, directory: String) {
        self.workloads = workloads
        self.directory = directory
        readRounds = rounds
        // A write round costs seconds at a million objects, so three have to do.
        writeRounds = min(rounds, 3)
    }
}

/// Engines that did not compute the same: the run is worthless then.
package struct CheckFailure: Error, CustomStringConvertible {
    /// The workload.
    package let workload: Workload
    /// The number of objects.
    package let size: Int
    /// What each engine computed, and what was expected.
    package let answers: [(engine: String, check: Check)]

    /// Names the workload and every engine with its answer.
    package var description: String {
        let list = answers.map { "\($0.engine) computed \($0.check)" }.joined(separator: ", ")
        return "\(workload.rawValue) \(workload.title), n = \(size): checksums differ: \(list)"
    }
}
