internal import TarnLMDB
internal import TarnRecords

extension Connection {
    /// Takes the writer's place, waiting for other threads and processes, and moves to the newest version (W1, R5).
    ///
    /// What is newer than the snapshot is told before the place is taken, so that nobody is told anything in a write.
    func beginWrite() throws(StoreError) {
        check()
        precondition(!configuration.isReadOnly, "W14: a read-only store cannot be written")
        precondition(!isInWriteTransaction, "W2: the store is already in a write transaction")
        // Those it shares a commit with have theirs in the same transaction.
        precondition(
            !isOfGroup, "W4: an asynchronous write that has ended itself cannot begin another; queue a second one")
        if let readFailure, readFailure.code == .corrupt { throw readFailure }
        if hasListeners && !isDelivering {
            _ = try moveToNewest()
            deliver()
            check()
            precondition(!isInWriteTransaction, "W2: a callback has left the store in a write transaction")
        }
        try checkActiveVersions()
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
        // Followers go on from the old snapshot when the write is over.
        if followers.isEmpty {
            readSession = nil
            readTransaction?.reset()
        }
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
            changed = try record { () throws(RecordError) in try finish(session) }
        } catch {
            cancelWrite()
            throw error
        }
        if !changed {
            endWriteFate(committed: session.state.version)
            endWrite(isKept: false)
            return
        }
        let quiet = silenced.filter { !$0.isDue }
        if !quiet.isEmpty { passOver(session, quiet) }
        let commit = UInt64(writeTransaction?.raw.identifier ?? 0)
        do {
            if let transaction = writeTransaction.take() { try transaction.commit() }
        } catch {
            if !quiet.isEmpty { goBack(from: session.version, quiet) }
            endWrite(isKept: false)
            throw StoreError(error, path: path)
        }
        // Durable, and before anybody here is told.
        membership?.announce(commit)
        if !quiet.isEmpty { leaveSnapshot(followersAt: session.version) }
        endWrite(isKept: true)
        for subscriber in quiet { subscriber.isHeldBack = false }
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
        endWriteFate(committed: isKept ? writeSession?.state.version : nil)
        generation.write = 0
        writeSession = nil
        writeTransaction = nil
        writeFailure = nil
        writeAuthor = nil
        silenced = []
        moved()
        if hasListeners || !followers.isEmpty { leaveWrite() }
    }

    /// Moves on from the snapshot before the write, over commits of others that came in between as well, and tells who
    /// has to be told.
    private func leaveWrite() {
        do throws(StoreError) {
            _ = try moveToNewest()
        } catch {
            note(error)
        }
        deliver()
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
