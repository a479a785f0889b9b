#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

extension EnvironmentHandle {
    /// Says more exactly why a write failed, where LMDB cannot: it answers `.ioError` when the system took only a part
    /// of the bytes, which is how most file systems first show that they are full.
    func explained(_ error: LMDBError) -> LMDBError {
        if error.code != .ioError { return error }
        guard let code = try? reasonForShortWrite() else { return error }
        return LMDBError(code, operation: error.operation)
    }

    // Safety: the calls fill local structures; the descriptor stays open as long as the environment.
    /// Why the file cannot grow, or nil when there seems to be room.
    private func reasonForShortWrite() throws(LMDBError) -> LMDBError.Code? {
        let descriptor = try descriptor("write")
        var limit = rlimit()
        #if canImport(Glibc)
            let answer = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
            let answer = unsafe getrlimit(RLIMIT_FSIZE, &limit)
        #endif
        // LMDB writes up to a megabyte at once, so that much room would not have been missed.
        let piece = 1 << 20
        let size = try FileStatus(descriptor: descriptor, operation: "write").size
        if answer == 0, limit.rlim_cur < rlim_t(size + piece) { return .fileTooLarge }
        var disk = statvfs()
        if unsafe fstatvfs(descriptor, &disk) != 0 { return nil }
        return UInt(disk.f_bavail) * UInt(disk.f_frsize) < UInt(piece) ? .noSpace : nil
    }
}
