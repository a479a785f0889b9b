/// One line of a report: what one engine took for one workload at one size.
package struct Figure: Sendable {
    /// The workload's name, such as "W4".
    package let workload: String
    /// The engine's name, such as "sqlite".
    package let engine: String
    /// The number of objects in the file.
    package let size: Int
    /// What the values count.
    package let unit: String
    /// One value for each round.
    package let samples: [Double]
    /// What the workload computed.
    package let check: Check

    /// Collects the rounds of one engine.
    package init(workload: String, engine: String, size: Int, unit: String, samples: [Double], check: Check) {
        precondition(!samples.isEmpty, "a figure needs at least one round")
        self.workload = workload
        self.engine = engine
        self.size = size
        self.unit = unit
        self.samples = samples.sorted()
        self.check = check
    }

    /// The middle round, or the mean of the two in the middle.
    package var median: Double {
        let middle = samples.count / 2
        return samples.count.isMultiple(of: 2) ? (samples[middle - 1] + samples[middle]) / 2 : samples[middle]
    }

    /// The fastest round.
    package var min: Double { samples[0] }
    /// The slowest round.
    package var max: Double { samples[samples.count - 1] }
}
