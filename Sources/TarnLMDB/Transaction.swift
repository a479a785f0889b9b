/// What can be read in a transaction of either kind.
///
/// A value is lent as a span for the duration of a closure, without a copy, or copied into an array.
public protocol Transaction: ~Copyable {
    /// A copy of the value of a key (the first of several), or nil. Takes time logarithmic in the entries.
    func value(
        for key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database
    ) throws(LMDBError) -> [UInt8]?

    /// Lends the value of a key (the first of several) to a closure; nil when the key is not there.
    ///
    /// - Throws: ``LMDBError`` from the look-up, or what the closure throws.
    func withValue<Result>(
        for key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database,
        _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result?

    /// Whether a key is there.
    func contains(
        _ key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database
    ) throws(LMDBError) -> Bool

    /// The shape of a database's tree. Takes constant time.
    func statistics(of database: Database) throws(LMDBError) -> TreeStatistics

    /// Lends a cursor that reads a database. Several may be open at a time.
    ///
    /// - Throws: ``LMDBError`` when the cursor cannot be opened, or what the closure throws.
    func withCursor<Result>(in database: Database, _ body: (inout ReadCursor) throws -> Result) throws -> Result
}

extension Transaction where Self: ~Copyable {
    /// How many entries a database has, duplicates counted each. Takes constant time.
    public func count(of database: Database) throws(LMDBError) -> Int { try statistics(of: database).entries }
}
