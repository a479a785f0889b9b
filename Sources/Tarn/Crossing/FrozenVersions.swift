internal import Dispatch
internal import Synchronization

/// A version that frozen values keep in the file.
struct PinnedByFrozen: Sendable, Hashable {
    let path: String
    /// The number of the version.
    let version: UInt64
    /// The number of LMDB's transaction, by which its reader table names it.
    let transaction: Int
    private let start = DispatchTime.now().uptimeNanoseconds

    /// How long it has been kept.
    var duration: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds - start)) }
}

/// The versions that frozen values of this process keep, for whoever reports what pins a file.
enum FrozenVersions {
    private static let known = Mutex<[ObjectIdentifier: PinnedByFrozen]>([:])

    static func add(_ version: FrozenVersion, _ pinned: PinnedByFrozen) {
        known.withLock { $0[ObjectIdentifier(version)] = pinned }
    }

    static func remove(_ version: FrozenVersion) { known.withLock { $0[ObjectIdentifier(version)] = nil } }

    /// What is kept of a file, the oldest first.
    static func pinned(path: String) -> [PinnedByFrozen] {
        known.withLock { known in known.values.filter { $0.path == path } }.sorted { $0.version < $1.version }
    }
}
