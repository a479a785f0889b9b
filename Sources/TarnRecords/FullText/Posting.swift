/// A word in the text of one object.
struct Posting {
    /// The raw key of the object.
    let object: UInt64
    /// How long the text is; see ``TextLength``.
    let length: UInt8
    /// Whether the text has lost the word; only among the changes of a write.
    let isRemoval: Bool
    /// How often the word stands in the text.
    let frequency: UInt32
    /// Where the word stands, in the heap of the batch: the differences of its numbers among the words, as varints.
    var positions: Range<Int>
}

/// Some postings of one word, objects ascending.
struct PostingBatch {
    var postings: [Posting] = []
    var heap: [UInt8] = []

    /// Adds a number to the heap, in groups of seven bits.
    @inline(__always)
    mutating func append(varint number: UInt32) {
        var rest = number
        while rest > 127 {
            heap.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        heap.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Adds a posting of another batch.
    mutating func append(_ posting: Posting, of other: PostingBatch) {
        var copy = posting
        copy.positions = heap.count..<heap.count + posting.positions.count
        heap += other.heap[posting.positions]
        postings.append(copy)
    }

    /// The postings after some changes.
    /// - Parameters:
    ///   - changes: A batch with additions and removals.
    ///   - range: Which of them.
    /// - Returns: the postings, and whether anything is another now.
    func merged(with changes: PostingBatch, _ range: Range<Int>) -> (PostingBatch, isChanged: Bool) {
        var merged = PostingBatch()
        var isChanged = false
        var old = 0
        for change in changes.postings[range] {
            while old < postings.count && postings[old].object < change.object {
                merged.append(postings[old], of: self)
                old += 1
            }
            let known = old < postings.count && postings[old].object == change.object ? postings[old] : nil
            if known != nil { old += 1 }
            if change.isRemoval {
                if known != nil { isChanged = true }
                continue
            }
            if let known, known.length == change.length, heap[known.positions] == changes.heap[change.positions] {
                merged.append(known, of: self)
                continue
            }
            isChanged = true
            merged.append(change, of: changes)
        }
        for posting in postings[old...] { merged.append(posting, of: self) }
        return (merged, isChanged)
    }
}
