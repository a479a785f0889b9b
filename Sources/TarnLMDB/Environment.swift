internal import Synchronization

/// An open LMDB file with its lock file (`<path>-lock`).
///
/// A file is opened once in a process, whoever asks first, and the opening is shared by everybody who asks later: two
/// openings in one process would destroy each other's locks. It is closed when the last `Environment` of the file is
/// gone; open transactions keep theirs alive. Files are told apart by device and file number, not by path.
///
/// An environment may be used from any thread, and not in a forked child of the process that opened it. It is
/// `Sendable` since everything behind it is: LMDB's own environment calls are thread-safe, and the state kept here lies
/// in atomics and under locks.
public final class Environment: Sendable {
    package let shared: SharedEnvironment

    init(_ shared: SharedEnvironment) { self.shared = shared }

    deinit { OpenEnvironments.release(shared) }

    /// Opens a file, or joins the opening that this process already has of it; creates the file when it is missing.
    ///
    /// A joined opening keeps its map size and its numbers of readers and trees.
    ///
    /// - Throws: ``LMDBError`` with `.notLMDB`, `.truncated` or `.versionMismatch` for a file that cannot be used,
    ///   `.optionsDiffer` when the process has the file open with another durability or access,
    ///   `.deletedWhileOpen` when the open file was deleted or replaced, or the answer of the operating system.
    public static func open(path: String, options: Options = Options()) throws(LMDBError) -> Environment {
        try OpenEnvironments.open(path: path, options: options)
    }

    /// Whether the file at a path is open in this process, by whatever path it was opened.
    public static func isOpen(path: String) -> Bool { OpenEnvironments.isOpen(path: path) }

    /// The absolute path of the file, without symbolic links.
    public var path: String { shared.path }

    /// The options of the opening; shared by all who joined it.
    public var options: Options { shared.options }

    /// Whether the environment refuses to write.
    public var isReadOnly: Bool { shared.options.isReadOnly }

    /// Says more exactly why a write failed: a disk that fills up in the middle of one shows as a fault of the disk.
    ///
    /// Commits do this by themselves; it is for errors of ``RawTransaction``, which knows no environment.
    package func explained(_ error: LMDBError) -> LMDBError { shared.handle.explained(error) }

    /// The longest key that can be stored, in bytes.
    public var maximumKeySize: Int { shared.handle.maximumKeySize }
}

/// Two environments are equal when they share one opening of a file.
extension Environment: Hashable {
    /// Whether both share one opening.
    public static func == (one: Environment, other: Environment) -> Bool { one.shared === other.shared }

    /// Hashes the shared opening.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shared)) }
}
