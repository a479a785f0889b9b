/// When a value is stored.
public enum PutMode: Sendable, Hashable {
    /// Always; it replaces the value of the key, or joins the key's sorted values.
    case always
    /// Only if the key is not there.
    case ifKeyIsNew
    /// Only if the key does not have this very value; for databases with duplicates.
    case ifPairIsNew
    /// Only if the key comes after all keys of the database: the fast way to store in order.
    case append
    /// Only if the key is the last or comes after it, and the value comes after its values.
    case appendDuplicate

    var flags: PutFlags {
        switch self {
        case .always: []
        case .ifKeyIsNew: .noOverwrite
        case .ifPairIsNew: .noDuplicate
        case .append: .append
        case .appendDuplicate: .appendDuplicate
        }
    }
}

extension WriteTransaction {
    /// Stores a value; false when the mode did not allow it. Takes time logarithmic in the entries.
    ///
    /// - Throws: ``LMDBError`` with `.mapFull` or another code after which the transaction can only be given up, or
    ///   `.keyTooLongOrEmpty` for a key or value of a wrong size, after which it goes on.
    @inlinable
    @discardableResult
    public mutating func put(
        _ value: borrowing some Bytes & ~Copyable & ~Escapable, for key: borrowing some Bytes & ~Copyable & ~Escapable,
        in database: Database, mode: PutMode = .always
    ) throws(LMDBError) -> Bool {
        let access = access
        return try key.withBytes { (key) throws(LMDBError) in
            try value.withBytes { (value) throws(LMDBError) in try access.put(value, key, database, mode) }
        }
    }

    /// Makes room for a value of a known size and lets it be filled in place; the room is cleared before.
    ///
    /// Only for databases without duplicates.
    public mutating func reserve(
        _ size: Int, for key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database,
        fill: (inout MutableSpan<UInt8>) -> Void
    ) throws(LMDBError) {
        let (access, tree) = (access, try access.tree(database, "reserve"))
        if database.options.duplicates != .none { throw LMDBError(.incompatible, operation: "reserve") }
        try key.withBytes { (key) throws(LMDBError) in
            try database.check(key: key.count, "reserve")
            try access.raw.reserveRoom(size, for: key, in: tree, fill)
        }
    }

    /// Stores many values of one key in one call; answers how many were looked at before a pair that exists.
    ///
    /// Only for databases with duplicates of a fixed size; `values` holds them one after the other.
    @discardableResult
    public mutating func putMultiple(
        _ values: borrowing some Bytes & ~Copyable & ~Escapable, for key: borrowing some Bytes & ~Copyable & ~Escapable,
        in database: Database
    ) throws(LMDBError) -> Int {
        let (access, tree) = (access, try access.tree(database, "put multiple"))
        guard let size = database.options.valueSize else { throw LMDBError(.incompatible, operation: "put multiple") }
        return try key.withBytes { (key) throws(LMDBError) in
            try values.withBytes { (values) throws(LMDBError) in
                try database.check(key: key.count, "put multiple")
                if values.count % size != 0 { throw LMDBError(.keyTooLongOrEmpty, operation: "put multiple") }
                if values.isEmpty { return 0 }
                return try access.raw.storeMultiple(values, elementSize: size, for: key, in: tree)
            }
        }
    }

    /// Removes a key with all its values; false when it is not there.
    @inlinable
    @discardableResult
    public mutating func delete(
        _ key: borrowing some Bytes & ~Copyable & ~Escapable, in database: Database
    ) throws(LMDBError) -> Bool {
        let access = access
        return try key.withBytes { (key) throws(LMDBError) in try access.delete(key, database) }
    }

    /// Removes one of the values of a key; false when the pair is not there. Without duplicates the value is ignored.
    @inlinable
    @discardableResult
    public mutating func delete(
        _ key: borrowing some Bytes & ~Copyable & ~Escapable, value: borrowing some Bytes & ~Copyable & ~Escapable,
        in database: Database
    ) throws(LMDBError) -> Bool {
        let access = access
        return try key.withBytes { (key) throws(LMDBError) in
            try value.withBytes { (value) throws(LMDBError) in try access.delete(key, value, database) }
        }
    }

    /// Removes every entry of a database and keeps the database.
    public mutating func removeAll(in database: Database) throws(LMDBError) {
        try access.raw.removeAll(in: access.tree(database, "remove all"))
    }

    /// Lends a cursor that writes to a database; nothing else can be done with the transaction meanwhile.
    ///
    /// - Throws: ``LMDBError`` when the cursor cannot be opened, or what the closure throws.
    public mutating func withWriteCursor<Result>(
        in database: Database, _ body: (inout WriteCursor) throws -> Result
    ) throws -> Result { try access.withCursor(database, body) }
}

extension TransactionAccess {
    @usableFromInline
    func put(
        _ value: Span<UInt8>, _ key: Span<UInt8>, _ database: borrowing Database, _ mode: PutMode
    ) throws(LMDBError) -> Bool {
        let tree = try tree(database, "put")
        try database.check(key: key.count, value: value.count, "put")
        do throws(LMDBError) { return try raw.store(value, for: key, in: tree, mode.flags) } catch {
            throw shared.handle.explained(error)
        }
    }

    @usableFromInline
    func delete(_ key: Span<UInt8>, _ database: borrowing Database) throws(LMDBError) -> Bool {
        let tree = try tree(database, "delete")
        try database.check(key: key.count, "delete")
        return try raw.remove(key, in: tree)
    }

    @usableFromInline
    func delete(
        _ key: Span<UInt8>, _ value: Span<UInt8>, _ database: borrowing Database
    ) throws(LMDBError) -> Bool {
        let tree = try tree(database, "delete")
        try database.check(key: key.count, value: value.count, "delete")
        return try raw.remove(key, value, in: tree)
    }
}
