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
    ) throws(LMDBError) -> Bool {
        try key.withBytes { (key) throws(LMDBError) in try sought(key, .exactKey) }
    }

    /// Moves to the first key that is the given one or comes after it.
    public mutating func move(
        toOrAfter key: borrowing some Bytes & ~Copyable & ~Escapable
    ) throws(LMDBError) -> Bool {
        try key.withBytes { (key) throws(LMDBError) in
            // Every key comes after the empty one, which LMDB does not take.
            if key.isEmpty && database.options.keys != .integers { return try first() }
            return try sought(key, .atOrAfter)
        }
    }

    private mutating func sought(_ key: Span<UInt8>, _ move: CursorMove) throws(LMDBError) -> Bool {
        isPositioned = false
        try database.check(key: key.count, "move cursor")
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
