internal import TarnRecords

extension Connection {
    /// What this store has under way on the background writer.
    var asyncWrites: AsyncWrites {
        if let knownAsyncWrites { return knownAsyncWrites }
        let made = AsyncWrites(.of(openEnvironment))
        knownAsyncWrites = made
        return made
    }

    /// A write of this store for the background writer; traps when the store cannot be written (W14).
    func job(
        _ write: QueuedWrite, _ author: String?, _ allowsGrouping: Bool,
        _ body: (@Sendable (Store) throws -> Void)?
    ) -> WriteJob {
        check()
        check(author: author)
        precondition(!configuration.isReadOnly || body == nil, "W14: a read-only store cannot be written")
        return WriteJob(
            write: write, file: OpenedFile(of: self), configuration: configuration, author: author,
            allowsGrouping: allowsGrouping, body: body)
    }

    /// Traps when a task that waits could not come back to where the store belongs (C5).
    func requireReturn(_ function: String, _ isolation: (any Actor)?) {
        check()
        if case .thread = confinement {
            preconditionFailure(
                "C5: \(function) cannot come back to the thread of the store: open the store on an actor, or use "
                    + "writeAsync")
        }
        precondition(
            isolation != nil,
            "C5: \(function) is called from what is isolated to the actor of the store, so that it comes back there")
    }

    /// Moves to a version that a write of this store has made, and tells the observers.
    func follow(_ version: UInt64) {
        if isClosed || isInWriteTransaction || !confinement.isHere { return }
        if let readSession, readSession.version >= version { return }
        do throws(StoreError) { _ = try refresh() } catch { note(error) }
    }

    /// Tells those who wait of the writes that have ended; not inside a write. What ends while the snapshot moves is
    /// beyond it, so the store follows each before it is told.
    func deliverEndsOfWrites() {
        if !isInWriteTransaction { knownAsyncWrites?.deliver { follow($0) } }
    }
}
