internal import Synchronization

/// Lets tasks wait until something has happened; a signal that comes first is kept.
final class ChangeSignal: Sendable {
    private struct State {
        var isRaised = false
        var isClosed = false
        /// Several tasks may wait: copies of an iterator share its signal.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// Waits for a signal, the end, or the cancellation of the task.
    func wait(isolation: isolated (any Actor)?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let isReady = state.withLock { state -> Bool in
                    if state.isRaised || state.isClosed || Task.isCancelled {
                        state.isRaised = false
                        return true
                    }
                    state.waiting.append(continuation)
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
    }

    func raise() { wake { $0.isRaised = $0.waiting.isEmpty } }

    func close() { wake { $0.isClosed = true } }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
