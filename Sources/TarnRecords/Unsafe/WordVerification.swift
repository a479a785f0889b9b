internal import CTarnKernels
internal import TarnLMDB

/// Compares the full-text indexes of a file with its texts.
///
/// Texts and index are each reduced to a sum over all pairs of a word and a text, so that neither has to be held in
/// memory.
struct WordVerification {
    private let session: RecordSession
    private(set) var faults: [RecordError] = []
    /// By place in the file, what the index holds.
    private var sums: [IndexDelta.Place: UInt64] = [:]
    private var totals: [IndexDelta.Place: WordTotals] = [:]

    init(_ session: RecordSession) { self.session = session }

    /// Walks the index and the texts.
    mutating func run() {
        walkIndex()
        for table in session.catalogue.tables {
            for column in table.columns.indices where table.columns[column].isFullText {
                let place = IndexDelta.Place(table: table.id, column: column)
                let (sum, found) = (sums.removeValue(forKey: place), totals.removeValue(forKey: place))
                // Texts that cannot be read are named where the clusters are looked at.
                guard let expected = try? texts(table, column) else { continue }
                if expected.sum != sum ?? 0 || expected.totals != found ?? WordTotals() {
                    report("\(table.name).\(table.columns[column].name)", "the index does not agree with the texts")
                }
            }
        }
        for place in Set(sums.keys).union(totals.keys) {
            report("type \(place.table) column \(place.column)", "there is no such index")
        }
    }

    private mutating func report(_ key: String, _ message: String) {
        faults.append(RecordError(.corrupt, tree: "words", key: key, message: message))
    }

    // Safety: keys and values are looked at before the cursor moves.
    private mutating func walkIndex() {
        do {
            // Damaged pages can lead in a circle: a tree has no more entries than it says.
            var left = try session.transaction.statistics(of: session.trees.words).entries
            var cursor = try RawCursor(session.transaction, session.trees.words)
            var latest: (word: [UInt8], object: UInt64)?
            while try cursor.move(.next) {
                if left == 0 { return report("", "there are more entries than the tree says it has") }
                left -= 1
                let key = unsafe Array(cursor.key)
                guard key.count > 4 else {
                    report("", "a key has the wrong length")
                    continue
                }
                let place = IndexDelta.Place(
                    table: UInt16(key[0]) << 8 | UInt16(key[1]), column: Int(key[2]) << 8 | Int(key[3]))
                if key.count == 5 {
                    totals[place] = unsafe WordTotals(Array(cursor.value))
                    if totals[place] == nil { report("type \(place.table) column \(place.column)", "no totals") }
                } else {
                    latest = unsafe check(key, cursor.value, place, after: latest)
                }
            }
        } catch {
            faults.append(.storage(error, tree: "words"))
        }
    }

    // Safety: the block checks its bytes before it reads them.
    private mutating func check(
        _ key: [UInt8], _ value: UnsafeRawBufferPointer, _ place: IndexDelta.Place,
        after latest: (word: [UInt8], object: UInt64)?
    ) -> (word: [UInt8], object: UInt64)? {
        let word = Array(key.dropFirst(4).dropLast(9))
        let first = key.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        do {
            let block = try unsafe PostingBlock(value, first: first)
            let batch = try block.batch()
            guard !word.isEmpty, key[key.count - 9] == 0, block.hasValidChecksum, let last = batch.postings.last else {
                throw PostingBlock.Malformed()
            }
            let start = Array(key.dropLast(8))
            if let latest, latest.word == start, latest.object >= first { throw PostingBlock.Malformed() }
            sums[place, default: 0] &+= Self.sum(batch, word)
            return (start, last.object)
        } catch {
            report(
                "type \(place.table) column \(place.column)",
                "the block of \"\(String(decoding: word, as: UTF8.self))\" is damaged")
            return nil
        }
    }

    // Safety: the arrays live through the calls.
    private static func sum(_ batch: PostingBatch, _ word: [UInt8]) -> UInt64 {
        let seed = unsafe tarn_hash(word, word.count, 5)
        return batch.postings.reduce(0) { sum, posting in
            let positions = Array(batch.heap[posting.positions])
            let mixed = seed ^ posting.object &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(posting.length)
            return unsafe sum &+ tarn_hash(positions, positions.count, mixed)
        }
    }

    // Safety: fields that skip the exclusivity check; nobody else has the delta.
    /// What the index should hold.
    private func texts(_ table: Table, _ column: Int) throws(RecordError) -> (sum: UInt64, totals: WordTotals) {
        let delta = WordDelta(table, column, WordSplitter())
        var sum: UInt64 = 0
        var totals = WordTotals()
        // Safety: as above.
        func take() throws(RecordError) {
            unsafe totals.texts += delta.totals.texts
            unsafe totals.words += delta.totals.words
            try delta.take { (word, batch) in sum &+= Self.sum(batch, word) }
        }
        try session.scan(table, columns: [column]) { (number, cluster) throws(RecordError) in
            for slot in SlotSequence(cluster.presence) {
                let key = ObjectKey(cluster: number, slot: slot)
                guard case .string(let text) = try session.value(cluster, key, column, table) else { continue }
                unsafe Array(text.utf8).withBytes { unsafe delta.add($0, key, isRemoval: false) }
            }
            if delta.byteCount > WordDelta.limit { try take() }
            return true
        }
        try take()
        return (sum, totals)
    }
}
