internal import TarnLMDB
internal import TarnRecords

extension Connection {
    /// Takes the writer's place, waiting for other threads and processes, and moves to the newest version (W1, R5).
    func beginWrite() throws(StoreError) {
        check()
        precondition(!configuration.isReadOnly, "W14: a read-only store cannot be written")
        precondition(!isInWriteTransaction, "W2: the store is already in a write transaction")
        if let readFailure, readFailure.code == .corrupt { throw readFailure }
        do {
            // A process that died with a snapshot open would pin the pages of its version for ever.
            if writeNumber % 64 == 0 { _ = try openEnvironment.removeDeadReaders() }
            writeTransaction = try openEnvironment.beginWrite()
        } catch {
            throw StoreError(error, path: path)
        }
        guard let raw = writeTransaction?.raw else { preconditionFailure("the transaction was begun above") }
        let session: RecordSession
        do throws(StoreError) {
            session = try makeSession(raw, isWriting: true)
        } catch {
            writeTransaction = nil
            throw error
        }
        readSession = nil
        readTransaction?.reset()
        writeSession = session
        writeThread = currentThreadIdentity()
        writeNumber += 1
        generation.write = writeNumber
        writeFailure = nil
        moved()
    }

    /// Makes the write durable; on an error nothing of it is in the file and the write is over.
    func commitWrite() throws(StoreError) {
        check()
        guard let session = writeSession else {
            preconditionFailure("W5: there is no write transaction to commit")
        }
        checkWriteThread()
        if let failure = writeFailure {
            cancelWrite()
            throw failure
        }
        let changed: Bool
        do throws(StoreError) {
            changed = try record { () throws(RecordError) in try session.finish() != nil }
        } catch {
            cancelWrite()
            throw error
        }
        if !changed {
            endWrite(isKept: false)
            return
        }
        do {
            if let transaction = writeTransaction.take() { try transaction.commit() }
        } catch {
            endWrite(isKept: false)
            throw StoreError(error, path: path)
        }
        endWrite(isKept: true)
    }

    /// Gives the write up (W5, W6).
    func cancelWrite() {
        check()
        precondition(isInWriteTransaction, "W5: there is no write transaction to cancel")
        checkWriteThread()
        endWrite(isKept: false)
    }

    private func endWrite(isKept: Bool) {
        checkScans()
        if !isKept, let made = writeSession?.madeObjects, !made.isEmpty { cancelledWrites[writeNumber] = made }
        generation.write = 0
        writeSession = nil
        writeTransaction = nil
        writeFailure = nil
        moved()
    }

    /// LMDB's writer belongs to its thread: an actor must not be suspended within a write.
    private func checkWriteThread() {
        precondition(
            writeThread == currentThreadIdentity(),
            "W17: a write ends on the thread that began it; no await within a write")
    }

    /// The session of the open write; traps outside one.
    func writing(_ what: String) -> RecordSession {
        check()
        guard let writeSession else { preconditionFailure("W8: \(what) only in a write transaction") }
        checkScans()
        return writeSession
    }

    /// Keeps the first failure of a change that could not throw; the commit throws it.
    func keepWriteFailure(_ error: StoreError) {
        if writeFailure == nil { writeFailure = error }
    }
}
