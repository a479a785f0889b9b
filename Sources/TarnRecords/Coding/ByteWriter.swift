/// Appends numbers and texts to a buffer, little-endian.
package struct ByteWriter {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Appends a number of fixed width.
    package mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a number in groups of seven bits, small numbers in one byte.
    package mutating func write(varint number: UInt64) {
        var rest = number
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a count and as many bytes.
    package mutating func write(bytes content: [UInt8]) {
        write(varint: UInt64(content.count))
        bytes += content
    }

    /// Appends a count and the UTF-8 of a text.
    package mutating func write(text: String) { write(bytes: Array(text.utf8)) }
}
