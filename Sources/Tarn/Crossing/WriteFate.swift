internal import Synchronization

/// What became of a write, for what was taken out of it before it ended.
///
/// Keys of a cancelled write are given to other objects later, so a key alone does not say which object was meant.
final class WriteFate: Sendable {
    private let version = Atomic<UInt64>(WriteFate.open)
    private static let open = UInt64.max
    private static let cancelled = UInt64.max - 1

    /// The write was committed as a version.
    func commit(_ version: UInt64) { self.version.store(version, ordering: .releasing) }

    /// The write was given up.
    func cancel() { version.store(Self.cancelled, ordering: .releasing) }

    /// The version that the write became, or nil while it is open and when it was cancelled.
    var committed: UInt64? {
        let version = version.load(ordering: .acquiring)
        return version >= Self.cancelled ? nil : version
    }

    /// Whether the write has not ended.
    var isOpen: Bool { version.load(ordering: .acquiring) == Self.open }
}
