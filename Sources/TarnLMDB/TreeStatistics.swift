/// The shape of a tree.
public struct TreeStatistics: Sendable, Hashable {
    /// The size of a page in bytes.
    public let pageSize: Int
    /// How many pages a look-up passes.
    public let depth: Int
    /// Pages that lead to others.
    public let branchPages: Int
    /// Pages that hold entries.
    public let leafPages: Int
    /// Pages that hold the long values.
    public let overflowPages: Int
    /// How many entries there are, duplicates counted each.
    public let entries: Int

    /// All pages of the tree, in bytes.
    public var byteCount: Int { (branchPages + leafPages + overflowPages) * pageSize }
}

/// The state of an opened file.
public struct EnvironmentInformation: Sendable, Hashable {
    /// The address space reserved, and so the size to which the file can grow.
    public let mapSize: Int
    /// The size of a page in bytes.
    public let pageSize: Int
    /// The size of the file on disk.
    public let fileSize: Int
    /// The number of the last page in use; pages are counted from zero.
    public let lastPage: Int
    /// How many pages are free for use, because no living snapshot needs them.
    public let freePages: Int
    /// The number of the last commit.
    public let lastTransaction: Int
    /// How many readers there may be at a time, over all processes.
    public let maximumReaders: Int
    /// How many places for readers have been used since the lock file was made.
    public let readerSlotsUsed: Int
    /// How many transactions of this process are open.
    public let activeTransactions: Int
}

/// A place in the lock file that a read transaction holds.
public struct Reader: Sendable, Hashable {
    /// The process that holds it.
    public let processID: Int32
    /// The commit that its snapshot sees; nil while the transaction is reset.
    public let version: Int?
}
