#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A file opened for reading by its bytes, closed when the value goes.
///
/// Only for data files: closing any descriptor of a lock file would drop the locks that LMDB holds on it.
struct OpenFile: ~Copyable {
    private let descriptor: Int32
    let operation: String

    // Safety: the path is only read during the call.
    init(path: String, operation: String) throws(LMDBError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        self.operation = operation
        if descriptor < 0 { throw LMDBError(.init(rawValue: errno), operation: operation) }
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    /// The size of the file now.
    func size() throws(LMDBError) -> Int { try FileStatus(descriptor: descriptor, operation: operation).size }

    // Safety: pread writes at most `count` bytes into a buffer of that size.
    /// Up to `count` bytes from an offset; fewer at the end of the file.
    func bytes(at offset: Int, count: Int) throws(LMDBError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = unsafe pread(descriptor, &buffer, count, off_t(offset))
        if read < 0 { throw LMDBError(.init(rawValue: errno), operation: operation) }
        return read == count ? buffer : Array(buffer.prefix(read))
    }
}

extension [UInt8] {
    /// An integer in the machine's byte order, or nil where the bytes end before it.
    func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Value? {
        let size = MemoryLayout<Value>.size
        if offset < 0 || offset > count - size { return nil }
        var value = Value.zero
        for byte in self[offset..<offset + size].reversed() { value = value << 8 | Value(truncatingIfNeeded: byte) }
        return Value(littleEndian: value)
    }
}
