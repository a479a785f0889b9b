/// Turns values into bytes whose order is the order of the values.
///
/// The law, held by tests: for values a and b of one kind, a < b exactly when bytes(a) < bytes(b) as unsigned bytes, a
/// prefix being smaller. nil comes first, then NaN, then -infinity; the two zeros are one key. The first byte is 0 for
/// nil and 1 for a value, so no key is empty. Values of any kind take ``MixedValue/orderedBytes``.
package enum KeyCoding {
    /// LMDB's limit less the numbers of type and column.
    package static let maximumByteCount = 511 - 4

    /// The bytes of a value in an index or a tree of unique keys.
    ///
    /// Text longer than the limit is cut in an index (`isExact` is false then and the value itself must be compared).
    package static func bytes(_ value: StoredValue, _ kind: ValueKind) -> (bytes: [UInt8], isExact: Bool) {
        var key: [UInt8]
        switch value {
        case .null: return ([0], true)
        case .bool(let value): return ([1, value ? 1 : 0], true)
        case .string(let text): key = [1] + Array(text.utf8)
        case .bytes(let bytes): key = [1] + bytes
        case .any(let value): key = [1] + value.orderedBytes
        default: return (fixed(ordered(value)), true)
        }
        if key.count <= maximumByteCount { return (key, true) }
        key.removeSubrange(maximumByteCount...)
        return (key, false)
    }

    /// The primary key behind the bytes, or nil when they are none.
    package static func primaryKey(_ bytes: [UInt8], _ kind: ValueKind) -> StoredValue? {
        if bytes == [0] { return .null }
        guard bytes.first == 1 else { return nil }
        let content = bytes.dropFirst()
        if kind.isInteger {
            guard content.count == 8 else { return nil }
            return .integer(Int64(bitPattern: content.reduce(0) { $0 << 8 | UInt64($1) } ^ (1 << 63)))
        }
        if kind == .string { return String(validating: content, as: UTF8.self).map { .string($0) } }
        return kind.width == content.count ? .bytes(Array(content)) : nil
    }

    /// A key of eight ordered bytes.
    package static func fixed(_ ordered: UInt64) -> [UInt8] {
        var key: [UInt8] = [1]
        key.reserveCapacity(9)
        for shift in stride(from: 56, through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: ordered >> UInt64(shift)))
        }
        return key
    }

    /// Eight bytes that order like a number.
    package static func ordered(_ value: StoredValue) -> UInt64 {
        switch value {
        case .integer(let value): UInt64(bitPattern: value) ^ (1 << 63)
        case .float(let value): ordered(Double(value))
        case .double(let value): ordered(value)
        case .bool(let value): value ? 1 : 0
        case .link(let key): key.rawValue
        case .null, .string, .bytes, .any: 0
        }
    }

    /// Order-preserving bits of a double: NaN, then -infinity up to +infinity; both zeros are one.
    package static func ordered(_ value: Double) -> UInt64 {
        if value.isNaN { return 0 }
        if value == 0 { return 1 << 63 }
        let bits = value.bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}
