#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The codes of LMDB, in the order of their numbers. "Not found" and "key exists" never arrive as errors.
extension LMDBError.Code {
    /// A key or pair is already stored (only where a call cannot answer `false`).
    public static let keyExists = Self(rawValue: -30799)
    /// A page that the file refers to is not there.
    public static let pageNotFound = Self(rawValue: -30797)
    /// A page is not what its place in the tree says it must be.
    public static let corrupted = Self(rawValue: -30796)
    /// An earlier write could not be finished; the environment refuses further work until it is opened again.
    public static let panic = Self(rawValue: -30795)
    /// The file was written in another version of the LMDB format.
    public static let versionMismatch = Self(rawValue: -30794)
    /// The file is not a valid LMDB file.
    public static let invalid = Self(rawValue: -30793)
    /// The map has no room for what was written; the transaction can only be given up.
    public static let mapFull = Self(rawValue: -30792)
    /// More named trees were opened than the environment was opened for.
    public static let treesFull = Self(rawValue: -30791)
    /// More readers are alive than the lock file has places for.
    public static let readersFull = Self(rawValue: -30790)
    /// A transaction changed too many pages at once.
    public static let transactionFull = Self(rawValue: -30788)
    /// A tree is deeper than a cursor can follow: the file is damaged.
    public static let cursorFull = Self(rawValue: -30787)
    /// A page has no room for an entry that must fit: the file is damaged.
    public static let pageFull = Self(rawValue: -30786)
    /// Another process made the file larger than the map of this one.
    public static let mapResized = Self(rawValue: -30785)
    /// A tree was used as another kind than it was created as.
    public static let incompatible = Self(rawValue: -30784)
    /// A reader's place in the lock file is taken or lost.
    public static let badReaderSlot = Self(rawValue: -30783)
    /// The transaction failed earlier, has a child, or is over.
    public static let badTransaction = Self(rawValue: -30782)
    /// A key is empty or over the limit, or a value has the wrong size for its tree.
    public static let keyTooLongOrEmpty = Self(rawValue: -30781)
    /// The handle of a tree is not valid in this transaction.
    public static let badTree = Self(rawValue: -30780)
}

/// What the operating system answers, where a store meets it.
extension LMDBError.Code {
    /// The file system has no room left.
    public static let noSpace = Self(rawValue: ENOSPC)
    /// The user's share of the file system is used up.
    public static let quotaExceeded = Self(rawValue: EDQUOT)
    /// The file would become larger than the system allows.
    public static let fileTooLarge = Self(rawValue: EFBIG)
    /// The process may not read or write the file, its lock file or its folder.
    public static let permissionDenied = Self(rawValue: EACCES)
    /// The operation is not allowed, for example on an immutable file.
    public static let notPermitted = Self(rawValue: EPERM)
    /// The file system is mounted for reading only, or the environment was opened so.
    public static let readOnlyFileSystem = Self(rawValue: EROFS)
    /// The file or its folder does not exist.
    public static let noSuchFile = Self(rawValue: ENOENT)
    /// Something is already where a file is to be created.
    public static let fileExists = Self(rawValue: EEXIST)
    /// A part of the path is a file where a folder is needed.
    public static let notADirectory = Self(rawValue: ENOTDIR)
    /// The path names a folder where a file is needed.
    public static let isADirectory = Self(rawValue: EISDIR)
    /// The path or its last part is longer than the system allows; the lock file adds five characters.
    public static let nameTooLong = Self(rawValue: ENAMETOOLONG)
    /// Memory or address space is used up.
    public static let outOfMemory = Self(rawValue: ENOMEM)
    /// The disk reported a fault.
    public static let ioError = Self(rawValue: EIO)
    /// The process or the system has too many files open.
    public static let tooManyFiles = Self(rawValue: EMFILE)
    /// The file is used by another process in a way that excludes this one.
    public static let busy = Self(rawValue: EBUSY)
    /// The arguments contradict each other or the state of the file.
    public static let invalidArgument = Self(rawValue: EINVAL)
}

/// What this module finds itself, in a range that neither LMDB nor the operating system uses.
extension LMDBError.Code {
    /// The file does not begin as an LMDB file does.
    public static let notLMDB = Self(rawValue: -41001)
    /// The file is shorter than its own first pages say.
    public static let truncated = Self(rawValue: -41002)
    /// The file was deleted or replaced while an environment of this process has it open.
    public static let deletedWhileOpen = Self(rawValue: -41003)
    /// The process is a forked child of the one that opened the environment.
    public static let forkedProcess = Self(rawValue: -41004)
    /// The file is already open in this process with other options.
    public static let optionsDiffer = Self(rawValue: -41005)
    /// The environment is open for reading only.
    public static let readOnlyEnvironment = Self(rawValue: -41006)
    /// The map can only be changed while no transaction of the process is open.
    public static let transactionsActive = Self(rawValue: -41007)
    /// A named tree does not exist and may not be created.
    public static let noSuchTree = Self(rawValue: -41008)
}
