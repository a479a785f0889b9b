import Testing

@testable import TarnRecords

@Suite struct MaskProgramTests {
    @Test func aFilterMeansTheSameForEveryKindAsInPlainSwift() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: false)])
        let table = file.table
        let rows = try SampleRows.fill(file, keys: SampleRows.keys(150, &random), &random)
        try file.read { session in
            for column in table.columns.indices {
                for _ in 0..<25 {
                    let filter = RandomFilter.leaf(table, column, &random)
                    try compare(session, table, filter, rows, seed)
                }
            }
        }
    }

    @Test func conditionsJoinAsInPlainSwift() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: false)])
        let rows = try SampleRows.fill(file, keys: SampleRows.keys(200, &random), &random)
        try file.read { session in
            for _ in 0..<200 {
                try compare(session, file.table, RandomFilter.make(file.table, &random, depth: 3), rows, seed)
            }
        }
    }

    private func compare(
        _ session: RecordSession, _ table: Table, _ filter: Filter, _ rows: [SampleRows.Row], _ seed: UInt64
    ) throws {
        let program = MaskProgram(session, table, filter)
        var found: [UInt64] = []
        try session.scan(table, columns: []) { (number, cluster) throws(RecordError) in
            for slot in SlotSequence(cluster.slots(fromRanks: try program.mask(number, cluster))) {
                found.append(number << 6 | UInt64(slot))
            }
            return true
        }
        let expected = rows.filter { FilterModel.holds(filter, $0.values) }.map(\.key.rawValue)
        #expect(found == expected, "seed \(seed): \(filter.description(table, session.catalogue))")
    }
}
