extension LMDBError: CustomStringConvertible {
    /// What failed, why, and what to do about it, in one line.
    public var description: String { "\(operation) failed: \(code)" }
}

extension LMDBError.Code: CustomStringConvertible {
    /// What the code means and what to do about it.
    public var description: String {
        guard let text = Self.texts[self] else {
            return rawValue > 0 ? "the system answered error \(rawValue)" : "LMDB answered error \(rawValue)"
        }
        return "\(text.meaning); \(text.remedy)"
    }

    /// What went wrong, without advice.
    public var meaning: String {
        Self.texts[self]?.meaning
            ?? (rawValue > 0 ? "the system answered error \(rawValue)" : "LMDB answered error \(rawValue)")
    }

    /// What to do about the failure, or nil for a code that this module does not know.
    public var remedy: String? { Self.texts[self]?.remedy }

    private static let restore = "restore the file from a copy"

    private static let texts: [Self: (meaning: String, remedy: String)] = [
        .keyExists: ("the key or pair is already stored", "choose another key or replace the value"),
        .pageNotFound: ("a page that the file refers to is missing", restore),
        .corrupted: ("a page of the file is damaged", restore),
        .panic: (
            "an earlier write could not be finished and the state on the disk is unknown",
            "close every environment of the file and open it again: the last good commit is then found"
        ),
        .versionMismatch: (
            "the file was written in another version of the LMDB format", "open it with the LMDB that wrote it"
        ),
        .invalid: ("the file is not a valid LMDB file", "check the path, or " + restore),
        .mapFull: (
            "the file has reached the size of its map",
            "end the transaction, then open the file with a larger mapSize or call growMap(to:)"
        ),
        .treesFull: ("too many named trees are open", "open the environment with a larger maximumTrees"),
        .readersFull: (
            "all places for readers are taken",
            "end read transactions, call removeDeadReaders(), or open the file with a larger maximumReaders"
        ),
        .transactionFull: ("the transaction changed too many pages", "write in several smaller transactions"),
        .cursorFull: ("a tree is deeper than it can be", restore),
        .pageFull: ("a page has no room for an entry that must fit", restore),
        .mapResized: (
            "another process made the file larger than the map of this one",
            "end the other transactions of this process and try again"
        ),
        .incompatible: (
            "the tree is of another kind than the call needs", "open the tree with the options it was created with"
        ),
        .badReaderSlot: ("the reader's place in the lock file is lost", "begin a new read transaction"),
        .badTransaction: (
            "the transaction failed before, has an open child, or is over", "give it up and begin another"
        ),
        .keyTooLongOrEmpty: (
            "a key is empty or over the limit, or a key or value has the wrong size for its tree",
            "use keys of 1 to 511 bytes, sorted values of at most 511, and one size where the tree prescribes it"
        ),
        .badTree: ("the tree was deleted or was opened after the transaction began", "open the tree, then begin again"),
        .noSpace: ("the disk is full", "make room and write again: the last commit is intact"),
        .quotaExceeded: (
            "the user's share of the disk is used up", "make room and write again: the last commit is intact"
        ),
        .fileTooLarge: (
            "the file would exceed the size the system allows", "raise the limit or use another file system"
        ),
        .permissionDenied: (
            "the process may not use the file, its lock file or its folder",
            "both files must be readable and writable, and the folder too where they are to be created"
        ),
        .notPermitted: ("the system does not allow it", "look for an immutable flag on the file or its folder"),
        .readOnlyFileSystem: ("the file system is mounted for reading only", "open the environment with isReadOnly"),
        .noSuchFile: ("the file or its folder does not exist", "create the folder, or correct the path"),
        .fileExists: ("something is already there", "choose another path or remove what is there"),
        .notADirectory: ("a part of the path is not a folder", "correct the path"),
        .isADirectory: ("the path names a folder", "give the path of a file in it"),
        .nameTooLong: (
            "the path is longer than the system allows", "shorten it; the lock file needs five characters more"
        ),
        .outOfMemory: ("memory or address space is used up", "open the file with a smaller mapSize or free memory"),
        .ioError: ("the disk reported a fault", "check the disk and the quota of the user; the last commit is intact"),
        .tooManyFiles: ("too many files are open", "close files or raise the limit of the process"),
        .busy: ("the file is in use in a way that excludes others", "try again later"),
        .invalidArgument: (
            "the call does not fit the state of the file or its arguments", "check the path and the options"
        ),
        .notLMDB: ("the file does not begin as an LMDB file does", "check the path"),
        .truncated: ("the file is shorter than its first pages say", restore),
        .deletedWhileOpen: (
            "the file was deleted or replaced while it was open",
            "close every environment of the old file, then open the new one; what is still open can be read and copied"
        ),
        .forkedProcess: (
            "the process is a forked child of the one that opened the file",
            "open files after the fork, or start the child with exec"
        ),
        .optionsDiffer: (
            "the process has the file open with another durability or access",
            "use the same options everywhere, or close the file first"
        ),
        .readOnlyEnvironment: ("the environment is open for reading only", "open it without isReadOnly"),
        .transactionsActive: ("transactions of this process are open", "end them and try again"),
        .noSuchTree: ("a named tree does not exist", "open the file for writing once, which creates it"),
    ]
}
