internal import TarnLMDB
internal import TarnRecords

/// Writes whose transaction somebody else begins and commits: the blocks of the background writer.
extension Connection {
    /// Makes a transaction that was begun elsewhere the open write.
    ///
    /// The transaction may be nested in another, which is then not used until this write is over.
    func enterBlock(_ transaction: consuming WriteTransaction) throws(StoreError) {
        let raw = transaction.raw
        writeTransaction = consume transaction
        do throws(StoreError) {
            writeSession = try makeSession(raw, isWriting: true)
        } catch {
            writeTransaction = nil
            throw error
        }
        writeThread = currentThreadIdentity()
        writeNumber += 1
        generation.write = writeNumber
        writeFailure = nil
        moved()
    }

    /// Ends the open write on the side of the records and gives the transaction back, which is yet to be committed;
    /// nil when the block has ended the write by itself.
    func leaveBlock() throws(StoreError) -> FinishedBlock? {
        guard !isClosed, let session = writeSession else { return nil }
        if let writeFailure { throw writeFailure }
        let isChanged = try record { () throws(RecordError) in try finish(session) }
        checkScans()
        writeSession = nil
        generation.write = 0
        guard let transaction = writeTransaction.take() else { preconditionFailure("a write has a transaction") }
        return FinishedBlock(transaction: transaction, isChanged: isChanged, version: session.state.version)
    }
}

/// What the block of a write leaves behind.
struct FinishedBlock: ~Copyable {
    let transaction: WriteTransaction
    let isChanged: Bool
    /// The version of the file once the transaction is committed.
    let version: UInt64

    /// Commits the transaction, which for a nested one only means that it becomes part of the other.
    consuming func commit() throws(LMDBError) { try transaction.commit() }

    /// The transaction, to go on in it.
    consuming func reopened() -> WriteTransaction { transaction }
}
