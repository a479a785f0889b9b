#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

extension EnvironmentHandle {
    // Safety: no times are read; the descriptor is open as long as the environment.
    /// Touches the times of the data file, which those who watch it are told. One system call; nothing is flushed.
    func touch() throws(LMDBError) {
        if futimens(try descriptor("signal commit"), nil) != 0 {
            throw LMDBError(.init(rawValue: errno), operation: "signal commit")
        }
    }

    // Safety: the transaction is ended here, and used by nobody else.
    /// The number of the commit that a reader sees who begins now.
    func newestCommit() throws(LMDBError) -> UInt64 {
        let transaction = try begin(isReadOnly: true)
        defer { transaction.abort() }
        return UInt64(transaction.identifier)
    }
}
