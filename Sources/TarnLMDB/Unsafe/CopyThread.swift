internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The two ends through which LMDB's copy comes, so that its bytes can be counted on their way.
final class Pipe: Sendable {
    private let readEnd: Int32
    fileprivate let writeEnd: Int32

    // Safety: pipe fills two descriptors.
    init(operation: String) throws(LMDBError) {
        var ends: [Int32] = [-1, -1]
        if unsafe pipe(&ends) != 0 { throw LMDBError(.init(rawValue: errno), operation: operation) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit { _ = close(readEnd) }

    // Safety: read writes at most as many bytes as the buffer has.
    /// The next bytes, or nil when the sender is done.
    func read() -> ArraySlice<UInt8>? {
        while true {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(readEnd, $0.baseAddress, $0.count) }
            if count > 0 { return buffer[..<count] }
            if count == 0 || errno != EINTR { return nil }
        }
    }
}

// Safety: the caller passes a buffer of that many bytes.
/// The system's read, which the method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}

/// A thread on which LMDB writes its copy into a pipe while the caller reads from it.
@safe
struct CopyThread: ~Copyable {
    private final class Work {
        let handle: EnvironmentHandle
        let pipe: Pipe
        let flags: UInt32
        var status: Int32 = 0

        init(_ handle: EnvironmentHandle, _ pipe: Pipe, _ flags: UInt32) {
            (self.handle, self.pipe, self.flags) = (handle, pipe, flags)
        }

        // Safety: LMDB allows a copy from any thread; the environment stays open since the caller holds it.
        func run() {
            // The writer must learn of a closed pipe by an error, not by the death of the process.
            var signals = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe sigaddset(&signals, SIGPIPE)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
            status = unsafe mdb_env_copyfd2(handle.pointer, pipe.writeEnd, flags)
            _ = close(pipe.writeEnd)
        }
    }

    private let work: Unmanaged<Work>
    private let thread: pthread_t

    // Safety: the thread borrows the work, which is released in `join` after the thread has ended.
    init(_ handle: EnvironmentHandle, into pipe: Pipe, compacting: Bool) throws(LMDBError) {
        let work = unsafe Unmanaged.passRetained(Work(handle, pipe, compacting ? UInt32(MDB_CP_COMPACT) : 0))
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = unsafe pthread_create(&thread, nil, { unsafe Self.start($0) }, work.toOpaque())
            let started = unsafe thread
        #else
            var thread = pthread_t()
            let status = unsafe pthread_create(&thread, nil, { unsafe Self.start($0) }, work.toOpaque())
            let started: pthread_t? = thread
        #endif
        guard status == 0, let started else {
            _ = close(pipe.writeEnd)
            unsafe work.release()
            throw LMDBError(.init(rawValue: status), operation: "copy")
        }
        unsafe self.work = unsafe work
        self.thread = started
    }

    // Safety: the argument is the retained work of `init`.
    private static func start(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().run() }
        return nil
    }

    // Safety: joined once, since the value is consumed.
    /// Waits for the end of the thread, which has come once the pipe is empty, and answers what failed.
    consuming func join() -> LMDBError? {
        pthread_join(thread, nil)
        let status = unsafe work.takeRetainedValue().status
        return status == 0 ? nil : LMDBError(.init(rawValue: status), operation: "copy")
    }
}
