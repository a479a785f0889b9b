internal import TarnRecords

extension Store {
    /// Whether a commit of another store, thread or process moves this store to it by itself; true at first (R2).
    ///
    /// A store of an actor or a dispatch queue moves in a job or block of its home, one on the main thread in a block
    /// of the main queue. It then also lets go of the version that it held, whose pages can be used again. A store of
    /// any other thread, which nothing can run a block on, moves when it is told: ``refresh()``, a write,
    /// ``waitForChange(timeout:)``.
    ///
    /// With false, observers of the store are told that a refresh is required (R6).
    public var autorefresh: Bool {
        get { connection.autorefresh }
        set {
            connection.check()
            if newValue && !connection.autorefresh { connection.scheduler.schedule() }
            connection.autorefresh = newValue
        }
    }

    /// Blocks the calling thread until another store, thread or process has committed something that this store does
    /// not show yet, then moves to it and tells the observers. Uses no processor time while it waits.
    ///
    /// For stores of threads that run no loop. Traps for a store of an actor or a queue, which is moved by itself
    /// (R11), and in a write.
    ///
    /// - Parameter timeout: how long to wait at most, by a clock that nobody can set.
    /// - Returns: false when nothing was committed in that time.
    /// - Throws: ``StoreError`` when the snapshot cannot be begun.
    @discardableResult
    public func waitForChange(timeout: Duration) throws(StoreError) -> Bool {
        connection.check()
        guard case .thread = connection.confinement else {
            preconditionFailure(
                "R11: only the store of a thread waits for changes; one of an actor or a queue is moved by itself, so "
                    + "observe it")
        }
        precondition(!isInWriteTransaction, "R11: a store does not wait for changes in a write transaction")
        _ = try connection.session()
        guard let seen = connection.readSession?.transactionNumber, let feed = connection.membership?.feed else {
            return false
        }
        if !feed.wait(beyond: UInt64(seen), for: timeout) { return false }
        return try refresh()
    }

    /// Why commits of other processes may show here late, or commits of this process there; nil while all is well.
    ///
    /// Nothing is lost then: such commits show with the next refresh, write or commit of the same process. The usual
    /// reason is a limit of the system on watched files.
    public var wakeUpFailure: StoreError? {
        connection.membership?.feed.failure.map { StoreError($0, path: connection.path) }
    }
}
