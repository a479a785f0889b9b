import Testing

@testable import TarnRecords

/// How far the log goes back, and that wrong clocks do no more harm than that.
@Suite struct LogLimitTests {
    private static let schema = ObjectSchema(
        name: "T", properties: [.init(name: "id", kind: .int64, isPrimaryKey: true), .init(name: "v", kind: .int64)])

    @Test func recordsBeyondTheNumberGoInPortions() throws {
        let file = try RecordFile([Self.schema])
        var oldest: Set<UInt64> = []
        for number in 0..<400 as Range<Int64> {
            try commit(file, number, LogLimits(maximumRecords: 100), time: 0)
            try file.read { (session) throws in
                let kept = session.version + 1 - session.oldestRecord
                #expect(kept <= 125)
                #expect(kept >= min(session.version, 100))
                oldest.insert(session.oldestRecord)
                #expect(try session.changeRecord(session.oldestRecord) != nil)
                #expect(try session.changeRecord(session.oldestRecord - 1) == nil)
            }
        }
        // A commit in 25 touches the far end.
        #expect(oldest.count <= 1 + 300 / 25)
    }

    @Test func recordsBeyondTheSizeGoAndTheBytesAreCounted() throws {
        let file = try RecordFile([Self.schema])
        for number in 0..<300 as Range<Int64> {
            try commit(file, number, LogLimits(maximumBytes: 2000), time: number, author: "somebody or other")
            try file.read { (session) throws in
                #expect(session.state.logByteCount <= 2500)
                #expect(try session.state.logByteCount == Self.storedBytes(session))
            }
        }
        try commit(file, 500, LogLimits(maximumBytes: 0), time: 500)
        try file.read { (session) throws in
            #expect(session.oldestRecord == session.version)
            #expect(try session.changeRecord(session.version) != nil)
        }
    }

    @Test func recordsBeyondTheAgeGo() throws {
        let file = try RecordFile([Self.schema])
        for number in 0..<300 as Range<Int64> {
            try commit(file, number, LogLimits(maximumAge: 1000), time: 1_700_000_000_000 + number * 10)
            try file.read { (session) throws in
                #expect(session.state.logAge <= 1250)
                let time = try session.changeRecord(session.oldestRecord)?.stamp?.time
                if session.oldestRecord > 1 { #expect(time == session.state.oldestTime) }
                #expect(number < 150 || session.state.logAge >= 990)
            }
        }
    }

    @Test func wrongClocksOnlyPruneTooEarlyOrTooLate() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let times: [Int64] = [0, 5000, 5001, -1, 1_700_000_000_000, 7, .max, .min, .max - 1]
        for _ in 0..<40 {
            let file = try RecordFile([Self.schema])
            var latest = Int64.min
            for number in 0..<30 as Range<Int64> {
                let limits = LogLimits(
                    maximumRecords: random.pick([nil, 3, 10]), maximumAge: random.pick([nil, 0, 90]))
                try commit(file, number, limits, time: random.pick(times))
                try file.read { (session) throws in
                    #expect(session.oldestRecord <= session.version, "seed \(seed)")
                    for version in session.oldestRecord...session.version {
                        #expect(try session.changeRecord(version) != nil, "seed \(seed)")
                    }
                    let time = try #require(try session.changeRecord(session.version)?.stamp?.time)
                    #expect(time >= latest, "times never go backwards; seed \(seed)")
                    latest = time
                }
            }
        }
    }

    @Test func aRecordThatCannotBeReadKeepsNobodyFromCommitting() throws {
        let file = try RecordFile([Self.schema])
        for number in 0..<5 as Range<Int64> { try commit(file, number, LogLimits(), time: number) }
        try file.change { try $0.put([1, 2, 3], for: TreeKey(version: 3), in: file.trees.log) }
        for number in 5..<20 as Range<Int64> {
            try commit(file, number, LogLimits(maximumAge: 4), time: number)
        }
        try file.read { #expect($0.oldestRecord > 10) }
    }

    @Test func aLogThatIsFarTooLongIsCutOverSeveralCommits() throws {
        let file = try RecordFile([Self.schema])
        let count = 2 * LogLimits.largestCut + 10
        for number in 0..<Int64(count) { try commit(file, number, LogLimits(maximumRecords: nil), time: 0) }
        for step in 1...3 {
            try commit(file, Int64(count + step), LogLimits(maximumRecords: 0), time: 0)
            try file.read { (session) throws in
                let expected = step < 3 ? UInt64(1 + step * LogLimits.largestCut) : session.version
                #expect(session.oldestRecord == expected)
            }
        }
    }

    private func commit(
        _ file: RecordFile, _ number: Int64, _ limits: LogLimits, time: Int64, author: String? = nil
    ) throws {
        let transaction = try file.environment.beginWrite()
        let session = try RecordSession(transaction.raw, file.trees, file.catalogue, Generation(), isWriting: true)
        try session.make(file.table, ObjectKey(number), [.integer(number), .integer(1)])
        _ = try session.finish(limits: limits, stamp: CommitStamp(author: author, time: time))
        try transaction.commit()
    }

    private static func storedBytes(_ session: RecordSession) throws -> UInt64 {
        var sum = 0
        for version in session.oldestRecord...session.version {
            sum += try session.bytes(TreeKey(version: version), in: session.trees.log)?.count ?? 0
        }
        return UInt64(sum)
    }
}
