/// Where the columns of a cluster lie while it is being edited: room for all 64 slots, text after everything else.
package struct EditingLayout: Sendable {
    /// The offset of each column's values from the start of the cluster; its nil mask lies 8 bytes before.
    package let offsets: [UInt32]
    /// Where the bytes of text and data begin.
    package let heapStart: Int

    init(_ columns: [Table.Column]) {
        var offsets: [UInt32] = []
        var next = ClusterFormat.headerByteCount(columns: columns.count)
        for column in columns {
            next = (next + 7) & ~7
            next += 8
            offsets.append(UInt32(next))
            switch column.kind {
            case .bool: next += 8
            case .string, .data, .any: next += 64 * 8
            default: next += 64 * (column.kind.width ?? 0)
            }
        }
        self.offsets = offsets
        heapStart = (next + 7) & ~7
    }
}
