/// The first two pages of a data file, read before LMDB maps it.
///
/// LMDB maps whatever it is given: in a file that was cut short the first touch of a missing page kills the process
/// (SIGBUS), and a foreign file is told from a damaged one only by reading it here.
struct FileHeader: Equatable {
    let pageSize: Int
    /// The number of the last page that the newest commit counts to the file.
    let lastPage: Int
    /// The root of the tree of free pages, or nil when no page is free.
    let freeRoot: Int?
    /// The number of the newest commit.
    let transaction: UInt64

    /// Checks a file that is to be opened.
    ///
    /// A commit of another process in the middle of the check makes it start again; a few commits in a row are taken
    /// for a living file.
    static func check(path: String, operation: String) throws(LMDBError) {
        let file = try OpenFile(path: path, operation: operation)
        for _ in 0..<8 {
            guard let header = try FileHeader(file) else { return }
            // The size is asked after the header: a file only grows, so a commit in between cannot make it look short.
            let size = try file.size()
            if size >= (header.lastPage + 1) * header.pageSize { return }
            // Pages that were freed in the transaction that took them are counted but never written.
            let present = size / header.pageSize
            if try FreePages.contains(present...header.lastPage, in: file, header) { return }
            if try FileHeader(file) == header { throw LMDBError(.truncated, operation: operation) }
        }
    }

    /// Reads both meta pages; nil when the file is empty, which LMDB takes for a new one.
    init?(_ file: borrowing OpenFile) throws(LMDBError) {
        let first = try file.bytes(at: 0, count: Self.metaSize)
        if first.isEmpty { return nil }
        let one = try Self(first, file.operation)
        let second = try file.bytes(at: one.pageSize, count: Self.metaSize)
        if second.count < Self.metaSize { throw LMDBError(.truncated, operation: file.operation) }
        let two = try Self(second, file.operation)
        if one.pageSize != two.pageSize { throw LMDBError(.corrupted, operation: file.operation) }
        self = one.transaction >= two.transaction ? one : two
    }

    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let supportedVersion: UInt32 = 1
    private static let metaPageFlag: UInt16 = 0x08
    private static let metaSize = 152

    /// Reads one meta page: a page header of 16 bytes and the meta structure of 64-bit platforms.
    private init(_ page: [UInt8], _ operation: String) throws(LMDBError) {
        guard let magic = page.integer(UInt32.self, at: 16), magic == Self.magic else {
            throw LMDBError(.notLMDB, operation: operation)
        }
        guard let version = page.integer(UInt32.self, at: 20), let flags = page.integer(UInt16.self, at: 10),
            let pageSize = page.integer(UInt32.self, at: 40), let root = page.integer(UInt64.self, at: 80),
            let lastPage = page.integer(UInt64.self, at: 136), let number = page.integer(UInt64.self, at: 144)
        else { throw LMDBError(.truncated, operation: operation) }
        if version != Self.supportedVersion { throw LMDBError(.versionMismatch, operation: operation) }
        let sizes: ClosedRange<UInt32> = 256...65536
        if flags & Self.metaPageFlag == 0 || !sizes.contains(pageSize) || pageSize.nonzeroBitCount != 1
            || lastPage > 1 << 46 || (root > lastPage && root != .max)
        {
            throw LMDBError(.corrupted, operation: operation)
        }
        self.pageSize = Int(pageSize)
        self.lastPage = Int(lastPage)
        freeRoot = root == .max ? nil : Int(root)
        transaction = number
    }
}
