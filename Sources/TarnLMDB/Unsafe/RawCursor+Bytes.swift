extension RawCursor {
    /// The key as text.
    // Safety: the bytes are copied while the cursor stands on them.
    var keyText: String { unsafe String(decoding: key, as: UTF8.self) }

    /// The size of the value under the cursor.
    // Safety: only the size is read.
    var valueSize: Int { unsafe value.count }

    /// Lends what is under the cursor.
    // Safety: the public callers borrow the cursor while the closure runs, and a cursor that writes borrows its
    // transaction, so the bytes stay where they are.
    func lendEntry<Result, Failure: Error>(
        _ body: (Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe key.lend { (key) throws(Failure) in
            try unsafe value.lend { (value) throws(Failure) in try body(key, value) }
        }
    }

    /// Lends the value, or the page of values, under the cursor.
    // Safety: as above.
    func lendValue<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try unsafe value.lend(body)
    }

    /// How the key under the cursor stands to another in the order of the tree.
    // Safety: the bytes are lent for the duration of the call.
    func order(_ other: [UInt8], _ tree: RawTree) -> Int { unsafe other.withUnsafeBytes { unsafe order($0, tree) } }

    /// Moves to a key.
    // Safety: LMDB only reads the key during the call.
    mutating func seekBytes(_ key: Span<UInt8>, _ move: CursorMove) throws(LMDBError) -> Bool {
        try unsafe key.withUnsafeBytes { (key) throws(LMDBError) in try unsafe seek(key, move) }
    }

    /// Moves to a pair. The key is afterwards the caller's, so the caller moves to `.current` to have the stored one.
    // Safety: LMDB only reads key and value during the call.
    mutating func seekBytes(
        _ key: Span<UInt8>, _ value: Span<UInt8>, _ move: CursorMove
    ) throws(LMDBError) -> Bool {
        try unsafe lendRaw(key, value) { (key, value) throws(LMDBError) in
            try unsafe seek(key, duplicate: value, move)
        }
    }

    /// Stores at the cursor.
    // Safety: LMDB copies key and value during the call.
    mutating func putBytes(
        _ value: Span<UInt8>, for key: Span<UInt8>, _ flags: PutFlags
    ) throws(LMDBError) -> Bool {
        try unsafe lendRaw(key, value) { (key, value) throws(LMDBError) in
            try unsafe put(value, for: key, flags: flags)
        }
    }
}
