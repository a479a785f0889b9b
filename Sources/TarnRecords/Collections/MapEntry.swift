/// An entry with a key as it lies in a leaf: the length of the key as a varint, the key as UTF-8, and the value.
enum MapEntry {
    /// Appends the beginning of an entry: the key.
    static func append(key: [UInt8], to bytes: inout [UInt8]) {
        var rest = UInt64(key.count)
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        bytes.append(contentsOf: key)
    }

    /// Where the key of an entry lies; nil when the bytes are no entry.
    @inline(__always)
    static func keyRange(_ length: Int, _ byte: (Int) -> UInt8) -> Range<Int>? {
        var count = 0
        var place = 0
        while place < length && place < 5 {
            let next = byte(place)
            count |= Int(next & 127) << (7 * place)
            place += 1
            if next < 128 { return count <= length - place ? place..<place + count : nil }
        }
        return nil
    }
}
