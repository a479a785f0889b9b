import Testing

@testable import TarnRecords

@Suite struct QueryTests {
    @Test(arguments: [false, true])
    func randomQueriesFindWhatTheyFindInAnArray(isIndexed: Bool) throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: isIndexed)])
        let rows = try SampleRows.fill(file, keys: SampleRows.keys(200, &random), &random)
        try file.read { session in
            for _ in 0..<200 { try compare(session, file.table, rows, &random, seed) }
        }
    }

    @Test func aWriteSeesItsOwnChanges() throws {  // Q2
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: true)])
        var rows = try SampleRows.fill(file, keys: SampleRows.keys(150, &random), &random)
        try file.tryWrite { (session, _) in
            for _ in 0..<40 {
                for _ in 0..<5 { try change(session, file.table, &rows, &random) }
                try compare(session, file.table, rows, &random, seed)
            }
        }
    }

    /// Changes one value, removes an object or makes one.
    private func change(
        _ session: RecordSession, _ table: Table, _ rows: inout [SampleRows.Row], _ random: inout RandomSource
    ) throws {
        let place = random.below(rows.count)
        let key = rows[place].key
        switch random.below(6) {
        case 0:
            #expect(try session.delete(table, key))
            rows.remove(at: place)
            let link = table.column(named: "link") ?? 0
            for row in rows.indices where rows[row].values[link] == .link(key) { rows[row].values[link] = .null }
        case 1:
            let key = ObjectKey(Int64(random.below(3000)) + 2000)
            guard !rows.contains(where: { $0.key == key }) else { return }
            let values = SampleValues.row(table, key, &random)
            try session.make(table, key, values)
            rows.insert(.init(key: key, values: values), at: rows.firstIndex { key < $0.key } ?? rows.count)
        default:
            let column = 1 + random.below(table.columns.count - 1)
            let value = SampleValues.value(table.columns[column], &random)
            #expect(try session.writer(table, key)?.set(value, column) == true)
            rows[place].values[column] = value
        }
    }

    private func compare(
        _ session: RecordSession, _ table: Table, _ rows: [SampleRows.Row], _ random: inout RandomSource, _ seed: UInt64
    ) throws {
        let query = RecordQuery(table: table, steps: QueryModel.steps(table, &random))
        let expected = QueryModel.run(query.steps, rows)
        let found = try session.run(query)
        let keys = (0..<found.count).map { found.key(at: $0) }
        func comment() -> Comment { "seed \(seed): \(query.steps), \(String(describing: try? session.plan(query)))" }
        #expect(keys == expected.map(\.key), comment())
        #expect(try session.count(query) == expected.count, comment())
        for (index, row) in expected.enumerated().shuffled(using: &random).prefix(5) {
            #expect(found.index(of: row.key) == index, comment())
        }
        var visited: [ObjectKey] = []
        try session.visit(found, table, columns: []) { (number, cluster, ranks) in
            for slot in SlotSequence(cluster.slots(fromRanks: ranks)) {
                visited.append(ObjectKey(cluster: number, slot: slot))
            }
            return true
        }
        #expect(visited == keys, comment())
        let column = random.below(table.columns.count)
        try compareAggregates(session, query, expected.map { $0.values[column] }, column, comment)
    }

    private func compareAggregates(
        _ session: RecordSession, _ query: RecordQuery, _ values: [StoredValue], _ column: Int,
        _ comment: () -> Comment
    ) throws {
        let kind = query.table.columns[column].kind
        let known = values.filter { value in !value.isNull && FilterModel.order(value, value) == 0 }
        for isMaximum in [false, true] {
            let sorted = known.sorted { FilterModel.sortOrder($0, $1) < 0 }
            let best = try session.extreme(query, column, isMaximum: isMaximum)
            if let best, let expected = isMaximum ? sorted.last : sorted.first {
                #expect(FilterModel.sortOrder(best, expected) == 0, comment())
            } else {
                #expect(best == nil && sorted.isEmpty, comment())
            }
        }
        guard kind.isInteger || kind == .double || kind == .float || kind == .date else { return }
        let sum = try session.sum(query, column)
        #expect(sum.count == values.count { !$0.isNull }, comment())
        if kind.isInteger {
            let total = known.reduce(Int128(0)) { if case .integer(let value) = $1 { $0 + Int128(value) } else { $0 } }
            #expect(sum.total == (Int64(exactly: total).map { .integer($0) } ?? .integerOverflow), comment())
        } else if case .double(let total) = sum.total {
            #expect(Self.isSum(total, of: values), comment())
        }
        #expect((sum.average == nil) == (sum.count == 0), comment())
    }

    /// Whether a sum is right but for the rounding that depends on the order of the additions.
    private static func isSum(_ total: Double, of values: [StoredValue]) -> Bool {
        let numbers = values.compactMap { value -> Double? in
            switch value {
            case .double(let number): number
            case .float(let number): Double(number)
            default: nil
            }
        }
        let sum = numbers.reduce(0, +)
        if !sum.isFinite { return sum.isNaN ? total.isNaN : sum == total }
        return abs(sum - total) <= 1e-9 * numbers.reduce(0) { $0 + abs($1) }
    }
}
