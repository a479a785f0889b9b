import TarnLMDB
import Testing

@testable import TarnRecords

@Suite struct IndexTests {
    /// What an index holds: objects by the bytes of their keys.
    typealias Entries = [[UInt8]: [UInt64]]

    @Test func anIndexHoldsExactlyTheValuesOfItsObjects() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: true)])
        var rows: [ObjectKey: [StoredValue]] = [:]
        for _ in 0..<12 {
            try file.write { session in
                for _ in 0..<60 { try change(session, file.table, &rows, &random) }
            }
            for column in file.table.indexedColumns {
                let found = try entries(file, column)
                #expect(found == model(file.table, column, rows), "column \(column), seed \(seed)")
            }
        }
    }

    @Test func pendingEntriesAreSeenAfterAFlushInTheMiddle() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: true)])
        var rows: [ObjectKey: [StoredValue]] = [:]
        try file.write { session in
            for round in 0..<200 {
                try change(session, file.table, &rows, &random)
                if round % 7 == 0 { try session.flush() }
            }
        }
        for column in file.table.indexedColumns {
            let found = try entries(file, column)
            #expect(found == model(file.table, column, rows), "column \(column), seed \(seed)")
        }
    }

    @Test func anIndexBuiltLaterEqualsOneKeptFromTheStart() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: false)])
        let rows = try SampleRows.fill(file, keys: SampleRows.keys(300, &random), &random)
        try file.adopt([SampleValues.schema(indexed: true)])
        let model = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.values) })
        for column in file.table.indexedColumns {
            let found = try entries(file, column)
            #expect(found == self.model(file.table, column, model), "column \(column), seed \(seed)")
        }
        try file.adopt([SampleValues.schema(indexed: false)])
        for column in file.table.columns.indices { #expect(try entries(file, column).isEmpty) }
    }

    @Test func aDeltaKeepsWhatIsLeftAfterPairsThatCancelOut() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([SampleValues.schema(indexed: true)])
        for isText in [false, true] {
            let delta = IndexDelta(file.table, 1)
            let before = Set((0..<40).map { _ in Self.pair(&random) })
            var now = before
            for _ in 0..<500 {
                let pair = Self.pair(&random)
                let isRemoval = now.contains(pair)
                if isRemoval { now.remove(pair) } else { now.insert(pair) }
                if isText {
                    delta.add(KeyCoding.fixed(pair[0]), ObjectKey(rawValue: pair[1]), isRemoval: isRemoval)
                } else {
                    delta.add(pair[0], ObjectKey(rawValue: pair[1]), isRemoval: isRemoval)
                }
            }
            let (removals, additions) = delta.take()
            #expect(Self.pairs(removals) == before.subtracting(now), "seed \(seed)")
            #expect(Self.pairs(additions) == now.subtracting(before), "seed \(seed)")
            for groups in [removals, additions] {
                #expect(zip(groups, groups.dropFirst()).allSatisfy { $0.key.lexicographicallyPrecedes($1.key) })
                #expect(groups.allSatisfy { $0.objects == $0.objects.sorted() })
            }
            #expect(delta.byteCount == 0)
        }
    }

    private static func pair(_ random: inout RandomSource) -> [UInt64] {
        [UInt64(random.below(6)) << 40, UInt64(random.below(12))]
    }

    private static func pairs(_ groups: [IndexDelta.Group]) -> Set<[UInt64]> {
        Set(
            groups.flatMap { group in
                group.objects.map { [group.key.dropFirst().reduce(0) { $0 << 8 | UInt64($1) }, $0] }
            })
    }

    private func change(
        _ session: RecordSession, _ table: Table, _ rows: inout [ObjectKey: [StoredValue]], _ random: inout RandomSource
    ) throws {
        let key = ObjectKey(Int64(random.below(90)))
        guard var row = rows[key] else {
            let row = SampleValues.row(table, key, &random)
            rows[key] = row
            return try session.make(table, key, row)
        }
        if random.isOne(in: 5) {
            _ = try session.delete(table, key)
            rows[key] = nil
            let link = table.column(named: "link") ?? 0
            for source in rows.keys where rows[source]?[link] == .link(key) { rows[source]?[link] = .null }
            return
        }
        let column = 1 + random.below(table.columns.count - 1)
        row[column] = SampleValues.value(table.columns[column], &random)
        try session.change(table, key, column, row[column])
        rows[key] = row
    }

    private func model(_ table: Table, _ column: Int, _ rows: [ObjectKey: [StoredValue]]) -> Entries {
        var entries: Entries = [:]
        for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
            entries[KeyCoding.bytes(row[column], table.columns[column].kind).bytes, default: []].append(key.rawValue)
        }
        return entries
    }

    private func entries(_ file: RecordFile, _ column: Int) throws -> Entries {
        let transaction = try file.environment.beginRead()
        var cursor = try RawCursor(transaction.raw, file.trees.index)
        let prefix = TreeKey.index(file.table.id, column, []).bytes
        var entries: Entries = [:]
        var isThere = try prefix.withUnsafeBytes { try cursor.seek($0) }
        while isThere, cursor.key.prefix(4).elementsEqual(prefix) {
            entries[Array(cursor.key.dropFirst(4)), default: []].append(cursor.value.loadUnaligned(as: UInt64.self))
            isThere = try cursor.move(.next)
        }
        return entries
    }
}
