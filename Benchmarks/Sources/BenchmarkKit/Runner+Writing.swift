extension Runner {
    /// W1, or the same without a clock if it was not asked for: every later workload needs the rows.
    ///
    /// Each round starts from no file at all; the last one stays. The file is closed once and kept as a copy, from
    /// which the rounds of W9 and W12 start.
    func load() throws {
        let isMeasured = plan.workloads.contains(.bulkInsert)
        if isMeasured {
            try interleave(.bulkInsert, rounds: plan.writeRounds) { contestant in
                let elapsed = try insertAll(into: contestant)
                return (value(elapsed, of: .bulkInsert), .count(try contestant.engine.count()))
            }
        } else {
            for contestant in contestants { _ = try insertAll(into: contestant) }
        }
        let needsCopy = !plan.workloads.isDisjoint(with: [.bulkUpdate, .bulkDelete])
        for contestant in contestants {
            try contestant.engine.close()
            if needsCopy { try contestant.keepCopy() }
            try contestant.engine.open()
        }
    }

    private func insertAll(into contestant: Contestant) throws -> Double {
        try contestant.startOver()
        return try nanoseconds { try contestant.engine.insertAll() }
    }

    /// W2: the same rows in every round, removed again without a clock.
    func measureDurableCommits() throws {
        try interleave(.durableCommits, rounds: plan.writeRounds) { contestant in
            let elapsed = try nanoseconds { try contestant.engine.insertDurably() }
            let count = try contestant.engine.count()
            try contestant.engine.removeAppended()
            return (value(elapsed, of: .durableCommits), .count(count))
        }
        for contestant in contestants { try contestant.engine.settle() }
    }

    /// W9 and W12: each round on a restored file, warmed by untimed reads as a running program would have it.
    func measureChange(_ workload: Workload) throws {
        try interleave(workload, rounds: plan.writeRounds) { contestant in
            let engine = contestant.engine
            try contestant.restoreCopy()
            _ = try engine.lookUp()
            _ = try engine.sumScores()
            let elapsed: Double
            if workload == .bulkUpdate {
                elapsed = try nanoseconds { try engine.setScores() }
                return (value(elapsed, of: workload), .real(try engine.sumScores()))
            } else {
                elapsed = try nanoseconds { _ = try engine.delete() }
                return (value(elapsed, of: workload), .count(try engine.count()))
            }
        }
    }
}
