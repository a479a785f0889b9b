internal import TarnLMDB
internal import TarnRecords

extension Connection {
    /// Copies an object as it is now (F1, F5).
    func freeze(_ object: Object, _ context: ObjectContext) -> FrozenRow {
        if context.isFrozen, let row = object.__rowOwner as? FrozenRow { return row }
        confinement.check()
        if !context.exists(object) { refuseDeleted(context.description.name) }
        let (type, key) = (context.frozenClass, object.__key)
        let copied = readable { (session) throws(RecordError) in
            (session.state.version, try FrozenRow.values(session, type, key))
        }
        let values = copied?.1 ?? type.zeros
        let needsVersion = type.needsVersion(values)
        return FrozenRow(
            type, key, copied?.0 ?? 0, values, needsVersion && !isInWriteTransaction ? frozenVersion() : nil,
            openWriteFate)
    }

    /// The version of the snapshot for other threads; nil when the snapshot cannot be read. Not for use in a write.
    ///
    /// The transaction becomes that of the frozen version. The session of this connection keeps it alive until the
    /// connection moves, and the next snapshot begins a transaction of its own.
    func frozenVersion() -> FrozenVersion? {
        do throws(StoreError) {
            return try makeFrozenVersion()
        } catch {
            note(error)
            return nil
        }
    }

    func makeFrozenVersion() throws(StoreError) -> FrozenVersion {
        let session = try session()
        if let known = session.keeper as? FrozenVersion { return known }
        guard let transaction = readTransaction.take() else { preconditionFailure("a session without a transaction") }
        do throws(StoreError) {
            let made = try freeze(transaction, session.state.version)
            session.keeper = made
            return made
        } catch {
            // The transaction is over.
            endSnapshot()
            throw error
        }
    }

    private func freeze(
        _ transaction: consuming ReadTransaction, _ version: UInt64
    ) throws(StoreError) -> FrozenVersion {
        let raw = transaction.raw
        let session = try record { () throws(RecordError) in
            // With a generation of its own: nobody else may move it.
            let session = try RecordSession(raw, trees, catalogue, Generation(), isWriting: false)
            try session.openTrees()
            return session
        }
        return FrozenVersion(transaction, session, version, self)
    }
}
