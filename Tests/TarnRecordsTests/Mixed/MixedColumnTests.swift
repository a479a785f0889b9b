import Testing

@testable import TarnRecords

@Suite struct MixedColumnTests {
    private static func schema() -> ObjectSchema {
        ObjectSchema(
            name: "Thing",
            properties: [
                PropertySchema(name: "id", kind: .int64, isPrimaryKey: true), PropertySchema(name: "value", kind: .any),
                PropertySchema(name: "number", kind: .int64), PropertySchema(name: "date", kind: .date),
            ])
    }

    private struct Filled {
        let file: RecordFile
        var rows: [(key: ObjectKey, value: StoredValue)] = []

        init(_ random: inout RandomSource) throws {
            file = try RecordFile([MixedColumnTests.schema()])
            rows = (0..<300).map { index in
                var value = MixedSamples.value(&random)
                if !value.links.isEmpty { value = .null }
                return (ObjectKey(Int64(index)), StoredValue(value))
            }
            let (rows, table) = (rows, file.table)
            try file.write { session in
                for (key, value) in rows {
                    try session.make(table, key, [.integer(key.number), value, .integer(1), .double(1)])
                }
            }
        }
    }

    @Test func columnsOfAnyKindKeepTheirValues() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        var filled = try Filled(&random)
        let table = filled.file.table
        for _ in 0..<3 {
            try filled.file.write { session in
                for index in filled.rows.indices where random.isOne(in: 3) {
                    let value = MixedSamples.value(&random)
                    filled.rows[index].value = StoredValue(value.links.isEmpty ? value : .string("no link"))
                    try session.change(table, filled.rows[index].key, 1, filled.rows[index].value)
                }
            }
            try filled.file.read { session in
                for (key, value) in filled.rows {
                    let found = try session.values(table, key)?[1]
                    #expect(found?.literal == value.literal, "seed \(seed)")
                }
                var verification = Verification(session) { _, _ in }
                verification.run()
                #expect(verification.faults.isEmpty, "\(verification.faults) seed \(seed)")
            }
        }
    }

    // E3
    @Test func filtersLookAtValuesOfAnyKind() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let filled = try Filled(&random)
        let table = filled.file.table
        try filled.file.read { session in
            for _ in 0..<40 {
                let constant = random.pick(filled.rows).value
                let comparison = random.pick(Filter.Comparison.allCases)
                let filters: [Filter] = [
                    .compare(column: 1, comparison, constant), .isIn(column: 1, [constant, .string("a")]),
                    .not(.compare(column: 1, comparison, constant)), .kind(column: 1, [.int, .list]),
                    .kind(column: 1, [.null]), .text(column: 1, .contains, "a", .caseInsensitive),
                    .columns(1, comparison, 2), .columns(3, comparison, 1),
                ]
                for filter in filters {
                    let found = try session.run(RecordQuery(table: table, steps: [.filter(filter)]))
                    let expected = filled.rows.filter { Self.holds(filter, $0.value) }.map(\.key)
                    #expect(
                        (0..<found.count).map { found.key(at: $0) } == expected,
                        "\(filter.description(table, filled.file.catalogue)) seed \(seed)")
                }
            }
        }
    }

    private static func holds(_ filter: Filter, _ value: StoredValue) -> Bool {
        let mixed = value.mixed ?? .null
        switch filter {
        case .compare(_, let comparison, let other):
            if value.isNull || other.isNull { return FilterModel.compare(value, comparison, other) }
            return mixed.satisfies(comparison, other.mixed ?? .null)
        case .isIn(_, let values):
            return values.contains { holds(.compare(column: 1, .equal, $0), value) }
        case .not(let part): return !holds(part, value)
        case .kind(_, let kinds): return kinds.contains(mixed.kind)
        case .text(_, _, let text, _):
            if case .string(let content) = mixed { return content.uppercased().contains(text.uppercased()) }
            return false
        case .columns(1, let comparison, _):
            return value.isNull ? comparison == .notEqual : mixed.satisfies(comparison, .integer(1))
        case .columns(_, let comparison, _):
            return value.isNull ? comparison == .notEqual : MixedValue.date(1).satisfies(comparison, mixed)
        default: return false
        }
    }

    @Test func resultsAreSortedAndToldApartByTheOrderOfAllKinds() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let filled = try Filled(&random)
        let table = filled.file.table
        func bytes(_ value: StoredValue) -> [UInt8] { value.isNull ? [] : value.mixed?.orderedBytes ?? [] }
        let rows = filled.rows.map { (key: $0.key, bytes: bytes($0.value)) }
        for ascending in [true, false] {
            let expected = rows.enumerated().sorted { a, b in
                let (x, y) = (a.element.bytes, b.element.bytes)
                if x == y { return a.offset < b.offset }
                return x.lexicographicallyPrecedes(y) == ascending
            }.map { $0.element.key }
            try filled.file.read { session in
                let sort = RecordQuery.Step.sort([SortKey(column: 1, ascending: ascending)])
                let found = try session.run(RecordQuery(table: table, steps: [sort]))
                #expect((0..<found.count).map { found.key(at: $0) } == expected, "seed \(seed)")
                let first = try session.run(RecordQuery(table: table, steps: [sort, .limit(count: 7, offset: 0)]))
                #expect((0..<first.count).map { first.key(at: $0) } == Array(expected.prefix(7)), "seed \(seed)")
                let order = OrderKey(
                    [SortKey(column: 1, ascending: ascending), SortKey(column: 0, ascending: true)], table)
                let keys = try rows.map { try session.orderKey(order, $0.key) ?? [] }
                for (a, b) in zip(expected, expected.dropFirst()) {
                    #expect(!keys[Int(b.number)].lexicographicallyPrecedes(keys[Int(a.number)]), "seed \(seed)")
                }
                let distinct = try session.run(RecordQuery(table: table, steps: [.distinct([1])]))
                #expect(distinct.count == Set(rows.map(\.bytes)).count, "seed \(seed)")
            }
        }
    }
}
