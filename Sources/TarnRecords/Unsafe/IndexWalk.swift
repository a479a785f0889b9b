internal import CTarnKernels
internal import TarnLMDB

/// Walks the keys of an index that lie in some ranges, ascending.
struct IndexWalk: ~Copyable {
    private var cursor: RawCursor
    private let table: Table
    private let prefix: [UInt8]
    private let ranges: [IndexRange]
    private var place = 0
    /// The bounds of the current range with type and column before them.
    private var lower: [UInt8] = []
    private var upper: [UInt8] = []
    private var isPlaced = false
    /// The length of the key under the walk, without type and column.
    private(set) var keyByteCount = 0

    init(_ session: RecordSession, _ table: Table, _ column: Int, _ ranges: [IndexRange]) throws(RecordError) {
        self.table = table
        self.ranges = ranges
        prefix = TreeKey.index(table.id, column, []).bytes
        do {
            cursor = try RawCursor(session.transaction, session.trees.index)
        } catch {
            throw .storage(error, tree: "index")
        }
        bound()
    }

    private mutating func bound() {
        if place == ranges.count { return }
        lower = prefix + ranges[place].lower
        upper = prefix + ranges[place].upper
    }

    // Safety: the key under the cursor is compared before the cursor moves again.
    /// Moves to the next key in the ranges; false when there is none.
    mutating func next() throws(RecordError) -> Bool {
        if place == ranges.count { return false }
        do {
            var found: Bool
            if isPlaced { found = try cursor.move(.nextKey) } else { found = try seek(lower) }
            isPlaced = true
            while found {
                if unsafe Self.precedes(cursor.key, upper) {
                    unsafe keyByteCount = cursor.key.count - prefix.count
                    return true
                }
                place += 1
                if place == ranges.count { return false }
                bound()
                if unsafe Self.precedes(cursor.key, lower) { found = try seek(lower) }
            }
        } catch {
            throw .storage(error, tree: "index")
        }
        place = ranges.count
        return false
    }

    // Safety: as above.
    /// Moves to the key before, beginning with the last one in the only range; false when there is none.
    mutating func previous() throws(RecordError) -> Bool {
        do {
            var found: Bool
            if isPlaced {
                found = try cursor.move(.previousKey)
            } else if try seek(upper) {
                found = try cursor.move(.previousKey)
            } else {
                found = try cursor.move(.last)
            }
            isPlaced = true
            if !found { return false }
            if unsafe Self.precedes(cursor.key, lower) { return false }
            unsafe keyByteCount = cursor.key.count - prefix.count
            _ = try cursor.move(.firstDuplicate)
        } catch {
            throw .storage(error, tree: "index")
        }
        return true
    }

    // Safety: the key lives through the call.
    private mutating func seek(_ key: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe key.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key, .atOrAfter) }
    }

    // Safety: compares as many bytes as both have.
    private static func precedes(_ key: UnsafeRawBufferPointer, _ bound: [UInt8]) -> Bool {
        unsafe bound.withUnsafeBytes { bound in
            unsafe tarn_precedes(key.baseAddress, key.count, bound.baseAddress, bound.count)
        }
    }

    /// How many objects the current key has.
    func objectCount() throws(RecordError) -> Int {
        do {
            return try cursor.duplicateCount()
        } catch {
            throw .storage(error, tree: "index")
        }
    }

    // Safety: every value is read before the cursor moves, and only whole keys of eight bytes.
    /// Appends the objects of the current key, ascending, a page at a time.
    mutating func append(to objects: inout [UInt64], limit: Int = .max) throws(RecordError) {
        do {
            // A key with one object has no pages of them.
            let isAlone = try cursor.duplicateCount() == 1
            var isThere = isAlone ? true : try cursor.move(.currentPage)
            while isThere {
                let bytes = unsafe cursor.value
                guard bytes.count % 8 == 0, bytes.count > 0 else {
                    throw RecordError(
                        .corrupt, tree: "index", key: table.name, message: "an entry has the wrong length")
                }
                for place in stride(from: 0, to: bytes.count, by: 8) where objects.count < limit {
                    unsafe objects.append(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                }
                if isAlone || objects.count >= limit { return }
                isThere = try cursor.move(.nextPage)
            }
        } catch let error as RecordError {
            throw error
        } catch let error as LMDBError {
            throw .storage(error, tree: "index")
        } catch {
            preconditionFailure("no other error is thrown above")
        }
    }
}
