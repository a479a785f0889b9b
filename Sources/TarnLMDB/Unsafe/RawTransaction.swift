internal import CLMDB

/// A transaction as the C library sees it: a pointer that is valid while the owner keeps the transaction open.
///
/// Public code uses ``ReadTransaction`` and ``WriteTransaction``, which own one of these. The record layer above reads
/// and writes through it, so that one code path serves both kinds of transaction.
@safe
package struct RawTransaction {
    package let pointer: OpaquePointer

    // Safety: only kept; the owner of the transaction keeps the pointer valid.
    package init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    // Safety: LMDB only reads the key during the call; the answer points into the map, which the open transaction pins.
    /// The bytes stored under a key, or nil; valid until the next write of this transaction or its end.
    package func value(for key: UnsafeRawBufferPointer, in tree: RawTree) throws(LMDBError) -> UnsafeRawBufferPointer? {
        var keyValue = unsafe MDB_val(key)
        var dataValue = unsafe MDB_val()
        let status = unsafe mdb_get(pointer, tree.handle, &keyValue, &dataValue)
        if status == MDB_NOTFOUND { return nil }
        try LMDBError.checkTree(status, "get")
        return unsafe dataValue.bytes
    }

    // Safety: LMDB copies key and value during the call.
    /// Stores a value; with `.noOverwrite` or `.noDuplicate` the answer is false when the key or pair exists.
    @discardableResult
    package func put(
        _ value: UnsafeRawBufferPointer, for key: UnsafeRawBufferPointer, in tree: RawTree, flags: PutFlags = []
    ) throws(LMDBError) -> Bool {
        var keyValue = unsafe MDB_val(key)
        var dataValue = unsafe MDB_val(value)
        let status = unsafe mdb_put(pointer, tree.handle, &keyValue, &dataValue, flags.rawValue)
        if status == MDB_KEYEXIST { return false }
        try LMDBError.checkTree(status, "put")
        return true
    }

    // Safety: the reserved bytes are valid until the next update; they are handed out for the duration of `fill` only.
    /// Makes room for a value and lets the caller fill it in place.
    package func reserve(
        _ byteCount: Int, for key: UnsafeRawBufferPointer, in tree: RawTree, flags: PutFlags = [],
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(LMDBError) {
        var keyValue = unsafe MDB_val(key)
        var dataValue = unsafe MDB_val(mv_size: byteCount, mv_data: nil)
        let status = unsafe mdb_put(pointer, tree.handle, &keyValue, &dataValue, flags.rawValue | UInt32(MDB_RESERVE))
        try LMDBError.checkTree(status, "reserve")
        unsafe fill(UnsafeMutableRawBufferPointer(start: dataValue.mv_data, count: dataValue.mv_size))
    }

    // Safety: LMDB only reads key and value during the call.
    /// Removes a key with all its values, or one duplicate of it; false when nothing was there.
    @discardableResult
    package func delete(
        _ key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer? = nil, in tree: RawTree
    ) throws(LMDBError) -> Bool {
        var keyValue = unsafe MDB_val(key)
        let status: Int32
        if let value = unsafe value {
            var dataValue = unsafe MDB_val(value)
            status = unsafe mdb_del(pointer, tree.handle, &keyValue, &dataValue)
        } else {
            status = unsafe mdb_del(pointer, tree.handle, &keyValue, nil)
        }
        if status == MDB_NOTFOUND { return false }
        try LMDBError.checkTree(status, "delete")
        return true
    }

    // Safety: the handle belongs to the environment of this transaction.
    /// Removes every entry of a tree and keeps the tree.
    package func removeAll(in tree: RawTree) throws(LMDBError) {
        try LMDBError.checkTree(unsafe mdb_drop(pointer, tree.handle, 0), "remove all")
    }

    // Safety: reads one field of an open transaction.
    /// LMDB's own number of the transaction (for a reader: of the commit it sees).
    package var identifier: UInt { unsafe UInt(mdb_txn_id(pointer)) }
}

/// The handle of a named tree; valid for every transaction begun after the tree was opened.
package struct RawTree: Sendable, Hashable {
    package let handle: UInt32
    package init(handle: UInt32) { self.handle = handle }
}

/// Variants of storing a value.
package struct PutFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let noOverwrite = PutFlags(rawValue: UInt32(MDB_NOOVERWRITE))
    package static let noDuplicate = PutFlags(rawValue: UInt32(MDB_NODUPDATA))
    package static let append = PutFlags(rawValue: UInt32(MDB_APPEND))
    package static let appendDuplicate = PutFlags(rawValue: UInt32(MDB_APPENDDUP))
    package static let current = PutFlags(rawValue: UInt32(MDB_CURRENT))
}

extension MDB_val {
    // Safety: borrows the bytes for the duration of one C call; the caller keeps them alive until it returns.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    // Safety: only valid while the transaction that produced the value is open and unwritten.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
    }
}

extension LMDBError {
    /// Throws unless the C call succeeded.
    package static func check(_ status: Int32, _ operation: @autoclosure () -> String) throws(LMDBError) {
        if status != 0 { throw LMDBError(Code(rawValue: status), operation: operation()) }
    }

    /// The same for a call that answers "invalid argument" when the handle of a tree is unknown to the transaction.
    package static func checkTree(_ status: Int32, _ operation: @autoclosure () -> String) throws(LMDBError) {
        try check(status == Code.invalidArgument.rawValue ? Code.badTree.rawValue : status, operation())
    }
}
