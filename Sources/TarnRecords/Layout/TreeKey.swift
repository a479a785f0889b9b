/// Builds keys of the shared trees: numbers are big-endian, so that byte order is number order.
package struct TreeKey {
    /// The bytes of the key.
    package private(set) var bytes: [UInt8] = []

    /// The key of a cluster.
    package static func cluster(_ table: UInt16, _ number: UInt64) -> TreeKey {
        var key = TreeKey(table)
        key.append(number)
        return key
    }

    /// The key of a long value.
    package static func value(_ table: UInt16, _ object: ObjectKey, _ column: Int) -> TreeKey {
        var key = TreeKey(table)
        key.append(object.rawValue)
        key.append(UInt16(column))
        return key
    }

    /// The key of a unique key, or the start of an index entry.
    package static func index(_ table: UInt16, _ column: Int, _ value: [UInt8]) -> TreeKey {
        var key = TreeKey(table)
        key.append(UInt16(column))
        key.bytes += value
        return key
    }

    /// The key of those who link to an object.
    package static func inverse(_ table: UInt16, _ object: ObjectKey) -> TreeKey {
        var key = TreeKey(table)
        key.append(object.rawValue)
        return key
    }

    /// The start of all keys of a type.
    package init(_ table: UInt16) {
        bytes.reserveCapacity(16)
        append(table)
    }

    /// A key of the catalogue.
    package init(text: String) { bytes = Array(text.utf8) }

    /// A key of the change log.
    package init(version: UInt64) { append(version) }

    private mutating func append(_ number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
