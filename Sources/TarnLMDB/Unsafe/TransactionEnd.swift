internal import CLMDB

extension RawTransaction {
    /// Commits; the transaction is over whether this throws or not.
    // Safety: LMDB frees the transaction in either case, so the owner never touches it again.
    func commit() throws(LMDBError) { try LMDBError.check(unsafe mdb_txn_commit(pointer), "commit") }

    /// Gives the transaction up.
    // Safety: LMDB frees the transaction; the owner calls this once.
    func abort() { unsafe mdb_txn_abort(pointer) }

    /// Gives up the snapshot of a reader and keeps its place in the lock file.
    // Safety: only for readers; the memory stays valid until abort.
    func reset() { unsafe mdb_txn_reset(pointer) }

    /// Takes the newest snapshot for a reader that was reset.
    // Safety: only for readers that were reset.
    func renew() throws(LMDBError) { try LMDBError.check(unsafe mdb_txn_renew(pointer), "renew read") }

    /// Opens the handle of a tree; nil when it does not exist and is not to be created.
    // Safety: LMDB copies the name; the caller lets no other transaction open a tree at the same time.
    func openTree(named name: String, flags: TreeFlags, create: Bool) throws(LMDBError) -> OpenedTree? {
        var handle: MDB_dbi = 0
        let wanted = flags.rawValue | (create ? UInt32(MDB_CREATE) : 0)
        let status = unsafe mdb_dbi_open(pointer, name, wanted, &handle)
        if status == MDB_NOTFOUND { return nil }
        try LMDBError.check(status, "open tree")
        var stored: UInt32 = 0
        try LMDBError.check(unsafe mdb_dbi_flags(pointer, handle, &stored), "open tree")
        if TreeFlags(rawValue: stored) != flags { throw LMDBError(.incompatible, operation: "open tree") }
        return OpenedTree(tree: RawTree(handle: handle), flags: flags)
    }
}

/// The kind of a tree; part of the file, so that a tree must always be opened as it was created.
package struct TreeFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// A key has many values, kept sorted.
    package static let duplicateSort = TreeFlags(rawValue: UInt32(MDB_DUPSORT))
    /// All values have one size; with `duplicateSort`.
    package static let fixedDuplicates = TreeFlags(rawValue: UInt32(MDB_DUPFIXED))
    /// Keys are unsigned integers in the machine's byte order, all of one size.
    package static let integerKeys = TreeFlags(rawValue: UInt32(MDB_INTEGERKEY))
    /// Values are unsigned integers in the machine's byte order; with `duplicateSort` and `fixedDuplicates`.
    package static let integerDuplicates = TreeFlags(rawValue: UInt32(MDB_INTEGERDUP))
}
