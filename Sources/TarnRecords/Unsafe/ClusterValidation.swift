internal import CTarnKernels

/// What is known about stored bytes after looking at their header and directory.
enum ClusterCheck {
    /// Every column of the table is there.
    case complete(presence: UInt64)
    /// Written before some column was added.
    case older(presence: UInt64)
    /// Not a cluster of this table, and why.
    case corrupt(String)
}

extension ClusterFormat {
    // Safety: every load is preceded by a comparison with the number of bytes.
    /// Checks that the header is right and that every column lies inside the bytes.
    ///
    /// O(columns). Text ends are checked where they are used, the checksum by whoever rewrites or verifies.
    static func check(_ bytes: UnsafeRawBufferPointer, _ table: Table) -> ClusterCheck {
        guard bytes.count >= directoryOffset + tailByteCount, let base = bytes.baseAddress else {
            return .corrupt("\(bytes.count) bytes are too few for a cluster")
        }
        let head = unsafe base.loadUnaligned(as: UInt32.self)
        guard head & 0xFFFF == UInt32(version) else { return .corrupt("unknown cluster format \(head & 0xFFFF)") }
        let columns = Int(head >> 16)
        let length = unsafe Int(base.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        let presence = unsafe base.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        let count = unsafe Int(base.load(fromByteOffset: 20, as: UInt8.self))
        guard length == bytes.count else { return .corrupt("says it has \(length) bytes, has \(bytes.count)") }
        guard count == presence.nonzeroBitCount, count > 0 else { return .corrupt("object count and mask differ") }
        guard columns <= table.columns.count else { return .corrupt("has \(columns) columns, its type fewer") }
        let headerEnd = headerByteCount(columns: columns)
        guard headerEnd + tailByteCount <= length else { return .corrupt("the directory leaves the value") }
        var isComplete = columns == table.columns.count
        let end = length - tailByteCount
        return unsafe table.widths.withUnsafeBufferPointer { widths in
            for column in 0..<columns {
                let offset = unsafe Int(
                    base.loadUnaligned(fromByteOffset: directoryOffset + column &* 4, as: UInt32.self))
                if offset == 0 {
                    isComplete = false
                    continue
                }
                let width = unsafe Int(widths[column])
                let need = width == 0 ? 8 : width &* count
                if offset < headerEnd + 8 || offset &+ need > end {
                    return .corrupt("column \(column) leaves the value")
                }
            }
            return isComplete ? .complete(presence: presence) : .older(presence: presence)
        }
    }

    // Safety: the caller passes a buffer of at least a header; the hash reads only inside it.
    /// The checksum that a cluster should carry.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        let head = unsafe tarn_hash(start, 16, 0)
        let hash = unsafe tarn_hash(start + 20, bytes.count - 20, head)
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    // Safety: `check` has found at least a header.
    /// Whether the stored checksum is right.
    static func hasValidChecksum(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self) == checksum(bytes)
    }
}
