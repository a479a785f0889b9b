internal import TarnLMDB

/// Changes the blocks of words in the tree `words`.
struct WordEditor: ~Copyable {
    private let session: RecordSession
    private let table: Table
    private let column: Int
    private var cursor: RawCursor

    init(_ session: RecordSession, _ table: Table, _ column: Int) throws(LMDBError) {
        self.session = session
        self.table = table
        self.column = column
        cursor = try RawCursor(session.transaction, session.trees.words)
    }

    /// A block that is to be changed.
    private struct Block {
        let key: [UInt8]
        let batch: PostingBatch
        /// The first object of the block after it.
        let bound: UInt64?
    }

    /// Applies the changes of one word, objects ascending.
    mutating func apply(_ changes: PostingBatch, to word: [UInt8]) throws(RecordError) {
        let start = TreeKey.wordStart(table.id, column, word) + [0]
        var next = 0
        do {
            while next < changes.postings.count {
                let block = try block(for: changes.postings[next].object, start)
                var end = next
                while end < changes.postings.count,
                    block?.bound.map({ changes.postings[end].object < $0 }) ?? true
                {
                    end += 1
                }
                try replace(block, changes, next..<end, word)
                next = end
            }
        } catch let error as LMDBError {
            throw .storage(error, tree: "words")
        } catch {
            throw session.corruptWords(table, column, "the block of \"\(String(decoding: word, as: UTF8.self))\"")
        }
    }

    // Safety: keys and values are copied before the cursor moves.
    /// The block to which an object belongs: the last that begins at or before it, else the first of the word.
    private mutating func block(for object: UInt64, _ start: [UInt8]) throws -> Block? {
        let key = start + Self.suffix(object)
        let isThere = try unsafe key.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key) }
        if isThere, unsafe cursor.key.elementsEqual(key) { return try current(start) }
        if try cursor.move(isThere ? .previous : .last), isAtWord(start) { return try current(start) }
        // There is no block before it: the first of the word, if it has any.
        guard try unsafe key.withBytes({ (key) throws(LMDBError) in try unsafe cursor.seek(key) }), isAtWord(start)
        else { return nil }
        return try current(start)
    }

    // Safety: the length of the key is compared before it is read.
    private func isAtWord(_ start: [UInt8]) -> Bool {
        unsafe cursor.key.count == start.count + 8 && cursor.key.starts(with: start)
    }

    // Safety: as above.
    private var firstObject: UInt64 {
        unsafe UInt64(
            bigEndian: cursor.key.loadUnaligned(fromByteOffset: cursor.key.count - 8, as: UInt64.self))
    }

    // Safety: everything is copied out of the tree.
    private mutating func current(_ start: [UInt8]) throws -> Block {
        let key = unsafe Array(cursor.key)
        let block = try unsafe PostingBlock(cursor.value, first: firstObject)
        // Damage is not given a fresh checksum.
        guard block.hasValidChecksum else { throw PostingBlock.Malformed() }
        let batch = try block.batch()
        let bound = try cursor.move(.next) && isAtWord(start) ? firstObject : nil
        // Blocks are joined as they lie, so they must not overlap.
        if let bound, let last = batch.postings.last, last.object >= bound { throw PostingBlock.Malformed() }
        return Block(key: key, batch: batch, bound: bound)
    }

    /// Puts the blocks that come of one block and some changes in its place.
    private mutating func replace(
        _ block: Block?, _ changes: PostingBatch, _ range: Range<Int>, _ word: [UInt8]
    ) throws {
        let limit = PostingBlock.limit - word.count
        guard let block else {
            let added = PostingBatch().merged(with: changes, range).0
            for range in added.blocks(limit: limit, isAppending: true) { try put(added, range, word) }
            return
        }
        let isAppending = (block.batch.postings.last?.object ?? 0) < changes.postings[range.lowerBound].object
        var (merged, isChanged) = block.batch.merged(with: changes, range)
        if !isChanged { return }
        // A block that has lost much takes in the one after it.
        if block.bound != nil, merged.heap.count < block.batch.heap.count, merged.postings.count < 64,
            merged.heap.count < limit / 4
        {
            let next = try nextBlock(block, word)
            for posting in next.batch.postings { merged.append(posting, of: next.batch) }
            try remove(next.key)
        }
        if merged.postings.first?.object != block.batch.postings.first?.object { try remove(block.key) }
        for range in merged.blocks(limit: limit, isAppending: isAppending) { try put(merged, range, word) }
    }

    // Safety: the key lives through the call.
    private mutating func nextBlock(_ block: Block, _ word: [UInt8]) throws -> Block {
        let start = TreeKey.wordStart(table.id, column, word) + [0]
        let key = start + Self.suffix(block.bound ?? 0)
        guard try unsafe key.withBytes({ (key) throws(LMDBError) in try unsafe cursor.seek(key) }), isAtWord(start)
        else { throw PostingBlock.Malformed() }
        return try current(start)
    }

    // Safety: the key lives through the call.
    private mutating func remove(_ key: [UInt8]) throws {
        let isThere = try unsafe key.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key, .exactKey) }
        if isThere { try cursor.delete() }
    }

    // Safety: key and value live through the call.
    private mutating func put(_ batch: PostingBatch, _ range: Range<Int>, _ word: [UInt8]) throws {
        let key = TreeKey.word(table.id, column, word, batch.postings[range.lowerBound].object)
        let value = PostingBlock.encoded(batch, range)
        try unsafe key.withBytes { (key) throws(LMDBError) in
            try unsafe value.withBytes { (value) throws(LMDBError) in _ = try unsafe cursor.put(value, for: key) }
        }
    }

    private static func suffix(_ object: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: object >> UInt64(56 - 8 * $0)) }
    }
}
