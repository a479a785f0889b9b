internal import CLMDB

extension RawTransaction {
    /// A number that tells this transaction from others that are open.
    var identity: UInt { unsafe UInt(bitPattern: pointer) }

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
}
