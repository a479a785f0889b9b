/// Runs the workloads at one size: round by round, each engine in turn, so that a slow moment hits all alike.
package struct Runner {
    let plan: RunPlan
    let dataset: Dataset
    let expected: ExpectedChecks
    let contestants: [Contestant]
    let report: (Figure) -> Void

    /// Makes the engines' inputs; touches no file.
    package init(
        plan: RunPlan, dataset: Dataset, engines: [any Engine.Type], report: @escaping (Figure) -> Void
    ) throws {
        self.plan = plan
        self.dataset = dataset
        self.report = report
        expected = ExpectedChecks(dataset: dataset)
        contestants = try engines.map { try Contestant($0, in: plan.directory, dataset: dataset) }
    }

    /// Runs everything that the plan names and leaves no file behind.
    ///
    /// - Throws: ``CheckFailure`` as soon as two engines computed different things; the error of an engine.
    package func run() throws {
        defer { for contestant in contestants { contestant.removeFiles() } }
        try load()
        for workload in Workload.allCases where plan.workloads.contains(workload) && workload != .bulkInsert {
            switch workload {
            case .fileSize: try measureFileSize()
            case .openAndRead: try measureOpening()
            case .durableCommits: try measureDurableCommits()
            case .bulkUpdate, .bulkDelete: try measureChange(workload)
            default: try measureReading(workload)
            }
        }
        for contestant in contestants { try contestant.engine.close() }
    }

    /// Takes one sample of every engine in every round; the engine that starts changes from round to round.
    func interleave(
        _ workload: Workload, rounds: Int, _ sample: (Contestant) throws -> (value: Double, check: Check)
    ) throws {
        var samples = contestants.map { _ in [Double]() }
        var checks = contestants.map { _ in Check.none }
        for round in 0..<rounds {
            for turn in contestants.indices {
                let place = (turn + round) % contestants.count
                let taken = try sample(contestants[place])
                samples[place].append(taken.value)
                checks[place] = taken.check
            }
            try compare(checks, of: workload)
        }
        for (place, contestant) in contestants.enumerated() {
            report(
                Figure(
                    workload: workload.rawValue, engine: contestant.name, size: dataset.count, unit: workload.unit,
                    samples: samples[place], check: checks[place]))
        }
    }

    /// Nanoseconds of one execution in the workload's unit, per operation.
    func value(_ nanoseconds: Double, of workload: Workload) -> Double {
        nanoseconds / workload.nanosecondsPerUnit / Double(workload.operations(in: dataset))
    }

    private func compare(_ checks: [Check], of workload: Workload) throws {
        let right = expected.check(of: workload)
        guard !checks.allSatisfy({ $0.agrees(with: right) }) else { return }
        let answers = zip(contestants, checks).map { (engine: $0.name, check: $1) }
        throw CheckFailure(
            workload: workload, size: dataset.count, answers: answers + [(engine: "the plain rows", check: right)])
    }
}

/// The time that a body takes, in nanoseconds.
package func nanoseconds(of body: () throws -> Void) rethrows -> Double {
    let elapsed = try ContinuousClock().measure(body)
    return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
}
