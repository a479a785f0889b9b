/// The bytes of a stored cluster: up to 64 objects of one type, column by column.
///
///     0   UInt8    format of the cluster, 1
///     1   UInt8    flags; bit 0 marks the editing form, which is never stored
///     2   UInt16   number of columns in the directory
///     4   UInt32   length of the whole value in bytes
///     8   UInt64   presence mask: bit s is set when slot s holds an object
///     16  UInt32   checksum of everything but these four bytes
///     20  UInt8    number of objects, the popcount of the mask
///     21  3 bytes  zero
///     24  UInt32   for each column the offset of its values, or 0 where the column did not exist yet
///
/// Columns are packed for the present objects only, in slot order. An optional column has a mask of its nils in the
/// eight bytes before its values. Text and data are a UInt16 end for each object (the top bit says that the value is
/// kept in the tree `values` and only its length, 8 bytes, stands here), followed by the bytes. Eight zero bytes end
/// the cluster, so that loads of a word never leave it. Everything is little-endian.
package enum ClusterFormat {
    package static let version: UInt8 = 1
    package static let directoryOffset = 24
    package static let editingFlag: UInt8 = 1
    package static let tailByteCount = 8
    /// The longest text or data that is kept inside a cluster, in bytes. 64 of them fit a 15-bit offset.
    package static let inlineLimit = 255

    package static func headerByteCount(columns: Int) -> Int { (directoryOffset + 4 * columns + 7) & ~7 }
}
