internal import Dispatch
internal import Synchronization
internal import TarnRecords

/// The version that a connection holds, for reports from other threads. Changed on the home of the connection only.
final class HeldVersion: Sendable {
    /// The number of the commit in the file, or 0.
    private let commit = Atomic<UInt64>(0)
    private let version = Atomic<UInt64>(0)
    private let start = Atomic<UInt64>(0)

    struct Holding: Sendable {
        let commit: UInt64
        let version: UInt64
        let duration: Duration
    }

    /// What is held, and for how long by a clock that nobody can set; nil when nothing is.
    var current: Holding? {
        let commit = commit.load(ordering: .acquiring)
        if commit == 0 { return nil }
        let now = DispatchTime.now().uptimeNanoseconds
        let start = start.load(ordering: .relaxed)
        return Holding(
            commit: commit, version: version.load(ordering: .relaxed),
            duration: .nanoseconds(Int64(clamping: now > start ? now - start : 0)))
    }

    func hold(commit: UInt64, version: UInt64) {
        start.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
        self.version.store(version, ordering: .relaxed)
        self.commit.store(commit, ordering: .releasing)
    }

    func release() { commit.store(0, ordering: .releasing) }
}

extension Connection {
    /// Notes what the connection holds now.
    func noteHeldVersion() {
        if let readSession, let commit = readTransaction?.raw.identifier {
            held.hold(commit: UInt64(commit), version: readSession.version)
        } else {
            held.release()
        }
    }
}
