internal import CLMDB

extension RawTransaction {
    // Safety: LMDB copies the name; the caller lets no other transaction open a tree at the same time.
    /// Opens the handle of a tree; nil when it does not exist and is not to be created.
    func openTree(named name: String, flags: TreeFlags, create: Bool) throws(LMDBError) -> OpenedTree? {
        var handle: MDB_dbi = 0
        let wanted = flags.rawValue | (create ? UInt32(MDB_CREATE) : 0)
        let status = unsafe mdb_dbi_open(pointer, name, wanted, &handle)
        if status == MDB_NOTFOUND { return nil }
        try LMDBError.check(status, "open tree")
        var stored: UInt32 = 0
        try LMDBError.check(unsafe mdb_dbi_flags(pointer, handle, &stored), "open tree")
        if TreeFlags(rawValue: stored) != flags { throw LMDBError(.incompatible, operation: "open tree") }
        return OpenedTree(RawTree(handle: handle), flags)
    }

    // Safety: the caller lets no other transaction of the process be open, which might use the handle.
    /// Removes a tree with its entries, and closes its handle.
    func deleteTree(_ tree: RawTree) throws(LMDBError) {
        try LMDBError.check(unsafe mdb_drop(pointer, tree.handle, 1), "delete tree")
    }

    // Safety: LMDB fills the structure during the call.
    /// The shape of a tree.
    package func statistics(of tree: RawTree) throws(LMDBError) -> TreeStatistics {
        var stat = MDB_stat()
        try LMDBError.checkTree(unsafe mdb_stat(pointer, tree.handle, &stat), "statistics")
        return TreeStatistics(stat)
    }

    /// How many pages of the file are free for use, or will be when no reader needs them any more.
    func freePageCount() throws(LMDBError) -> Int { try freedPages().reduce(0) { $0 + $1.count } }

    // Safety: keys are numbers of transactions, and each value begins with the count of the page numbers in it.
    /// How many pages each transaction has freed that are not used again yet, in the order of the transactions.
    func freedPages() throws(LMDBError) -> [FreedPages] {
        var cursor = try RawCursor(self, .freePages)
        var freed: [FreedPages] = []
        while try cursor.move(.next) {
            let (key, value) = unsafe (cursor.key, cursor.value)
            // A damaged list may say any number; it cannot have more than it has room for.
            let room = value.count / 8 - 1
            if room < 0 || key.count != 8 { continue }
            let count = unsafe min(max(0, value.loadUnaligned(as: Int.self)), room)
            freed.append(FreedPages(transaction: unsafe key.loadUnaligned(as: UInt64.self), count: count))
        }
        return freed
    }
}

extension RawTree {
    /// LMDB's own tree of free pages; for reading only.
    static let freePages = RawTree(handle: 0)
    /// The tree that holds the named trees.
    static let root = RawTree(handle: 1)
}

/// The kind of a tree; part of the file, so that a tree must always be opened as it was created.
package struct TreeFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// A key has many values, kept sorted.
    package static let duplicateSort = TreeFlags(rawValue: UInt32(MDB_DUPSORT))
    /// All values have one size; with `duplicateSort`.
    package static let fixedDuplicates = TreeFlags(rawValue: UInt32(MDB_DUPFIXED))
    /// Keys are compared from their ends.
    package static let reverseKeys = TreeFlags(rawValue: UInt32(MDB_REVERSEKEY))
    /// Keys are unsigned integers in the machine's byte order, all of one size.
    package static let integerKeys = TreeFlags(rawValue: UInt32(MDB_INTEGERKEY))
    /// Values are unsigned integers in the machine's byte order; with `duplicateSort` and `fixedDuplicates`.
    package static let integerDuplicates = TreeFlags(rawValue: UInt32(MDB_INTEGERDUP))
}
