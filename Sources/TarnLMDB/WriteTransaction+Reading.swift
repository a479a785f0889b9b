extension WriteTransaction: Transaction {
    /// A copy of the value of a key (the first of several), or nil. Takes time logarithmic in the entries.
    @inlinable
    public func value(
        for key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database
    ) throws(LMDBError) -> [UInt8]? {
        let access = access
        return try key.withBytes { (key) throws(LMDBError) in try access.value(key, database) }
    }

    /// Lends the value of a key (the first of several) to a closure; nil when the key is not there.
    ///
    /// - Throws: ``LMDBError`` from the look-up, or what the closure throws.
    @inlinable
    public func withValue<Result>(
        for key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database,
        _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result? {
        let access = access
        var result: Result?
        _ = try key.withBytes { key in try access.lendValue(key, database) { value in result = try body(value) } }
        return result
    }

    /// Whether a key is there.
    @inlinable
    public func contains(
        _ key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database
    ) throws(LMDBError) -> Bool {
        let access = access
        return try key.withBytes { (key) throws(LMDBError) in try access.contains(key, database) }
    }

    /// The shape of a database's tree. Takes constant time.
    public func statistics(of database: Database) throws(LMDBError) -> TreeStatistics {
        try access.statistics(database)
    }

    /// Lends a cursor that reads a database. Several may be open at a time.
    ///
    /// - Throws: ``LMDBError`` when the cursor cannot be opened, or what the closure throws.
    public func withCursor<Result>(
        in database: Database, _ body: (inout ReadCursor) throws -> Result
    ) throws -> Result { try access.withCursor(database, body) }
}
