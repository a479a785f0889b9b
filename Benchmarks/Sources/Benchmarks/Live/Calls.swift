internal import BenchmarkKit
internal import Dispatch
internal import Synchronization

/// The time on a clock that all processes of the machine share, in nanoseconds.
func timestamp() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// Nanoseconds from one moment to another, in microseconds; negative when the second came first.
func microseconds(from start: UInt64, to end: UInt64) -> Double { Double(Int64(bitPattern: end &- start)) / 1_000 }

/// Counts the calls of an observer and lets another thread wait for each of them.
final class Calls: Sendable {
    private let last = Mutex<(count: Int, stamp: UInt64)>((0, 0))
    private let semaphore = DispatchSemaphore(value: 0)

    /// What the observer does first.
    func arrive() {
        let stamp = timestamp()
        last.withLock { $0 = ($0.count + 1, stamp) }
        semaphore.signal()
    }

    /// How many there were.
    var count: Int { last.withLock { $0.count } }

    /// Waits for one more call and tells when the last came.
    func next(_ figure: String, size: Int) throws -> UInt64 {
        if semaphore.wait(timeout: .now() + 30) == .timedOut {
            throw LiveCheckFailure(figure, size: size, "no call came within 30 seconds after \(count) calls")
        }
        return last.withLock { $0.stamp }
    }
}
