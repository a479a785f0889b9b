internal import Dispatch
internal import Synchronization

/// Signals a semaphore after a time, by a clock that nobody can set.
///
/// A semaphore's own time-out follows the clock of the day on some platforms.
struct WaitAlarm {
    private static let queue = DispatchQueue(label: "tarn.alarms")
    private let timer: any DispatchSourceTimer
    private let state = State()

    private final class State: Sendable { let hasRung = Atomic<Bool>(false) }

    init(_ duration: Duration, _ semaphore: DispatchSemaphore) {
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        let (seconds, attoseconds) = duration.components
        let limit: Int64 = 1 << 32
        let nanoseconds = min(max(seconds, 0), limit) * 1_000_000_000 + attoseconds / 1_000_000_000
        timer.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)))
        timer.setEventHandler { @Sendable [state] in
            state.hasRung.store(true, ordering: .releasing)
            semaphore.signal()
        }
        timer.activate()
    }

    /// Whether the time is over.
    var isOver: Bool { state.hasRung.load(ordering: .acquiring) }

    func cancel() { timer.cancel() }
}
