internal import CLMDB

/// A position in one tree of an open transaction.
///
/// It must not outlive its transaction; the owner (a public cursor or a function of the record layer) sees to that.
@safe
package struct RawCursor: ~Copyable {
    private let pointer: OpaquePointer
    /// The key under the cursor after a successful move.
    package private(set) var key: UnsafeRawBufferPointer
    /// The value under the cursor after a successful move.
    package private(set) var value: UnsafeRawBufferPointer

    // Safety: the cursor is closed in deinit, before the owning scope ends its transaction.
    package init(_ transaction: RawTransaction, _ tree: RawTree) throws(LMDBError) {
        var opened: OpaquePointer?
        try LMDBError.checkTree(unsafe mdb_cursor_open(transaction.pointer, tree.handle, &opened), "open cursor")
        guard let opened = unsafe opened else { throw LMDBError(.init(rawValue: 22), operation: "open cursor") }
        unsafe pointer = opened
        unsafe key = UnsafeRawBufferPointer(start: nil, count: 0)
        unsafe value = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// A number that tells this cursor from others.
    var identity: UInt { unsafe UInt(bitPattern: pointer) }

    // Safety: LMDB frees the cursor; nobody else holds the pointer since the type cannot be copied.
    deinit { unsafe mdb_cursor_close(pointer) }

    // Safety: key and value point into the map until the next write of the transaction.
    /// Moves the cursor; false when there is nothing there.
    package mutating func move(_ move: CursorMove) throws(LMDBError) -> Bool {
        var keyValue = unsafe MDB_val()
        var dataValue = unsafe MDB_val()
        return try unsafe run(move, &keyValue, &dataValue)
    }

    // Safety: LMDB only reads the key during the call.
    /// Moves to a key: exactly it (`.exactKey`) or the first at or after it (`.atOrAfter`).
    package mutating func seek(_ key: UnsafeRawBufferPointer, _ move: CursorMove = .atOrAfter) throws(LMDBError) -> Bool
    {
        var keyValue = unsafe MDB_val(key)
        var dataValue = unsafe MDB_val()
        return try unsafe run(move, &keyValue, &dataValue)
    }

    // Safety: LMDB only reads key and value during the call.
    /// Moves to a key and one of its sorted duplicates; ``key`` is then the caller's, not the stored one.
    package mutating func seek(
        _ key: UnsafeRawBufferPointer, duplicate: UnsafeRawBufferPointer, _ move: CursorMove
    ) throws(LMDBError) -> Bool {
        var keyValue = unsafe MDB_val(key)
        var dataValue = unsafe MDB_val(duplicate)
        return try unsafe run(move, &keyValue, &dataValue)
    }

    // Safety: see the callers.
    private mutating func run(
        _ move: CursorMove, _ keyValue: inout MDB_val, _ dataValue: inout MDB_val
    ) throws(LMDBError) -> Bool {
        let status = unsafe mdb_cursor_get(pointer, &keyValue, &dataValue, MDB_cursor_op(rawValue: move.rawValue))
        if status == MDB_NOTFOUND { return false }
        try LMDBError.check(status, "move cursor")
        unsafe key = keyValue.bytes
        unsafe value = dataValue.bytes
        return true
    }

    // Safety: LMDB copies key and value during the call.
    /// Stores at the cursor; false when `.noOverwrite` or `.noDuplicate` found the key or pair present.
    @discardableResult
    package mutating func put(
        _ newValue: UnsafeRawBufferPointer, for newKey: UnsafeRawBufferPointer, flags: PutFlags = []
    ) throws(LMDBError) -> Bool {
        var keyValue = unsafe MDB_val(newKey)
        var dataValue = unsafe MDB_val(newValue)
        let status = unsafe mdb_cursor_put(pointer, &keyValue, &dataValue, flags.rawValue)
        if status == MDB_KEYEXIST { return false }
        try LMDBError.check(status, "put at cursor")
        return true
    }

    // Safety: LMDB reads `count * size` bytes of `values` during the call; the caller passes a buffer of that length.
    /// Stores many fixed-size duplicates of one key in one call; answers how many were written.
    @discardableResult
    package mutating func putMultiple(
        _ values: UnsafeRawBufferPointer, elementSize: Int, for newKey: UnsafeRawBufferPointer, flags: PutFlags = []
    ) throws(LMDBError) -> Int {
        var keyValue = unsafe MDB_val(newKey)
        var data = unsafe (
            MDB_val(mv_size: elementSize, mv_data: UnsafeMutableRawPointer(mutating: values.baseAddress)),
            MDB_val(mv_size: values.count / elementSize, mv_data: nil)
        )
        let status = unsafe withUnsafeMutablePointer(to: &data) { pair in
            unsafe pair.withMemoryRebound(to: MDB_val.self, capacity: 2) { values in
                unsafe mdb_cursor_put(pointer, &keyValue, values, flags.rawValue | UInt32(MDB_MULTIPLE))
            }
        }
        if status == MDB_KEYEXIST { return unsafe data.1.mv_size }
        try LMDBError.check(status, "put multiple")
        return unsafe data.1.mv_size
    }

    // Safety: the cursor is positioned, or LMDB answers EINVAL.
    /// Removes the entry under the cursor, or with `allDuplicates` the whole key.
    package mutating func delete(allDuplicates: Bool = false) throws(LMDBError) {
        try LMDBError.check(
            unsafe mdb_cursor_del(pointer, allDuplicates ? UInt32(MDB_NODUPDATA) : 0), "delete at cursor")
    }

    // Safety: LMDB only reads the two keys during the call.
    /// How the key under the cursor stands to another in the order of the tree: negative, zero or positive.
    package func order(_ other: UnsafeRawBufferPointer, _ tree: RawTree) -> Int {
        var mine = unsafe MDB_val(key)
        var others = unsafe MDB_val(other)
        return Int(unsafe mdb_cmp(mdb_cursor_txn(pointer), tree.handle, &mine, &others))
    }

    // Safety: as above.
    /// How many duplicates the key under the cursor has.
    package func duplicateCount() throws(LMDBError) -> Int {
        var count = 0
        try LMDBError.check(unsafe mdb_cursor_count(pointer, &count), "count duplicates")
        return count
    }
}

/// Where a cursor goes next.
package struct CursorMove: Sendable {
    let rawValue: UInt32
    private init(_ operation: MDB_cursor_op) { rawValue = operation.rawValue }
    package static let first = CursorMove(MDB_FIRST)
    package static let last = CursorMove(MDB_LAST)
    package static let next = CursorMove(MDB_NEXT)
    package static let previous = CursorMove(MDB_PREV)
    package static let nextKey = CursorMove(MDB_NEXT_NODUP)
    package static let previousKey = CursorMove(MDB_PREV_NODUP)
    package static let firstDuplicate = CursorMove(MDB_FIRST_DUP)
    package static let lastDuplicate = CursorMove(MDB_LAST_DUP)
    package static let nextDuplicate = CursorMove(MDB_NEXT_DUP)
    package static let previousDuplicate = CursorMove(MDB_PREV_DUP)
    /// A page of fixed-size duplicates at once (`MDB_GET_MULTIPLE` after a seek, `MDB_NEXT_MULTIPLE` after it).
    package static let currentPage = CursorMove(MDB_GET_MULTIPLE)
    package static let nextPage = CursorMove(MDB_NEXT_MULTIPLE)
    package static let exactKey = CursorMove(MDB_SET_KEY)
    package static let atOrAfter = CursorMove(MDB_SET_RANGE)
    package static let exactPair = CursorMove(MDB_GET_BOTH)
    package static let pairAtOrAfter = CursorMove(MDB_GET_BOTH_RANGE)
    package static let current = CursorMove(MDB_GET_CURRENT)
}
