#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The two meta pages of a data file, read before LMDB maps it.
///
/// LMDB maps whatever it is given: in a file that is shorter than its last page the first touch of the missing part
/// kills the process (SIGBUS), and a foreign file is told from a damaged one only by reading it here.
struct FileHeader {
    let pageSize: Int
    /// The number of the last page in use by the newest commit.
    let lastPage: Int

    /// How long the file has to be for all of its pages to be there.
    var minimumFileSize: Int { (lastPage + 1) * pageSize }

    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let supportedVersion: UInt32 = 1
    private static let metaPageFlag: UInt16 = 0x08
    /// The page header (16 bytes) and the meta structure after it, on 64-bit platforms.
    private static let metaSize = 152

    /// Reads and checks both meta pages; nil when the file is empty, which LMDB takes for a new one.
    // Safety: the descriptor is opened and closed here. Closing it drops no lock: LMDB locks the lock file only.
    init?(path: String, operation: String) throws(LMDBError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw LMDBError(.init(rawValue: errno), operation: operation) }
        defer { close(descriptor) }
        let first = try Self.bytes(of: descriptor, at: 0, operation)
        if first.isEmpty { return nil }
        let firstMeta = try Self.meta(first, operation)
        let second = try Self.bytes(of: descriptor, at: firstMeta.pageSize, operation)
        let secondMeta = try Self.meta(second, operation)
        let newest = firstMeta.transaction >= secondMeta.transaction ? firstMeta : secondMeta
        (pageSize, lastPage) = (firstMeta.pageSize, newest.lastPage)
        // The size is asked last: a file only grows, so a commit in between cannot make it look short.
        let size = try FileStatus(descriptor: descriptor, operation: operation).size
        if size < minimumFileSize { throw LMDBError(.truncated, operation: operation) }
    }

    // Safety: pread writes at most `metaSize` bytes into a buffer of that size.
    private static func bytes(of descriptor: Int32, at offset: Int, _ operation: String) throws(LMDBError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: metaSize)
        let count = unsafe pread(descriptor, &buffer, metaSize, off_t(offset))
        if count < 0 { throw LMDBError(.init(rawValue: errno), operation: operation) }
        return Array(buffer.prefix(count))
    }

    private static func meta(
        _ bytes: [UInt8], _ operation: String
    ) throws(LMDBError) -> (pageSize: Int, lastPage: Int, transaction: UInt64) {
        func number<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T {
            // LMDB writes in the byte order of the machine; a file of the other order fails the magic number.
            (0..<MemoryLayout<T>.size).reversed().reduce(T.zero) { $0 << 8 | T(truncatingIfNeeded: bytes[offset + $1]) }
        }
        if bytes.count >= 20, number(UInt32.self, at: 16) != magic { throw LMDBError(.notLMDB, operation: operation) }
        if bytes.count < metaSize { throw LMDBError(bytes.count < 20 ? .notLMDB : .truncated, operation: operation) }
        if number(UInt16.self, at: 10) & metaPageFlag == 0 { throw LMDBError(.notLMDB, operation: operation) }
        if number(UInt32.self, at: 20) != supportedVersion {
            throw LMDBError(.versionMismatch, operation: operation)
        }
        let pageSize = Int(number(UInt32.self, at: 40))
        let lastPage = number(UInt64.self, at: 136)
        if pageSize < 256 || pageSize > 65536 || pageSize.nonzeroBitCount != 1 || lastPage > 1 << 46 {
            throw LMDBError(.corrupted, operation: operation)
        }
        return (pageSize, Int(lastPage), number(UInt64.self, at: 144))
    }
}
