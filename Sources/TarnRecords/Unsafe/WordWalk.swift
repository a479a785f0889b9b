internal import TarnLMDB

/// Walks the texts that have one word, objects ascending, and skips blocks that are not needed.
final class WordWalk {
    private let session: RecordSession
    private let table: Table
    private let column: Int
    private let start: [UInt8]
    private var cursor: RawCursor
    private var block: PostingBlock?
    private var objects: [UInt64] = []
    private var place = 0
    /// Whether the frequencies and places of the block have been read.
    private var isDetailed = false
    private var frequencies: [UInt32] = []
    private var places: [Int] = []
    private var positionsStart = 0
    private var hasPlaces = false

    /// Begins before the first text.
    init(_ session: RecordSession, _ table: Table, _ column: Int, _ word: [UInt8]) throws(RecordError) {
        self.session = session
        self.table = table
        self.column = column
        start = TreeKey.wordStart(table.id, column, word) + [0]
        do { cursor = try RawCursor(session.transaction, session.trees.words) } catch {
            throw .storage(error, tree: "words")
        }
    }

    /// The raw key of the current object.
    var object: UInt64 { objects[place] }
    /// The length of the current text; see ``TextLength``.
    var length: UInt8 { block?.length(place) ?? 0 }

    /// The objects of the block from the current one on.
    var rest: ArraySlice<UInt64> { objects[place...] }

    /// Moves to the next text; false at the end.
    func next() throws(RecordError) -> Bool {
        if place + 1 < objects.count {
            place += 1
            return true
        }
        return try nextBlock()
    }

    /// Moves to the next block; false at the end.
    func nextBlock() throws(RecordError) -> Bool {
        try read { () throws(LMDBError) in try moveOn() }
    }

    /// Moves to the first text at or after an object; false when there is none. Never goes back.
    func advance(to object: UInt64) throws(RecordError) -> Bool {
        if block == nil, !(try nextBlock()) { return false }
        while true {
            if let last = objects.last, last >= object {
                gallop(to: object)
                return true
            }
            // The next block has it most of the time; otherwise the tree is asked for the block.
            guard try nextBlock() else { return false }
            if let last = objects.last, last >= object { continue }
            guard try seek(object) else { return false }
        }
    }

    /// Moves forward in the block to the first object that is not before another; there is one.
    private func gallop(to object: UInt64) {
        var step = 1
        var low = place
        while low + step < objects.count && objects[low + step] < object {
            low += step
            step *= 2
        }
        var high = min(low + step, objects.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if objects[middle] < object { low = middle + 1 } else { high = middle }
        }
        place = low
    }

    // Safety: the key lives through the call.
    /// Moves to the block in which an object would be; the block is after the current one or the same.
    private func seek(_ object: UInt64) throws(RecordError) -> Bool {
        let key = start + (0..<8).map { UInt8(truncatingIfNeeded: object >> UInt64(56 - 8 * $0)) }
        return try read { () throws(LMDBError) in
            let isThere = try unsafe key.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key) }
            if isThere, unsafe cursor.key.elementsEqual(key) { return true }
            return try cursor.move(isThere ? .previous : .last)
        }
    }

    // Safety: the block is looked at before it is believed; it stays where it is, since nobody writes meanwhile.
    private func read(_ move: () throws(LMDBError) -> Bool) throws(RecordError) -> Bool {
        let (oldFirst, oldLast) = (objects.first, objects.last)
        guard try readHeader(move), let block else { return false }
        do { try block.objects(into: &objects) } catch { throw damage }
        // Blocks that overlap could lead in a circle; seeking may find the same block again.
        if let oldLast, let first = objects.first, first <= oldLast && first != oldFirst { throw damage }
        (place, isDetailed, hasPlaces) = (0, false, false)
        return true
    }

    // Safety: as above.
    private func readHeader(_ move: () throws(LMDBError) -> Bool) throws(RecordError) -> Bool {
        do {
            guard try move(), unsafe cursor.key.count == start.count + 8, unsafe cursor.key.starts(with: start) else {
                return false
            }
            let first = unsafe UInt64(
                bigEndian: cursor.key.loadUnaligned(fromByteOffset: start.count, as: UInt64.self))
            block = try unsafe PostingBlock(cursor.value, first: first)
            return true
        } catch let error as LMDBError {
            throw .storage(error, tree: "words")
        } catch {
            throw damage
        }
    }

    // Safety: only the header of each block is read.
    /// How many texts have the word, by the headers of its blocks; leaves the walk at the end.
    func countAll() throws(RecordError) -> Int {
        var count = 0
        while try readHeader({ () throws(LMDBError) in try moveOn() }) { count += block?.count ?? 0 }
        return count
    }

    // Safety: the key lives through the call.
    private func moveOn() throws(LMDBError) -> Bool {
        if block != nil { return try cursor.move(.next) }
        return try unsafe start.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key) }
    }

    private var damage: RecordError {
        let word = String(decoding: start.dropFirst(4).dropLast(), as: UTF8.self)
        return session.corruptWords(table, column, "a block of \"\(word)\"")
    }

    /// How often the word stands in the current text.
    func frequency() throws(RecordError) -> UInt32 {
        if !isDetailed { try readDetails() }
        return frequencies[place]
    }

    private func readDetails() throws(RecordError) {
        guard let block else { return }
        do { positionsStart = try block.frequencies(into: &frequencies) } catch { throw damage }
        isDetailed = true
    }

    /// Puts where the word stands in the current text in place of what is in the array.
    func positions(into positions: inout [UInt32]) throws(RecordError) {
        guard let block else { return }
        if !isDetailed { try readDetails() }
        do {
            if !hasPlaces { try block.places(positionsStart, frequencies, into: &places) }
            hasPlaces = true
            try block.positions(places[place]..<places[place + 1], into: &positions)
        } catch {
            throw damage
        }
    }
}
