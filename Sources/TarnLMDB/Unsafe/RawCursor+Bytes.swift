extension RawCursor {
    // Safety: the bytes are copied while the cursor stands on them.
    /// The key as text.
    var keyText: String { unsafe String(decoding: key, as: UTF8.self) }

    // Safety: only the size is read.
    /// The size of the value under the cursor.
    var valueSize: Int { unsafe value.count }

    // Safety: the public callers borrow the cursor while the closure runs, and a cursor that writes borrows its
    // transaction, so the bytes stay where they are.
    /// Lends what is under the cursor.
    func lendEntry<Result, Failure: Error>(
        _ body: (Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe key.lend { (key) throws(Failure) in
            try unsafe value.lend { (value) throws(Failure) in try body(key, value) }
        }
    }

    // Safety: as above.
    /// Lends the value, or the page of values, under the cursor.
    func lendValue<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try unsafe value.lend(body)
    }

    // Safety: the bytes are lent for the duration of the call.
    /// How the key under the cursor stands to another in the order of the tree.
    func order(_ other: [UInt8], _ tree: RawTree) -> Int { unsafe other.withUnsafeBytes { unsafe order($0, tree) } }

    // Safety: LMDB only reads the key during the call.
    /// Moves to a key.
    mutating func seekBytes(_ key: Span<UInt8>, _ move: CursorMove) throws(LMDBError) -> Bool {
        try unsafe key.withUnsafeBytes { (key) throws(LMDBError) in try unsafe seek(key, move) }
    }

    // Safety: LMDB only reads key and value during the call.
    /// Moves to a pair. The key is afterwards the caller's, so the caller moves to `.current` to have the stored one.
    mutating func seekBytes(
        _ key: Span<UInt8>, _ value: Span<UInt8>, _ move: CursorMove
    ) throws(LMDBError) -> Bool {
        try unsafe lendRaw(key, value) { (key, value) throws(LMDBError) in
            try unsafe seek(key, duplicate: value, move)
        }
    }

    // Safety: LMDB copies key and value during the call.
    /// Stores at the cursor.
    mutating func putBytes(
        _ value: Span<UInt8>, for key: Span<UInt8>, _ flags: PutFlags
    ) throws(LMDBError) -> Bool {
        try unsafe lendRaw(key, value) { (key, value) throws(LMDBError) in
            try unsafe put(value, for: key, flags: flags)
        }
    }
}
