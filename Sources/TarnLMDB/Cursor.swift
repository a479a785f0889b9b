/// Marks a cursor that only reads; see ``ReadCursor``.
public enum CursorReads {}
/// Marks a cursor that also writes; see ``WriteCursor``.
public enum CursorWrites {}

/// A position in a database, lent by ``Transaction/withCursor(in:_:)``.
public typealias ReadCursor = Cursor<CursorReads>
/// A position in a database at which can be written, lent by ``WriteTransaction/withWriteCursor(in:_:)``.
public typealias WriteCursor = Cursor<CursorWrites>

/// A position in a database that moves from entry to entry in order.
///
/// It begins before the first entry. A move answers whether there was an entry to move to; after `false` the cursor
/// stands nowhere.
public struct Cursor<Access>: ~Copyable {
    var raw: RawCursor
    let database: Database
    /// Whether the cursor stands on an entry.
    public internal(set) var isPositioned = false

    init(_ access: TransactionAccess, _ database: Database) throws(LMDBError) {
        raw = try RawCursor(access.raw, access.tree(database, "open cursor"))
        self.database = database
    }

    private mutating func moved(_ move: CursorMove) throws(LMDBError) -> Bool {
        isPositioned = false
        isPositioned = try raw.move(move)
        return isPositioned
    }

    /// Moves to the first entry.
    public mutating func first() throws(LMDBError) -> Bool { try moved(.first) }
    /// Moves to the last entry.
    public mutating func last() throws(LMDBError) -> Bool { try moved(.last) }
    /// Moves to the next entry, duplicates one by one; from the beginning to the first.
    public mutating func next() throws(LMDBError) -> Bool { try moved(.next) }
    /// Moves to the previous entry, duplicates one by one; from the beginning to the last.
    public mutating func previous() throws(LMDBError) -> Bool { try moved(.previous) }
    /// Moves to the first value of the next key.
    public mutating func nextKey() throws(LMDBError) -> Bool { try moved(.nextKey) }
    /// Moves to the last value of the previous key.
    public mutating func previousKey() throws(LMDBError) -> Bool { try moved(.previousKey) }

    /// Moves to the first value of a key.
    public mutating func move(
        to key: borrowing some Bytes & ~Copyable & ~Escapable
    ) throws(LMDBError) -> Bool { try sought(key, .exactKey) }

    /// Moves to the first key that is the given one or comes after it.
    public mutating func move(
        toOrAfter key: borrowing some Bytes & ~Copyable & ~Escapable
    ) throws(LMDBError) -> Bool {
        // Every key comes after the empty one, which LMDB does not take.
        try byteCount(key) == 0 && database.options.keys != .integers ? first() : sought(key, .atOrAfter)
    }

    private mutating func sought(
        _ key: borrowing some Bytes & ~Copyable & ~Escapable, _ move: CursorMove
    ) throws(LMDBError) -> Bool {
        isPositioned = false
        try database.check(key: byteCount(key), "move cursor")
        isPositioned = try raw.seekBytes(key, move)
        return isPositioned
    }
}

@available(*, unavailable)
extension Cursor: Sendable {}

/// What is under the cursor. Traps when the cursor stands nowhere.
extension Cursor {
    /// A copy of the key.
    public var key: [UInt8] { withEntry { key, _ in [UInt8](key) } }

    /// A copy of the value.
    public var value: [UInt8] { withEntry { _, value in [UInt8](value) } }

    /// Lends key and value to a closure.
    public borrowing func withEntry<Result, Failure: Error>(
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(isPositioned, "a cursor that stands nowhere has no entry: look at what the last move answered")
        return try raw.lendEntry(body)
    }
}

extension Transaction where Self: ~Copyable {
    /// Lends a cursor that reads a database. Several may be open at a time.
    ///
    /// - Throws: ``LMDBError`` when the cursor cannot be opened, or what the closure throws.
    public func withCursor<Result>(
        in database: Database, _ body: (inout ReadCursor) throws -> Result
    ) throws -> Result {
        var cursor = try ReadCursor(access, database)
        let identity = cursor.raw.identity
        defer { requireSame(cursor.raw.identity, identity) }
        return try body(&cursor)
    }
}

extension WriteTransaction {
    /// Lends a cursor that writes to a database; nothing else can be done with the transaction meanwhile.
    ///
    /// - Throws: ``LMDBError`` when the cursor cannot be opened, or what the closure throws.
    public mutating func withWriteCursor<Result>(
        in database: Database, _ body: (inout WriteCursor) throws -> Result
    ) throws -> Result {
        var cursor = try WriteCursor(access, database)
        let identity = cursor.raw.identity
        defer { requireSame(cursor.raw.identity, identity) }
        return try body(&cursor)
    }
}

/// Traps when what was lent to a closure is not what came back: a swapped cursor or transaction would outlive its own.
func requireSame(_ returned: UInt, _ lent: UInt) {
    precondition(returned == lent, "a cursor or nested transaction stays in the scope that lent it")
}
