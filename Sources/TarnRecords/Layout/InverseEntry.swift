/// Who links to an object: 12 bytes, the source's type, key and column, big-endian.
struct InverseEntry {
    let table: UInt16
    let object: ObjectKey
    let column: Int

    /// Reads an entry, or nil when it has another length.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 12 else { return nil }
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        table = UInt16(number(0..<2))
        object = ObjectKey(rawValue: number(2..<10))
        column = Int(number(10..<12))
    }

    /// The target behind the ordered key of a link column.
    static func target(ofKey key: [UInt8]) -> ObjectKey {
        ObjectKey(rawValue: key.dropFirst().reduce(0) { $0 << 8 | UInt64($1) })
    }
}
