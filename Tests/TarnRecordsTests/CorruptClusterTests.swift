import TarnLMDB
import Testing

@testable import TarnRecords

/// Damaged bytes are answered by an error or by some value, never by a trap or a read outside of them.
@Suite struct CorruptClusterTests {
    @Test func aFlippedByteNeverTrapsAndIsFoundByTheChecksum() throws {
        try withCluster { file, session, raw, stored in
            for place in stored.indices {
                var bytes = stored
                bytes[place] ^= 1 << UInt8(place % 8)
                try store(bytes, raw, file)
                // The header and the directory decide where everything else is looked for.
                if place < 256 || place % 4 == 0 { use(session, file.table) }
                #expect(!isSound(bytes, file.table), "byte \(place)")
            }
        }
    }

    @Test func aTruncatedClusterIsRefused() throws {
        try withCluster { file, session, raw, stored in
            for length in 0..<stored.count {
                try store(Array(stored.prefix(length)), raw, file)
                if length % 16 == 0 { use(session, file.table) }
                #expect(throws: RecordError.self) { try session.cluster(file.table, ObjectKey(0).cluster) }
            }
        }
    }

    @Test func randomBytesNeverTrap() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        try withCluster { file, session, raw, stored in
            for _ in 0..<300 {
                var bytes = stored
                for _ in 0..<(1 + random.below(12)) {
                    bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
                }
                try store(bytes, raw, file)
                use(session, file.table)
            }
        }
    }

    @Test func aDamagedClusterIsNotWrittenBackWithAFreshChecksum() throws {
        try withCluster { file, session, raw, stored in
            var bytes = stored
            bytes[stored.count - 12] ^= 1
            try store(bytes, raw, file)
            let writing = try RecordSession(raw, file.trees, file.catalogue, Generation(), isWriting: true)
            #expect(throws: RecordError.self) { try writing.writer(file.table, ObjectKey(1)) }
        }
    }

    @Test func anErrorNamesTreeAndCluster() throws {
        try withCluster { file, session, raw, stored in
            try store([1, 2, 3], raw, file)
            let error = #expect(throws: RecordError.self) { try session.cluster(file.table, ObjectKey(0).cluster) }
            #expect(error?.code == .corrupt && error?.tree == "clusters" && error?.key.contains("Sample") == true)
        }
    }

    @Test func aDamagedLongValueIsAnError() throws {
        let file = try RecordFile([ObjectSchema(name: "Text", properties: [.init(name: "text", kind: .string)])])
        try file.write { try $0.make(file.table, ObjectKey(0), [.string(String(repeating: "x", count: 900))]) }
        try file.tryWrite { (session, raw) in
            for bytes in [[], [1, 2, 3], [UInt8](repeating: 3, count: 908)] {
                try TreeKey.value(file.table.id, ObjectKey(0), 0).bytes.withUnsafeBytes { key in
                    _ = try bytes.withUnsafeBytes { try raw.put($0, for: key, in: file.trees.values) }
                }
                #expect(throws: RecordError.self) { try session.values(file.table, ObjectKey(0)) }
                let query = RecordQuery(table: file.table, steps: [.filter(.text(column: 0, .contains, "x", []))])
                #expect(throws: RecordError.self) { try session.count(query) }
            }
        }
    }

    /// Hands out a session of a transaction that is undone, and the bytes of a cluster with all kinds of values.
    private func withCluster(_ body: (RecordFile, RecordSession, RawTransaction, [UInt8]) throws -> Void) throws {
        var random = RandomSource(seed: 5)
        let file = try RecordFile([SampleValues.schema(indexed: false)])
        _ = try SampleRows.fill(file, keys: [0, 1, 2, 9, 63].map { ObjectKey($0) }, &random)
        let stored = try file.read { session in
            try session.bytes(.cluster(file.table.id, ObjectKey(0).cluster), in: file.trees.clusters).map { Array($0) }
                ?? []
        }
        try file.tryWrite { (_, raw) in
            try body(file, RecordSession(raw, file.trees, file.catalogue, Generation(), isWriting: false), raw, stored)
        }
    }

    private func store(_ bytes: [UInt8], _ raw: RawTransaction, _ file: RecordFile) throws {
        try TreeKey.cluster(file.table.id, ObjectKey(0).cluster).bytes.withUnsafeBytes { key in
            _ = try bytes.withUnsafeBytes { try raw.put($0, for: key, in: file.trees.clusters) }
        }
    }

    private func isSound(_ bytes: [UInt8], _ table: Table) -> Bool {
        bytes.withUnsafeBytes { bytes in
            if case .corrupt = ClusterFormat.check(bytes, table) { return false }
            return ClusterFormat.hasValidChecksum(bytes)
        }
    }

    /// Reads everything in every way; what comes out does not matter.
    private func use(_ session: RecordSession, _ table: Table) {
        for slot in 0..<64 { _ = try? session.values(table, ObjectKey(cluster: ObjectKey(0).cluster, slot: slot)) }
        for column in table.columns.indices {
            let kind = table.columns[column].kind
            let filter: Filter =
                kind.isVariable
                ? .text(column: column, .contains, "b", []) : .compare(column: column, .greater, .zero(of: kind))
            _ = try? session.count(RecordQuery(table: table, steps: [.filter(filter)]))
            _ = try? session.run(RecordQuery(table: table, steps: [.sort([SortKey(column: column)])]))
        }
    }
}
