internal import Synchronization
internal import TarnRecords

extension Store {
    /// Runs a block in a write transaction on the background writer of the file and waits for its commit.
    ///
    ///     try await store.asyncWrite { store in try store.add(Person(name: "Ann")) }
    ///
    /// The actor is free meanwhile. The block gets a store of its own, which lives as long as the block, and sees the
    /// newest version. Asynchronous writes of one file in this process run in the order in which they were queued
    /// (W1). When this returns the write is durable, this store has moved to it, and its observers were told. If the
    /// block throws, nothing of it is kept and the error is thrown on (W3).
    ///
    /// A task that is cancelled before the block has begun ends with `CancellationError`, and nothing is written
    /// (W13). From then on the write goes on to its end, and its result is returned.
    ///
    /// Traps for a store that belongs to a thread, since the task may go on on another (C5), and for a read-only store
    /// (W14). The write happens also when the store is closed meanwhile.
    ///
    /// - Parameters:
    ///   - author: who writes, for the history.
    ///   - allowGrouping: whether the write may share its commit with others that are queued, see
    ///     docs/decisions/0020-async-writes.md. Without it the write has a commit of its own.
    ///   - isolation: the actor on which the store is used.
    ///   - body: what to write. It runs on another thread.
    /// - Returns: what the block returns, which is the value of its expression where it has only one. Where that is an
    ///   object, which cannot leave the block, begin it with `_ =`.
    /// - Throws: what the block throws, `CancellationError`, or ``StoreError`` when the write could not begin or be
    ///   made durable.
    @discardableResult
    public func asyncWrite<Value: Sendable>(
        author: String? = nil, allowGrouping: Bool = true, isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value {
        connection.requireReturn("asyncWrite", isolation)
        let answer = Answer<Value>()
        let write = QueuedWrite()
        let job = connection.job(write, author, allowGrouping) { store in try answer.keep(body(store)) }
        let writes = connection.asyncWrites
        writes.awaited += 1
        let outcome = await write.outcome(of: job, writes.writer, isolation)
        writes.awaited -= 1
        switch outcome {
        case .committed(let version):
            connection.follow(version)
            return answer.taken
        case .failed(let error): throw error
        case .cancelled: throw CancellationError()
        }
    }

    /// Waits until the asynchronous writes that this process has queued so far for the file are over, and moves to the
    /// newest version, as ``refresh()`` does.
    ///
    /// Traps for a store that belongs to a thread (C5).
    ///
    /// - Parameters:
    ///   - isolation: the actor on which the store is used.
    /// - Returns: true when the store moved.
    /// - Throws: `CancellationError` when the task is cancelled meanwhile, ``StoreError`` when the snapshot cannot be
    ///   begun.
    @discardableResult
    public func asyncRefresh(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
        connection.requireReturn("asyncRefresh", isolation)
        let before = connection.readSession?.version
        let write = QueuedWrite()
        let job = connection.job(write, nil, true, nil)
        if case .cancelled = await write.outcome(of: job, connection.asyncWrites.writer, isolation) {
            throw CancellationError()
        }
        if connection.isClosed { return false }
        let hasMoved = try refresh()
        return hasMoved || connection.readSession?.version != before
    }
}

extension QueuedWrite {
    /// Queues the write and waits for its end; cancelling the task cancels the write.
    fileprivate func outcome(
        of job: WriteJob, _ writer: BackgroundWriter, _ isolation: isolated (any Actor)?
    ) async -> Outcome {
        await withTaskCancellationHandler(
            operation: {
                await withCheckedContinuation(isolation: isolation) { continuation in
                    if wait({ continuation.resume(returning: $0) }) {
                        writer.queue(job)
                    } else {
                        continuation.resume(returning: .cancelled)
                    }
                }
            }, onCancel: { _ = cancel() }, isolation: isolation)
    }
}

/// What the block of a write returned, on its way to the task that waits.
private final class Answer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func keep(_ value: Value) { self.value.withLock { $0 = value } }

    var taken: Value {
        guard let value = value.withLock({ $0 }) else { preconditionFailure("a write is committed after its block") }
        return value
    }
}
