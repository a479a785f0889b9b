#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif
internal import Synchronization

/// How often this process came into being by `fork` since the guard was armed.
///
/// A child inherits the parent's reader slots and locks and would damage them, so an environment refuses to work when
/// the number has changed. A counter raised by a fork handler costs a nanosecond to read; asking the kernel for the
/// process number costs more than the renewal of a snapshot.
enum ForkGuard {
    private static let count = Atomic<Int>(0)
    // The handler only raises an atomic, which is allowed in a child before `exec`.
    private static let armed: Bool = pthread_atfork(nil, nil, { ForkGuard.raise() }) == 0

    private static func raise() { count.wrappingAdd(1, ordering: .relaxed) }

    /// Arms the guard on first use and answers the current number.
    static func current() -> Int {
        precondition(armed, "a fork handler could not be installed: the process is out of memory")
        return count.load(ordering: .relaxed)
    }

    /// The current number, for a caller that armed the guard before.
    @inline(__always)
    static var generation: Int { count.load(ordering: .relaxed) }
}

// Safety: only the value of the handle is used, never what it points to.
/// A number that tells the calling thread from every other living thread of the process.
@inline(__always)
func callingThread() -> UInt {
    #if canImport(Darwin)
        unsafe UInt(bitPattern: pthread_self())
    #else
        UInt(pthread_self())
    #endif
}
