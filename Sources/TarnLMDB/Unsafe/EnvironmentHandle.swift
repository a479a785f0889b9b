internal import CLMDB

/// LMDB's environment: a pointer that is valid until ``close()``, and the calls on it.
///
/// It is `Sendable` without the compiler's proof since LMDB allows its environment calls from any thread; the pointer
/// never changes, and the registry of open files calls `close` once, when nobody can reach the handle any more.
@safe
final class EnvironmentHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    // Safety: only kept; `close` ends it.
    private init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// Opens a file, with a smaller map where the address space for the wanted one is not to be had.
    static func open(path: String, options: Environment.Options) throws(LMDBError) -> EnvironmentHandle {
        let smallest = 1 << 24
        var mapSize = max(options.mapSize, 1 << 16)
        while true {
            do throws(LMDBError) { return try open(path: path, options: options, mapSize: mapSize) } catch {
                // Some systems, and tools that run programs inside them, say EINVAL where they mean ENOMEM.
                let isTooLarge = error.code == .outOfMemory || error.code == .invalidArgument && !canMap(mapSize)
                if !isTooLarge || mapSize <= smallest { throw error }
                mapSize = max(smallest, mapSize >> 2)
            }
        }
    }

    // Safety: a handle that fails to open must be closed all the same; the path is only read during the call.
    private static func open(
        path: String, options: Environment.Options, mapSize: Int
    ) throws(LMDBError) -> EnvironmentHandle {
        var created: OpaquePointer?
        try LMDBError.check(unsafe mdb_env_create(&created), "create environment")
        guard let created = unsafe created else { throw LMDBError(.outOfMemory, operation: "create environment") }
        let handle = unsafe EnvironmentHandle(created)
        // Snapshots belong to values, not to threads. The system's read-ahead stays on, since scans gain by it.
        var flags = UInt32(MDB_NOSUBDIR | MDB_NOTLS)
        if options.isReadOnly { flags |= UInt32(MDB_RDONLY) }
        switch options.durability {
        case .full: break
        case .relaxed: flags |= UInt32(MDB_NOMETASYNC)
        case .memory: flags |= UInt32(MDB_NOSYNC)
        }
        do throws(LMDBError) {
            try LMDBError.check(unsafe mdb_env_set_mapsize(created, mapSize), "set map size")
            try LMDBError.check(
                unsafe mdb_env_set_maxreaders(created, UInt32(clamping: options.maximumReaders)), "set readers")
            try LMDBError.check(
                unsafe mdb_env_set_maxdbs(created, UInt32(clamping: options.maximumTrees)), "set trees")
            try LMDBError.check(
                unsafe mdb_env_open(created, path, flags, mdb_mode_t(options.fileMode)), "open environment")
        } catch {
            handle.close()
            throw error
        }
        return handle
    }

    // Safety: called once, by the registry, after the last transaction of the environment is over.
    /// Closes the file.
    func close() { unsafe mdb_env_close(pointer) }

    // Safety: the answer is owned by one non-copyable value, which ends it once.
    /// Begins a transaction, as the child of a parent or on its own.
    func begin(isReadOnly: Bool, parent: RawTransaction? = nil) throws(LMDBError) -> RawTransaction {
        var begun: OpaquePointer?
        let status = unsafe mdb_txn_begin(pointer, parent?.pointer, isReadOnly ? UInt32(MDB_RDONLY) : 0, &begun)
        try LMDBError.check(status, isReadOnly ? "begin read" : "begin write")
        guard let begun = unsafe begun else { throw LMDBError(.outOfMemory, operation: "begin transaction") }
        return unsafe RawTransaction(begun)
    }

    // Safety: LMDB answers a descriptor that stays open as long as the environment.
    /// The descriptor of the data file.
    func descriptor(_ operation: String) throws(LMDBError) -> Int32 {
        var descriptor: Int32 = -1
        try LMDBError.check(unsafe mdb_env_get_fd(pointer, &descriptor), operation)
        return descriptor
    }

    /// The status of the data file behind the environment.
    func fileStatus(_ operation: String) throws(LMDBError) -> FileStatus {
        try FileStatus(descriptor: descriptor(operation), operation: operation)
    }

    // Safety: reads a constant of the open environment.
    var maximumKeySize: Int { Int(unsafe mdb_env_get_maxkeysize(pointer)) }
}
