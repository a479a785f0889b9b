internal import CLMDB

extension RawTransaction {
    /// A number that tells this transaction from others that are open.
    var identity: UInt { unsafe UInt(bitPattern: pointer) }

    // Safety: LMDB frees the transaction in either case, so the owner never touches it again.
    /// Commits; the transaction is over whether this throws or not.
    func commit() throws(LMDBError) { try LMDBError.check(unsafe mdb_txn_commit(pointer), "commit") }

    // Safety: LMDB frees the transaction; the owner calls this once.
    /// Gives the transaction up.
    func abort() { unsafe mdb_txn_abort(pointer) }

    // Safety: only for readers; the memory stays valid until abort.
    /// Gives up the snapshot of a reader and keeps its place in the lock file.
    func reset() { unsafe mdb_txn_reset(pointer) }

    // Safety: only for readers that were reset.
    /// Takes the newest snapshot for a reader that was reset.
    func renew() throws(LMDBError) { try LMDBError.check(unsafe mdb_txn_renew(pointer), "renew read") }
}
