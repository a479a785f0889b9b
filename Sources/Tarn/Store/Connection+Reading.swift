internal import TarnLMDB
internal import TarnRecords

extension Connection {
    /// The records as this confinement sees them now: the write's, or the snapshot's, which the first read begins (R1).
    func session() throws(StoreError) -> RecordSession {
        if let writeSession { return writeSession }
        if let readSession { return readSession }
        try beginSnapshot()
        guard let readSession else { preconditionFailure("the snapshot was begun above") }
        return readSession
    }

    /// A session on a transaction, with the catalogue that belongs to its version.
    func makeSession(_ raw: RawTransaction, isWriting: Bool) throws(StoreError) -> RecordSession {
        try record { () throws(RecordError) in
            let state = try RecordSession.readState(raw, trees)
            if state.schemaRevision != catalogue.revision {
                if let newer = try RecordSession.readCatalogue(raw, trees, revision: state.schemaRevision) {
                    adopt(newer)
                }
            }
            return try RecordSession(raw, trees, catalogue, generation, isWriting: isWriting)
        }
    }

    /// Runs a read that cannot throw. A failure is kept for `Store.readFailure` and given to the handler of the
    /// configuration, and the answer is nil.
    func readable<R>(_ body: (RecordSession) throws(RecordError) -> R) -> R? {
        do throws(StoreError) {
            let session = try session()
            return try record { () throws(RecordError) in try body(session) }
        } catch {
            note(error)
            return nil
        }
    }

    /// Keeps a failure of a read; a write that met one cannot be committed.
    func note(_ error: StoreError) {
        readFailure = error
        if isInWriteTransaction && writeFailure == nil { writeFailure = error }
        configuration.readFailureHandler?(error)
    }

    /// Turns errors of the record room into those of this one.
    func record<R>(_ body: () throws(RecordError) -> R) throws(StoreError) -> R {
        do {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    /// The error for programs. Every failure of the record room passes here.
    ///
    /// A change that met damage or no room may be half done: whoever catches the error, the write cannot be committed.
    func failure(_ error: RecordError) -> StoreError {
        // What follows a failure in the same write fails for that reason alone.
        if error.cause?.code == .badTransaction, let writeFailure { return writeFailure }
        let failure =
            if let cause = error.cause, error.code == .storage {
                StoreError(environment?.explained(cause) ?? cause, path: path)
            } else {
                StoreError(error, path: path)
            }
        let isHalfDone = error.code == .storage || error.code == .corrupt
        if isHalfDone && isInWriteTransaction && writeFailure == nil { writeFailure = failure }
        return failure
    }
}
