/// What can be read in a transaction of either kind.
///
/// A value is lent as a span for the duration of a closure, without a copy, or copied into an array.
public protocol Transaction: ~Copyable {
    /// The way to the bytes; of use inside this package only.
    var access: TransactionAccess { get }
}

/// The way of a transaction to its bytes: opaque outside the package.
public struct TransactionAccess {
    let raw: RawTransaction
    let shared: SharedEnvironment

    /// Checks that a database belongs to the transaction and is still there.
    @inline(__always)
    func tree(_ database: borrowing Database, _ operation: StaticString) throws(LMDBError) -> RawTree {
        precondition(
            database.environment === shared, "a database is used with transactions of the environment that opened it")
        if database.opened.isDeleted { throw LMDBError(.badTree, operation: "\(operation)") }
        return database.tree
    }
}

@available(*, unavailable)
extension TransactionAccess: Sendable {}

extension Transaction where Self: ~Copyable {
    /// A copy of the value of a key (the first of several), or nil. Takes time logarithmic in the entries.
    public func value(
        for key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database
    ) throws(LMDBError) -> [UInt8]? {
        let (access, tree) = (access, try access.tree(database, "get"))
        try database.check(key: byteCount(key), "get")
        return try access.raw.copiedValue(for: key, in: tree)
    }

    /// Lends the value of a key (the first of several) to a closure; nil when the key is not there.
    ///
    /// - Throws: ``LMDBError`` from the look-up, or what the closure throws.
    public func withValue<Result>(
        for key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database,
        _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result? {
        let (access, tree) = (access, try access.tree(database, "get"))
        try database.check(key: byteCount(key), "get")
        return try access.raw.lendValue(for: key, in: tree, body)?.get()
    }

    /// Whether a key is there.
    public func contains(
        _ key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database
    ) throws(LMDBError) -> Bool {
        let (access, tree) = (access, try access.tree(database, "get"))
        try database.check(key: byteCount(key), "get")
        return try access.raw.hasValue(for: key, in: tree)
    }

    /// How many entries a database has, duplicates counted each. Takes constant time.
    public func count(of database: Database) throws(LMDBError) -> Int { try statistics(of: database).entries }

    /// The shape of a database's tree. Takes constant time.
    public func statistics(of database: Database) throws(LMDBError) -> TreeStatistics {
        try access.raw.statistics(of: access.tree(database, "statistics"))
    }

    /// The size of the first value, to tell what size a packed tree was made for.
    func firstValueSize(in database: Database) throws(LMDBError) -> Int? {
        var cursor = try RawCursor(access.raw, access.tree(database, "open cursor"))
        return try cursor.move(.first) ? cursor.valueSize : nil
    }
}
