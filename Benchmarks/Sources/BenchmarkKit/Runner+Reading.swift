extension Runner {
    /// The least time of a sample: shorter ones are repeated, since a clock and an interrupt cost microseconds.
    private static var leastSample: Double { 5_000_000 }

    /// Measures a workload that only reads.
    ///
    /// Each engine runs it once before the clock starts, so that all of them are measured with a warm page cache; on
    /// small files a sample is the mean of as many executions as make it long enough.
    func measureReading(_ workload: Workload) throws {
        var repetitions: [String: Int] = [:]
        for contestant in contestants {
            let first = try nanoseconds { _ = try workload.read(on: contestant.engine) }
            repetitions[contestant.name] = max(1, Int((Self.leastSample / first).rounded(.up)))
        }
        try interleave(workload, rounds: plan.readRounds) { contestant in
            let times = repetitions[contestant.name] ?? 1
            var check = Check.none
            let elapsed = try nanoseconds {
                for _ in 0..<times { check = try workload.read(on: contestant.engine) }
            }
            return (value(elapsed / Double(times), of: workload), check)
        }
    }

    /// W14: the file is closed before the clock starts; opening and reading one name are timed.
    func measureOpening() throws {
        try interleave(.openAndRead, rounds: plan.readRounds) { contestant in
            try contestant.engine.close()
            var length = 0
            let elapsed = try nanoseconds {
                try contestant.engine.open()
                length = try contestant.engine.nameLength(of: dataset.count / 2)
            }
            return (value(elapsed, of: .openAndRead), .count(length))
        }
    }

    /// W15: what lies on the disk once the file is closed, which for SQLite is after its checkpoint.
    func measureFileSize() throws {
        try interleave(.fileSize, rounds: 1) { contestant in
            try contestant.engine.close()
            let bytes = contestant.bytesOnDisk()
            try contestant.engine.open()
            return (Double(bytes) / Double(dataset.count), .none)
        }
    }
}
