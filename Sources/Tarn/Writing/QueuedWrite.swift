internal import Synchronization

/// One write on its way through the background writer: how far it is, and who is told of its end.
///
/// It knows neither the file nor the block, so that whoever keeps it to cancel it keeps no file open.
final class QueuedWrite: Sendable {
    /// How a write ended.
    enum Outcome: Sendable {
        /// It is durable; the file had this version or a later one then.
        case committed(version: UInt64)
        /// Nothing of it was kept.
        case failed(any Error)
        /// It was cancelled before its block ran.
        case cancelled
    }

    private enum Phase {
        case new
        case waiting(@Sendable (Outcome) -> Void)
        case running(@Sendable (Outcome) -> Void)
        case over
    }

    private let phase = Mutex(Phase.new)

    /// Notes who waits for the end; false when the write was cancelled before.
    func wait(_ finish: @escaping @Sendable (Outcome) -> Void) -> Bool {
        phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .waiting(finish)
            return true
        }
    }

    /// Marks the moment from which the write cannot be cancelled; false when it has been.
    func start() -> Bool {
        phase.withLock { phase in
            guard case .waiting(let finish) = phase else { return false }
            phase = .running(finish)
            return true
        }
    }

    /// Cancels a write whose block has not begun (W12, W13); false when it is too late.
    ///
    /// Who waits is told at once and not when the writer comes to it, which another process may hold up.
    func cancel() -> Bool {
        let (isCancelled, finish) = phase.withLock { phase -> (Bool, (@Sendable (Outcome) -> Void)?) in
            switch phase {
            case .new:
                phase = .over
                return (true, nil)
            case .waiting(let finish):
                phase = .over
                return (true, finish)
            case .running, .over:
                return (false, nil)
            }
        }
        finish?(.cancelled)
        return isCancelled
    }

    /// Tells who waits how the write ended.
    func end(_ outcome: Outcome) {
        let finish = phase.withLock { phase -> (@Sendable (Outcome) -> Void)? in
            defer { phase = .over }
            guard case .running(let finish) = phase else { return nil }
            return finish
        }
        finish?(outcome)
    }
}
