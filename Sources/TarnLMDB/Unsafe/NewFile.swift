#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A file that is created for writing, closed when the value goes.
struct NewFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    private let operation: String

    // Safety: the path is only read during the call; O_EXCL makes sure that nobody's file is overwritten.
    init(path: String, mode: UInt16, operation: String) throws(LMDBError) {
        let hasNull = path.utf8.contains(0)
        descriptor = hasNull ? -1 : unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
        self.path = path
        self.operation = operation
        if descriptor < 0 {
            throw LMDBError(hasNull ? .invalidArgument : .init(rawValue: errno), operation: operation)
        }
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    // Safety: write reads at most the bytes of the buffer.
    /// Appends bytes.
    func append(_ bytes: ArraySlice<UInt8>) throws(LMDBError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { throw LMDBError(count < 0 ? .init(rawValue: errno) : .ioError, operation: operation) }
            rest = rest.dropFirst(count)
        }
    }

    /// Flushes the file to the disk.
    func sync() throws(LMDBError) {
        if fsync(descriptor) != 0 { throw LMDBError(.init(rawValue: errno), operation: operation) }
    }

    // Safety: the path is only read during the call.
    /// Deletes the file.
    func remove() { _ = unsafe unlink(path) }
}
