/// Moves among the sorted values of one key. In a database without duplicates each key has one.
extension Cursor {
    /// How many values the key under the cursor has.
    public var duplicateCount: Int {
        get throws(LMDBError) {
            if !isPositioned { return 0 }
            return database.options.duplicates == .none ? 1 : try raw.duplicateCount()
        }
    }

    /// Moves to the first value of the key.
    public mutating func firstDuplicate() throws(LMDBError) -> Bool {
        try amongDuplicates(.firstDuplicate, single: true)
    }
    /// Moves to the last value of the key.
    public mutating func lastDuplicate() throws(LMDBError) -> Bool { try amongDuplicates(.lastDuplicate, single: true) }
    /// Moves to the next value of the key; false at the last, where the cursor then stays.
    public mutating func nextDuplicate() throws(LMDBError) -> Bool {
        try amongDuplicates(.nextDuplicate, single: false)
    }
    /// Moves to the previous value of the key; false at the first, where the cursor then stays.
    public mutating func previousDuplicate() throws(LMDBError) -> Bool {
        try amongDuplicates(.previousDuplicate, single: false)
    }

    private mutating func amongDuplicates(_ move: CursorMove, single: Bool) throws(LMDBError) -> Bool {
        if !isPositioned { return false }
        if database.options.duplicates == .none { return single }
        let moved = try raw.move(move)
        // LMDB answers some of these moves without the key.
        isPositioned = try raw.move(.current)
        return moved
    }

    /// Moves to a key and one of its values.
    public mutating func move(
        to key: borrowing some Bytes & ~Copyable & ~Escapable, value: borrowing some Bytes & ~Copyable & ~Escapable
    ) throws(LMDBError) -> Bool {
        try key.withBytes { (key) throws(LMDBError) in
            try value.withBytes { (value) throws(LMDBError) in try sought(key, value, .exactPair) }
        }
    }

    /// Moves to the first value of a key that is the given one or comes after it.
    public mutating func move(
        to key: borrowing some Bytes & ~Copyable & ~Escapable,
        valueOrAfter value: borrowing some Bytes & ~Copyable & ~Escapable
    ) throws(LMDBError) -> Bool {
        try key.withBytes { (key) throws(LMDBError) in
            try value.withBytes { (value) throws(LMDBError) in try sought(key, value, .pairAtOrAfter) }
        }
    }

    private mutating func sought(
        _ key: Span<UInt8>, _ value: Span<UInt8>, _ move: CursorMove
    ) throws(LMDBError) -> Bool {
        isPositioned = false
        try database.check(key: key.count, value: value.count, "move cursor")
        if database.options.duplicates == .none { throw LMDBError(.incompatible, operation: "move cursor") }
        if try raw.seekBytes(key, value, move) { isPositioned = try raw.move(.current) }
        return isPositioned
    }

    /// Lends the values of the key a page at a time, one after the other without gaps, from the first to the last.
    ///
    /// Only for duplicates of a fixed size. The cursor then stands on the last value of the key.
    ///
    /// - Throws: ``LMDBError``, or what the closure throws.
    public mutating func forEachPageOfDuplicates(_ body: (Span<UInt8>) throws -> Void) throws {
        precondition(isPositioned, "a cursor that stands nowhere has no entry: look at what the last move answered")
        if database.options.valueSize == nil { throw LMDBError(.incompatible, operation: "read duplicates") }
        if try raw.duplicateCount() == 1 { return try withEntry { _, value in try body(value) } }
        _ = try firstDuplicate()
        var more = try raw.move(.currentPage)
        while more {
            try raw.lendValue(body)
            more = try raw.move(.nextPage)
        }
        isPositioned = try raw.move(.current)
    }
}
