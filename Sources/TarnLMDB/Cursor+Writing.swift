extension Cursor where Access == CursorWrites {
    /// Stores a value and moves to it; false when the mode did not allow it.
    @discardableResult
    public mutating func put(
        _ value: borrowing some Bytes & ~Copyable & ~Escapable, for key: borrowing some Bytes & ~Copyable & ~Escapable,
        mode: PutMode = .always
    ) throws(LMDBError) -> Bool {
        isPositioned = false
        let stored = try key.withBytes { (key) throws(LMDBError) in
            try value.withBytes { (value) throws(LMDBError) in
                try database.check(key: key.count, value: value.count, "put at cursor")
                return try raw.putBytes(value, for: key, mode.flags)
            }
        }
        if stored { isPositioned = try raw.move(.current) }
        return stored
    }

    /// Replaces the value under the cursor, which spares a look-up.
    ///
    /// Only for databases without duplicates; traps when the cursor stands nowhere.
    public mutating func replaceValue(
        with value: borrowing some Bytes & ~Copyable & ~Escapable
    ) throws(LMDBError) {
        if database.options.duplicates != .none { throw LMDBError(.incompatible, operation: "put at cursor") }
        // The key is copied: its bytes may move while the new value takes its place.
        let key = key
        isPositioned = false
        _ = try value.withBytes { (value) throws(LMDBError) in try raw.putBytes(value, for: key.span, .current) }
        isPositioned = try raw.move(.current)
    }

    /// Removes the entry under the cursor, or all values of its key. The next move is then to the entry that followed.
    ///
    /// Traps when the cursor stands nowhere.
    public mutating func delete(allDuplicates: Bool = false) throws(LMDBError) {
        precondition(isPositioned, "a cursor that stands nowhere has no entry: look at what the last move answered")
        isPositioned = false
        try raw.delete(allDuplicates: allDuplicates && database.options.duplicates != .none)
    }
}
