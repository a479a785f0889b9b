internal import Synchronization

/// The files that this process has open: one opening for each, counted by the environments that share it.
///
/// Opening and closing happen under the lock, so that a file is never open twice, not even for the moment in which
/// the last owner leaves and a new one arrives.
enum OpenEnvironments {
    private struct Entry {
        let shared: SharedEnvironment
        let lockFile: FileIdentity?
        var owners: Int
    }

    private static let entries = Mutex<[FileIdentity: Entry]>([:])
    private static let operation = "open environment"

    static func open(path: String, options: Environment.Options) throws(LMDBError) -> Environment {
        let path = try resolvedPath(path, operation: operation)
        return try entries.withLock { (entries) throws(LMDBError) in
            let status = try FileStatus(path: path, operation: operation)
            if let status, let entry = entries[status.identity], !entry.shared.isForked {
                try requireSame(options, entry.shared.options)
                entries[status.identity]?.owners += 1
                return Environment(entry.shared)
            }
            let lockPath = path + "-lock"
            if let lock = try FileStatus(path: lockPath, operation: operation)?.identity,
                entries.values.contains(where: { $0.lockFile == lock && !$0.shared.isForked })
            {
                throw LMDBError(.deletedWhileOpen, operation: operation)
            }
            try check(status, path, options)
            let handle = try EnvironmentHandle.open(path: path, options: options)
            let identity: FileIdentity
            let lock: FileIdentity?
            do throws(LMDBError) {
                identity = try handle.fileStatus(operation).identity
                lock = try FileStatus(path: lockPath, operation: operation)?.identity
                if status == nil, options.durability != .memory { try syncFolder(of: path, operation: operation) }
                _ = try handle.removeDeadReaders()
            } catch {
                handle.close()
                throw error
            }
            let shared = SharedEnvironment(handle, path: path, options: options, identity: identity)
            entries[identity] = Entry(shared: shared, lockFile: lock, owners: 1)
            return Environment(shared)
        }
    }

    /// Whether the file at a path is open in this process.
    static func isOpen(path: String) -> Bool {
        guard let path = try? resolvedPath(path, operation: operation),
            let status = try? FileStatus(path: path, operation: operation)
        else { return false }
        return entries.withLock { $0[status.identity].map { !$0.shared.isForked } ?? false }
    }

    /// Gives up one share and closes the file with the last.
    static func release(_ shared: SharedEnvironment) {
        entries.withLock { entries in
            // In a forked child LMDB would give up the parent's reader slots and locks: the handle is left alone.
            if shared.isForked { return }
            let owners = (entries[shared.identity]?.owners ?? 1) - 1
            if owners > 0 {
                entries[shared.identity]?.owners = owners
            } else {
                entries[shared.identity] = nil
                shared.handle.close()
            }
        }
    }

    private static func requireSame(_ asked: Environment.Options, _ open: Environment.Options) throws(LMDBError) {
        if asked.durability != open.durability || asked.isReadOnly != open.isReadOnly {
            throw LMDBError(.optionsDiffer, operation: operation)
        }
    }

    /// Refuses what LMDB would map and then fail on in worse ways.
    private static func check(
        _ status: FileStatus?, _ path: String, _ options: Environment.Options
    ) throws(LMDBError) {
        guard let status else { return }
        if !status.isRegularFile {
            throw LMDBError(status.isDirectory ? .isADirectory : .notLMDB, operation: operation)
        }
        // LMDB would try to make a file of an empty one.
        if status.size == 0 && options.isReadOnly { throw LMDBError(.notLMDB, operation: operation) }
        try FileHeader.check(path: path, operation: operation)
    }
}
