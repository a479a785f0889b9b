import Testing

@testable import TarnRecords

@Suite struct ClusterTests {
    @Test func valuesOfEveryKindComeBackForAnyPresenceMask() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: false)])
        for round in 0..<60 {
            let mask =
                round < 4
                ? [1, 1 << 63, .max, .max << 1][round] : random.next() & (random.isOne(in: 3) ? random.next() : .max)
            let number = UInt64(1 << 20 + round)
            let keys = SlotSequence(mask).map { ObjectKey(cluster: number, slot: $0) }
            let rows = keys.map { SampleValues.row(file.table, $0, &random) }
            try file.write { session in
                for (key, row) in zip(keys, rows).shuffled(using: &random) { try session.make(file.table, key, row) }
            }
            try file.read { session in
                let presence = try session.cluster(file.table, number)?.presence ?? 0
                #expect(presence == mask, "seed \(seed)")
                for (key, row) in zip(keys, rows) {
                    let values = try session.values(file.table, key) ?? []
                    #expect(Self.same(values, row), "seed \(seed)")
                }
            }
        }
    }

    @Test func changedValuesComeBackAndTheOthersStay() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: true)])
        var rows = try SampleRows.fill(file, keys: (0..<100).map { ObjectKey($0) }, &random)
        for _ in 0..<30 {
            try file.write { session in
                for _ in 0..<20 {
                    let place = random.below(rows.count)
                    let column = 1 + random.below(file.table.columns.count - 1)
                    let value = SampleValues.value(file.table.columns[column], &random)
                    rows[place].values[column] = value
                    try session.change(file.table, rows[place].key, column, value)
                }
            }
            try file.read { session in
                for row in rows {
                    let values = try session.values(file.table, row.key) ?? []
                    #expect(Self.same(values, row.values), "seed \(seed)")
                }
            }
        }
    }

    @Test func textOfAnyLengthComesBack() throws {
        let file = try RecordFile([
            ObjectSchema(
                name: "Text", properties: [.init(name: "text", kind: .string), .init(name: "data", kind: .data)])
        ])
        let texts =
            ["", "\0", "\0\0a", "\u{1F44D}\u{1F3FD}\u{200D}", "e\u{301}"]
            + [254, 255, 256, 2000, 1 << 20].map { String(repeating: "x", count: $0) }
        try file.write { session in
            for text in texts {
                try session.make(
                    file.table, session.nextKey(file.table), [.string(text), .bytes(Array(text.utf8) + [255])])
            }
        }
        try file.read { session in
            for (number, text) in texts.enumerated() {
                let values = try session.values(file.table, ObjectKey(Int64(number)))
                #expect(values == [.string(text), .bytes(Array(text.utf8) + [255])])
            }
        }
    }

    @Test func aValueThatBecomesShortLeavesNothingOutside() throws {
        let file = try RecordFile([ObjectSchema(name: "Text", properties: [.init(name: "text", kind: .string)])])
        let key = ObjectKey(0)
        try file.write { try $0.make(file.table, key, [.string(String(repeating: "x", count: 9000))]) }
        let long = try file.read { try $0.longValue(file.table, key, 0) }
        #expect(long.count == 9000)
        try file.write { try $0.change(file.table, key, 0, .string("short")) }
        let values = try file.read { session in
            #expect(throws: RecordError.self) { try session.longValue(file.table, key, 0) }
            return try session.values(file.table, key)
        }
        #expect(values == [.string("short")])
    }

    @Test func clustersOfAnOlderSchemaHaveTheDefaultsOfNewColumns() throws {  // M1
        let old = ObjectSchema(
            name: "Aged", properties: [.init(name: "a", kind: .int32), .init(name: "t", kind: .string)])
        let file = try RecordFile([old])
        let keys = [0, 3, 64, 65, 500].map { ObjectKey($0) }
        try file.write { session in
            for key in keys { try session.make(file.table, key, [.integer(key.number), .string("t\(key.number)")]) }
        }
        let added: [PropertySchema] = SampleValues.kinds.filter { $0 != .link }.flatMap { kind -> [PropertySchema] in
            var random = RandomSource(seed: 1)
            let value = kind == .string ? .string("default") : SampleValues.value(kind, &random)
            return [
                .init(name: kind.name, kind: kind, isIndexed: kind.canBeIndexed, defaultValue: value),
                .init(name: kind.name + "?", kind: kind, isOptional: true),
            ]
        }
        try file.adopt([ObjectSchema(name: "Aged", properties: old.properties + added)])
        let expected = added.map(\.defaultValue)
        try file.read { session in
            for key in keys {
                let values = try session.values(file.table, key) ?? []
                #expect(Self.same(Array(values.dropFirst(2)), expected))
                #expect(values.prefix(2) == [.integer(key.number), .string("t\(key.number)")])
            }
            let column = file.table.column(named: "string") ?? 0
            let query = RecordQuery(
                table: file.table, steps: [.filter(.compare(column: column, .equal, .string("default")))])
            #expect(try session.count(query) == keys.count)
        }
        try file.write { try $0.change(file.table, keys[1], 1, .string("new")) }
        try file.read { session in
            let values = try session.values(file.table, keys[1]) ?? []
            #expect(values[1] == .string("new") && Self.same(Array(values.dropFirst(2)), expected))
        }
    }

    /// Equality in which NaN equals itself and text is its bytes.
    static func same(_ a: [StoredValue], _ b: [StoredValue]) -> Bool {
        a.count == b.count
            && zip(a, b).allSatisfy { one, other in
                switch (one, other) {
                case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
                case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
                case (.string(let a), .string(let b)): Array(a.utf8) == Array(b.utf8)
                default: one == other
                }
            }
    }
}
