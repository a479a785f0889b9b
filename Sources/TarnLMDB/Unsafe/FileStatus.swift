#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Which file a path or descriptor means, however it is spelled: the device and the number of the file on it.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

/// What the operating system says about a file.
struct FileStatus {
    let identity: FileIdentity
    let size: Int
    /// How many names the file has; zero once it was deleted while somebody still holds it open.
    let linkCount: Int
    let isRegularFile: Bool
    let isDirectory: Bool

    // Safety: the path and the result buffer live for the duration of the call.
    /// The status behind a path, or nil when there is no such file.
    init?(path: String, operation: String) throws(LMDBError) {
        var status = stat()
        if unsafe stat(path, &status) != 0 {
            if errno == ENOENT { return nil }
            throw LMDBError(.init(rawValue: errno), operation: operation)
        }
        self.init(status)
    }

    // Safety: the result buffer lives for the duration of the call; a closed descriptor is answered with EBADF.
    init(descriptor: Int32, operation: String) throws(LMDBError) {
        var status = stat()
        if unsafe fstat(descriptor, &status) != 0 { throw LMDBError(.init(rawValue: errno), operation: operation) }
        self.init(status)
    }

    private init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        size = Int(status.st_size)
        linkCount = Int(status.st_nlink)
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }
}

// Safety: realpath allocates the answer, which is copied and freed here.
/// The path without symbolic links, so that the lock file lies beside the file itself and not beside a link to it.
///
/// The last component may be missing: the file is then created by the caller.
func resolvedPath(_ path: String, operation: String) throws(LMDBError) -> String {
    if path.isEmpty { throw LMDBError(.noSuchFile, operation: operation) }
    if path.utf8.contains(0) { throw LMDBError(.invalidArgument, operation: operation) }
    if path.utf8.count >= Int(PATH_MAX) { throw LMDBError(.nameTooLong, operation: operation) }
    if let resolved = unsafe realpath(path, nil) {
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
    if errno != ENOENT { throw LMDBError(.init(rawValue: errno), operation: operation) }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard let resolved = unsafe realpath(folder, nil) else {
        throw LMDBError(.init(rawValue: errno), operation: operation)
    }
    defer { unsafe free(resolved) }
    let parent = unsafe String(cString: resolved)
    return parent == "/" ? "/" + name : parent + "/" + name
}

// Safety: the path is only read during the call, and the descriptor is closed here.
/// Flushes the entry of a new file in its folder, without which a loss of power would take the whole file.
///
/// Some file systems cannot flush a folder, and some folders may not be read; those are left to their own ways.
func syncFolder(of path: String, operation: String) throws(LMDBError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return }
    defer { _ = close(descriptor) }
    if fsync(descriptor) != 0, errno == EIO { throw LMDBError(.ioError, operation: operation) }
}
