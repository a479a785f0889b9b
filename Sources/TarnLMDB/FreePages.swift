/// The tree in which LMDB lists the pages that are free for use, read from the file without mapping it.
enum FreePages {
    /// Whether all pages of a range are listed as free; false as well when the tree itself cannot be read.
    static func contains(
        _ range: ClosedRange<Int>, in file: borrowing OpenFile, _ header: FileHeader
    ) throws(LMDBError) -> Bool {
        guard let root = header.freeRoot else { return false }
        var missing = Set(range.prefix(1 << 20))
        if missing.count < range.count { return false }
        var pages = [root]
        var budget = header.lastPage
        while let page = pages.popLast(), !missing.isEmpty {
            budget -= 1
            if budget < 0 || page > header.lastPage { return false }
            let bytes = try file.bytes(at: page * header.pageSize, count: header.pageSize)
            guard let flags = bytes.integer(UInt16.self, at: 10), let nodes = nodes(of: bytes) else { return false }
            for node in nodes {
                if flags & branch != 0 {
                    guard let child = child(bytes, node) else { return false }
                    pages.append(child)
                } else {
                    guard let list = try list(bytes, node, file, header) else { return false }
                    missing.subtract(list)
                }
            }
        }
        return missing.isEmpty
    }

    private static let branch: UInt16 = 0x01
    private static let valueOnOverflowPage: UInt16 = 0x01
    private static let pageHeaderSize = 16
    private static let nodeHeaderSize = 8

    /// The offsets of the nodes of a tree page.
    private static func nodes(of page: [UInt8]) -> [Int]? {
        guard let lower = page.integer(UInt16.self, at: 12), lower >= pageHeaderSize, lower <= page.count else {
            return nil
        }
        return (0..<(Int(lower) - pageHeaderSize) / 2).map {
            Int(page.integer(UInt16.self, at: pageHeaderSize + 2 * $0) ?? 0)
        }
    }

    /// The page below a node of a branch page: 48 bits in the fields that hold size and flags on a leaf.
    private static func child(_ page: [UInt8], _ node: Int) -> Int? {
        page.integer(UInt64.self, at: node).map { Int($0 & 0xFFFF_FFFF_FFFF) }
    }

    /// The page numbers in the value of a leaf node: a count and that many numbers, after the key.
    private static func list(
        _ page: [UInt8], _ node: Int, _ file: borrowing OpenFile, _ header: FileHeader
    ) throws(LMDBError) -> [Int]? {
        guard let size = page.integer(UInt32.self, at: node), let flags = page.integer(UInt16.self, at: node + 4),
            let keySize = page.integer(UInt16.self, at: node + 6)
        else { return nil }
        var start = node + nodeHeaderSize + Int(keySize)
        var bytes = page
        if flags & valueOnOverflowPage != 0 {
            guard let first = page.integer(UInt64.self, at: start), first <= header.lastPage,
                Int(size) <= header.lastPage * header.pageSize
            else { return nil }
            start = pageHeaderSize
            bytes = try file.bytes(at: Int(first) * header.pageSize, count: start + Int(size))
        }
        guard let count = bytes.integer(UInt64.self, at: start), count <= bytes.count / 8 else { return nil }
        return (0..<Int(count)).map { Int(clamping: bytes.integer(UInt64.self, at: start + 8 + 8 * $0) ?? 0) }
    }
}
