/// The way of an open transaction to the bytes, with the checks that LMDB leaves out.
///
/// It does not keep the transaction open: it is made for one call and never handed out.
@usableFromInline
struct TransactionAccess {
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

    @usableFromInline
    func value(_ key: Span<UInt8>, _ database: borrowing Database) throws(LMDBError) -> [UInt8]? {
        let tree = try tree(database, "get")
        try database.check(key: key.count, "get")
        return try raw.copiedValue(for: key, in: tree)
    }

    @usableFromInline
    func lendValue(
        _ key: Span<UInt8>, _ database: borrowing Database, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let tree = try tree(database, "get")
        try database.check(key: key.count, "get")
        return try raw.lendValue(for: key, in: tree, body)
    }

    @usableFromInline
    func contains(_ key: Span<UInt8>, _ database: borrowing Database) throws(LMDBError) -> Bool {
        let tree = try tree(database, "get")
        try database.check(key: key.count, "get")
        return try raw.hasValue(for: key, in: tree)
    }

    func statistics(_ database: borrowing Database) throws(LMDBError) -> TreeStatistics {
        try raw.statistics(of: tree(database, "statistics"))
    }

    /// Lends a cursor and sees to it that the same one comes back.
    func withCursor<Access, Result>(
        _ database: Database, _ body: (inout Cursor<Access>) throws -> Result
    ) throws -> Result {
        var cursor = try Cursor<Access>(self, database)
        let identity = cursor.raw.identity
        defer { requireSame(cursor.raw.identity, identity) }
        return try body(&cursor)
    }
}

/// Traps when what was lent to a closure is not what came back: a swapped cursor or transaction would outlive its own.
func requireSame(_ returned: UInt, _ lent: UInt) {
    precondition(returned == lent, "a cursor or nested transaction stays in the scope that lent it")
}
