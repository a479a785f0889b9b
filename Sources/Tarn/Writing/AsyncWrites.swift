internal import Synchronization

/// Names an asynchronous write of a store, to cancel it.
public struct AsyncWriteId: Hashable, Sendable {
    let number: UInt64
}

/// The asynchronous writes of one store as its home sees them. Not Sendable: it stays there.
final class AsyncWrites {
    private struct Waiting {
        let write: QueuedWrite
        let onComplete: ((any Error)?) -> Void
    }

    let writer: BackgroundWriter
    let inbox = CompletionInbox()
    /// How many tasks wait for a write of theirs.
    var awaited = 0
    private var waiting: [AsyncWriteId: Waiting] = [:]
    private var lastNumber: UInt64 = 0
    private var isDelivering = false
    /// Keeps a connection that its home's queue or actor can reach until the last end was told, also when the program
    /// has let the store go.
    private var owner: Connection?
    /// Keeps the actor of the connection as long, where the ends are told.
    private var home: (any Actor)?

    init(_ writer: BackgroundWriter) { self.writer = writer }

    var isPerforming: Bool { awaited > 0 || !waiting.isEmpty }

    /// Keeps what is to be called at the end of a write.
    func add(
        _ write: QueuedWrite, of connection: Connection, _ onComplete: @escaping ((any Error)?) -> Void
    ) -> AsyncWriteId {
        if connection.scheduler.home.isReachable { owner = connection }
        if case .actor(let actor) = connection.confinement { home = actor.actor }
        lastNumber += 1
        let id = AsyncWriteId(number: lastNumber)
        waiting[id] = Waiting(write: write, onComplete: onComplete)
        return id
    }

    /// Forgets what is to be called and cancels the write if its block has not begun; whether it has not.
    func cancel(_ id: AsyncWriteId) -> Bool {
        defer { letGo() }
        return waiting.removeValue(forKey: id)?.write.cancel() ?? false
    }

    /// Calls for the writes that have ended, in the order of their ends, until there are none; not within such a call.
    ///
    /// - Parameters:
    ///   - follow: moves the store to the version that a write has made.
    func deliver(_ follow: (UInt64) -> Void) {
        if isDelivering { return }
        isDelivering = true
        while let end = inbox.takeFirst() {
            guard let onComplete = waiting.removeValue(forKey: end.id)?.onComplete else { continue }
            switch end.outcome {
            case .committed(let version):
                follow(version)
                onComplete(nil)
            case .failed(let error): onComplete(error)
            case .cancelled: break
            }
        }
        isDelivering = false
        letGo()
    }

    private func letGo() { if waiting.isEmpty { (owner, home) = (nil, nil) } }
}

/// The ends of writes that the home has yet to hear of; filled by the background writer.
final class CompletionInbox: Sendable {
    typealias End = (id: AsyncWriteId, outcome: QueuedWrite.Outcome)
    private let ended = Mutex<(ends: [End], taken: Int)>(([], 0))

    func add(_ id: AsyncWriteId, _ outcome: QueuedWrite.Outcome) { ended.withLock { $0.ends.append((id, outcome)) } }

    func takeFirst() -> End? {
        ended.withLock { ended in
            if ended.taken == ended.ends.count {
                ended = ([], 0)
                return nil
            }
            ended.taken += 1
            return ended.ends[ended.taken - 1]
        }
    }
}
