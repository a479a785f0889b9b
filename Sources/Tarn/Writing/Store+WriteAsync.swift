extension Store {
    /// Runs a block in a write transaction on the background writer of the file and returns at once.
    ///
    ///     store.writeAsync { store in try store.deleteAll(Person.self) } onComplete: { error in report(error) }
    ///
    /// The block gets a store of its own, as with ``asyncWrite(author:allowGrouping:isolation:_:)``. The second closure
    /// is called once on the thread, queue or actor of this store, when the write is durable and this store has moved
    /// to it, or with the error that undid it. On a thread other than the main one it is called by the next
    /// ``refresh()``. It may write, and queue further writes. It is called also when the store was closed meanwhile.
    ///
    /// May be called in a write, which the block then follows (W2). Traps for a read-only store (W14).
    ///
    /// - Parameters:
    ///   - body: what to write. It runs on another thread.
    ///   - author: who writes, for the history.
    ///   - allowGrouping: whether the write may share its commit with others that are queued.
    ///   - onComplete: what to do afterwards; gets nil, or why nothing was written.
    /// - Returns: what to give to ``cancelAsyncWrite(_:)``.
    @discardableResult
    public func writeAsync(
        author: String? = nil, allowGrouping: Bool = true, _ body: @escaping @Sendable (Store) throws -> Void,
        onComplete: @escaping ((any Error)?) -> Void
    ) -> AsyncWriteId {
        connection.writeAsync(author, allowGrouping, body, onComplete)
    }

    /// Cancels an asynchronous write: its closure for the end is not called, and if its block has not begun, nothing is
    /// written (W12). Ids of other stores, and of writes that have ended, do nothing.
    ///
    /// - Returns: whether nothing is written.
    @discardableResult
    public func cancelAsyncWrite(_ id: AsyncWriteId) -> Bool {
        connection.confinement.check()
        return connection.knownAsyncWrites?.cancel(id) ?? false
    }

    /// Whether asynchronous writes of this store are under way, or have ended and the store was not told yet.
    public var isPerformingAsynchronousWriteOperations: Bool {
        connection.confinement.check()
        return connection.knownAsyncWrites?.isPerforming ?? false
    }
}

extension Connection {
    fileprivate func writeAsync(
        _ author: String?, _ allowsGrouping: Bool, _ body: @escaping @Sendable (Store) throws -> Void,
        _ onComplete: @escaping ((any Error)?) -> Void
    ) -> AsyncWriteId {
        let write = QueuedWrite()
        let job = job(write, author, allowsGrouping, body)
        let writes = asyncWrites
        let id = writes.add(write, of: self, onComplete)
        let (inbox, scheduler) = (writes.inbox, scheduler)
        _ = write.wait { outcome in
            if case .cancelled = outcome { return }
            inbox.add(id, outcome)
            scheduler.schedule()
        }
        writes.writer.queue(job)
        return id
    }
}
