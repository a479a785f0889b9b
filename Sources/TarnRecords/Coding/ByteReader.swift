/// Reads what ``ByteWriter`` wrote. Every read is bounds-checked; bytes that end too soon throw.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything has been read.
    package var isAtEnd: Bool { position == bytes.count }

    /// The bytes ended too soon or do not form a value.
    package struct Malformed: Error, Equatable {
        package let position: Int
    }

    /// Reads a number of fixed width.
    package mutating func read<Number: FixedWidthInteger>(_ type: Number.Type) throws(Malformed) -> Number {
        var number: Number = 0
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            number |= Number(truncatingIfNeeded: try readByte()) << shift
        }
        return number
    }

    /// Reads a number in groups of seven bits.
    package mutating func readVarint() throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            let byte = try readByte()
            if shift == 63 && byte > 1 { throw Malformed(position: position) }
            number |= UInt64(byte & 127) << UInt64(shift)
            if byte < 128 { return number }
        }
        throw Malformed(position: position)
    }

    /// Reads a count of things of which each takes at least one byte.
    package mutating func readCount() throws(Malformed) -> Int {
        let count = try readVarint()
        guard count <= UInt64(bytes.count - position) else { throw Malformed(position: position) }
        return Int(count)
    }

    /// Reads a count and as many bytes.
    package mutating func readBytes() throws(Malformed) -> [UInt8] {
        let count = try readCount()
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Reads a count and as much UTF-8.
    package mutating func readText() throws(Malformed) -> String {
        let content = try readBytes()
        guard let text = String(validating: content, as: UTF8.self) else { throw Malformed(position: position) }
        return text
    }

    /// Reads one byte.
    package mutating func readByte() throws(Malformed) -> UInt8 {
        guard position < bytes.count else { throw Malformed(position: position) }
        defer { position += 1 }
        return bytes[position]
    }
}
