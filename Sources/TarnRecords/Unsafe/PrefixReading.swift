internal import TarnLMDB

extension RecordSession {
    // Safety: blocks are looked at before they are believed; they stay where they are, since nobody writes meanwhile.
    /// The texts that have a word which begins with some bytes.
    ///
    /// - Parameter isRanked: Whether frequencies and lengths are wanted: those of all such words together.
    func textsWithPrefix(
        _ prefix: [UInt8], _ table: Table, _ column: Int, isRanked: Bool
    ) throws(RecordError) -> ListWalk {
        let start = TreeKey.wordStart(table.id, column, prefix)
        let pairs = ObjectPairs(capacity: 1024)
        var objects: [UInt64] = []
        var block: [UInt64] = []
        var frequencies: [UInt32] = []
        do {
            var cursor = try RawCursor(transaction, trees.words)
            var isThere = try unsafe start.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key) }
            while isThere, unsafe cursor.key.starts(with: start), unsafe cursor.key.count > start.count + 8 {
                let first = unsafe UInt64(
                    bigEndian: cursor.key.loadUnaligned(fromByteOffset: cursor.key.count - 8, as: UInt64.self))
                let postings = try unsafe PostingBlock(cursor.value, first: first)
                try postings.objects(into: &block)
                if isRanked {
                    try postings.frequencies(into: &frequencies)
                    for place in block.indices {
                        pairs.append(block[place], UInt64(frequencies[place]) << 8 | UInt64(postings.length(place)))
                    }
                } else {
                    objects += block
                }
                isThere = try cursor.move(.next)
            }
        } catch let error as LMDBError {
            throw .storage(error, tree: "words")
        } catch {
            throw corruptWords(table, column, "the blocks of \"\(String(decoding: prefix, as: UTF8.self))*\"")
        }
        return isRanked ? Self.merged(pairs) : ListWalk(Self.distinct(objects))
    }

    private static func merged(_ pairs: ObjectPairs) -> ListWalk {
        pairs.sort()
        let list = ListWalk()
        var place = 0
        while place < pairs.count {
            let (object, first) = pairs[place]
            var frequency = first >> 8
            place += 1
            while place < pairs.count, pairs[place].key == object {
                frequency += pairs[place].payload >> 8
                place += 1
            }
            list.append(object, frequency: UInt32(clamping: frequency), length: UInt8(truncatingIfNeeded: first))
        }
        return list
    }

    /// The different ones of some objects, ascending: by a bit each where they are dense, else by sorting.
    private static func distinct(_ objects: [UInt64]) -> [UInt64] {
        guard let first = objects.min(), let last = objects.max() else { return [] }
        let clusters = Int(clamping: last >> 6 - first >> 6)
        var distinct: [UInt64] = []
        if clusters < objects.count / 2 {
            var masks = [UInt64](repeating: 0, count: clusters + 1)
            for object in objects { masks[Int(object >> 6 - first >> 6)] |= 1 << (object & 63) }
            for (place, mask) in masks.enumerated() {
                for slot in SlotSequence(mask) { distinct.append((first >> 6 + UInt64(place)) << 6 | UInt64(slot)) }
            }
            return distinct
        }
        var sorted = objects
        ObjectPairs.sort(&sorted)
        for object in sorted where distinct.last != object { distinct.append(object) }
        return distinct
    }
}
