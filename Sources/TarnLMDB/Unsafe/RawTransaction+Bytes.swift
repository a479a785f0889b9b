extension RawTransaction {
    // Safety: the value is copied before anything can be written.
    /// A copy of the value of a key.
    func copiedValue(for key: Span<UInt8>, in tree: RawTree) throws(LMDBError) -> [UInt8]? {
        try unsafe key.lendRaw { (key) throws(LMDBError) in
            guard let found = try unsafe value(for: key, in: tree) else { return nil }
            return unsafe [UInt8](found)
        }
    }

    // Safety: the public callers borrow the transaction while the closure runs, so nothing can be written meanwhile.
    /// Lends the value of a key; the answer says whether there was one.
    func lendValue(
        for key: Span<UInt8>, in tree: RawTree, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let found = try unsafe key.lendRaw { (key) throws(LMDBError) in try unsafe value(for: key, in: tree) }
        guard let found = unsafe found else { return false }
        try unsafe found.lend(body)
        return true
    }

    // Safety: the answer of the look-up is not kept.
    /// Whether a key is there.
    func hasValue(for key: Span<UInt8>, in tree: RawTree) throws(LMDBError) -> Bool {
        try unsafe key.lendRaw { (key) throws(LMDBError) in try unsafe value(for: key, in: tree) != nil }
    }

    // Safety: LMDB copies key and value during the call.
    /// Stores a value.
    func store(
        _ value: Span<UInt8>, for key: Span<UInt8>, in tree: RawTree, _ flags: PutFlags
    ) throws(LMDBError) -> Bool {
        try unsafe lendRaw(key, value) { (key, value) throws(LMDBError) in
            try unsafe put(value, for: key, in: tree, flags: flags)
        }
    }

    // Safety: the caller checked that the values fill whole elements.
    /// Stores many values of one key; answers how many LMDB took.
    func storeMultiple(
        _ values: Span<UInt8>, elementSize: Int, for key: Span<UInt8>, in tree: RawTree
    ) throws(LMDBError) -> Int {
        try unsafe lendRaw(key, values) { (key, values) throws(LMDBError) in
            var cursor = try RawCursor(self, tree)
            return try unsafe cursor.putMultiple(values, elementSize: elementSize, for: key)
        }
    }

    // Safety: LMDB only reads the key during the call.
    /// Removes a key with all its values.
    func remove(_ key: Span<UInt8>, in tree: RawTree) throws(LMDBError) -> Bool {
        try unsafe key.lendRaw { (key) throws(LMDBError) in try unsafe delete(key, in: tree) }
    }

    // Safety: LMDB only reads key and value during the call.
    /// Removes one value of a key.
    func remove(_ key: Span<UInt8>, _ value: Span<UInt8>, in tree: RawTree) throws(LMDBError) -> Bool {
        try unsafe lendRaw(key, value) { (key, value) throws(LMDBError) in
            try unsafe delete(key, value: value, in: tree)
        }
    }

    // Safety: the reserved bytes are valid until the next update, and the span cannot outlive `fill`.
    /// Makes room for a value, clears it, and lends it to be filled.
    func reserveRoom(
        _ byteCount: Int, for key: Span<UInt8>, in tree: RawTree, _ fill: (inout MutableSpan<UInt8>) -> Void
    ) throws(LMDBError) {
        try unsafe key.lendRaw { (key) throws(LMDBError) in
            try unsafe reserve(byteCount, for: key, in: tree) { room in
                // What the allocator left there must not reach the file.
                for index in room.indices { unsafe room[index] = 0 }
                var span = unsafe room.assumingMemoryBound(to: UInt8.self).mutableSpan
                fill(&span)
            }
        }
    }
}

// Safety: the pointers are used within the closure only.
/// Lends a key and a value to a C call.
@inline(__always)
func lendRaw<Result>(
    _ key: Span<UInt8>, _ value: Span<UInt8>,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(LMDBError) -> Result
) throws(LMDBError) -> Result {
    try unsafe key.lendRaw { (key) throws(LMDBError) in
        try unsafe value.lendRaw { (value) throws(LMDBError) in try unsafe body(key, value) }
    }
}
