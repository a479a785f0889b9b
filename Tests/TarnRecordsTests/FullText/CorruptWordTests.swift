import TarnLMDB
import Testing

@testable import TarnRecords

/// Damaged blocks of words are answered by an error, never by a trap.
struct CorruptWordTests {
    private static func put(_ objects: [UInt64], _ session: RecordSession, _ table: Table) throws {
        var batch = PostingBatch()
        for object in objects {
            let start = batch.heap.count
            batch.append(varint: 1)
            batch.postings.append(
                Posting(object: object, length: 1, isRemoval: false, frequency: 1, positions: start..<start + 1))
        }
        let key = TreeKey.word(table.id, 0, Array("word".utf8), objects[0])
        let value = PostingBlock.encoded(batch, 0..<objects.count)
        try key.withUnsafeBytes { key in
            try value.withUnsafeBytes { _ = try session.transaction.put($0, for: key, in: session.trees.words) }
        }
    }

    @Test func `blocks that overlap are not joined and not read`() throws {
        let file = try RecordFile([
            ObjectSchema(name: "Note", properties: [PropertySchema(name: "body", kind: .string, isFullText: true)])
        ])
        let table = file.table
        let keys = [1, 2, 3].map { ObjectKey(Int64($0) * 100) }
        try file.write { session in for key in keys { try session.make(table, key, [.string("word")]) } }
        // The first block says that it goes beyond the beginning of the second.
        try file.change { session in
            try Self.put([keys[0].rawValue, keys[2].rawValue], session, table)
            try Self.put([keys[1].rawValue], session, table)
        }
        let search = RecordQuery(table: table, steps: [.filter(.fullText(column: 0, TextSearch("word")))])
        #expect(throws: RecordError.self) { try file.read { _ = try $0.run(search) } }
        #expect(throws: RecordError.self) {
            try file.tryWrite { session, _ in
                _ = try session.delete(table, keys[0])
                try session.flush()
            }
        }
    }
}
