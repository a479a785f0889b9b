import Testing

@testable import TarnRecords

/// The bytes of an order against sorting by the values.
@Suite struct OrderKeyTests {
    // Q5, Q6
    @Test func keysOrderLikeSortingDoes() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<6 {
            let file = try RecordFile([SampleValues.schema(indexed: false)])
            let rows = try SampleRows.fill(file, keys: SampleRows.keys(150, &random), &random)
            try file.read { session in
                for column in file.table.columns.indices {
                    for ascending in [true, false] {
                        let order = [SortKey(column: column, ascending: ascending)]
                        try Self.compare(session, file.table, order, rows, seed)
                    }
                }
                for _ in 0..<40 {
                    let order = (0..<2 + random.below(3)).map { _ in
                        SortKey(column: random.below(file.table.columns.count), ascending: random.isOne(in: 2))
                    }
                    try Self.compare(session, file.table, order, rows, seed)
                }
            }
        }
    }

    private static func compare(
        _ session: RecordSession, _ table: Table, _ order: [SortKey], _ rows: [SampleRows.Row], _ seed: UInt64
    ) throws {
        let expected = try session.sorted(.table(nil), order, table)
        let key = OrderKey(order, table)
        let objects = try session.orderedObjects(.table(nil), key)
        #expect(objects.objects == expected, "seed \(seed), \(order)")
        // One at a time, they are the same bytes.
        let single = OrderedObjects()
        for row in rows {
            single.insert(try #require(try session.orderKey(key, row.key)), row.key.rawValue)
        }
        #expect(single.objects == expected, "seed \(seed), \(order)")
        for index in stride(from: 0, to: objects.count, by: 7) {
            #expect(single.entry(at: index) == objects.entry(at: index), "seed \(seed), \(order)")
        }
    }

    @Test func anObjectThatIsNotThereHasNoKey() throws {
        let file = try RecordFile([SampleValues.schema(indexed: false)])
        try file.read { session in
            let key = OrderKey([SortKey(column: 0)], file.table)
            let bytes = try session.orderKey(key, ObjectKey(5))
            #expect(bytes == nil)
        }
    }
}
