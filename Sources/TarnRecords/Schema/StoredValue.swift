/// One value as the record layer sees it, without the Swift type it came from.
public enum StoredValue: Hashable, Sendable {
    /// No value.
    case null
    /// A truth value.
    case bool(Bool)
    /// An integer of any width.
    case integer(Int64)
    /// A single precision number.
    case float(Float)
    /// A double, or a date in seconds since 2001-01-01 00:00 UTC.
    case double(Double)
    /// Text.
    case string(String)
    /// Data, or the ordered bytes of a decimal, UUID or ObjectId.
    case bytes([UInt8])
    /// A link to an object.
    case link(ObjectKey)
    /// What a column of any kind holds; never ``MixedValue/null``, which is ``null``.
    indirect case any(MixedValue)

    /// The value that a column of this kind has where nothing was stored.
    package static func zero(of kind: ValueKind) -> StoredValue {
        switch kind {
        case .bool: .bool(false)
        case .int8, .int16, .int32, .int64: .integer(0)
        case .float: .float(0)
        case .double, .date: .double(0)
        case .decimal: .bytes(DecimalBytes.zero)
        case .uuid, .objectId: .bytes([UInt8](repeating: 0, count: kind.width ?? 0))
        case .string: .string("")
        case .data: .bytes([])
        case .link, .any: .null
        case .list, .set, .map: .integer(0)
        }
    }

    /// How many bytes of text or data there are; zero for values of a fixed width.
    var byteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        default: 0
        }
    }

    /// Whether the value can be stored in a column of a kind.
    package func fits(_ kind: ValueKind, isOptional: Bool) -> Bool {
        switch (self, kind) {
        case (.null, _): isOptional || kind == .link
        case (.bool, .bool), (.float, .float), (.double, .double), (.double, .date), (.string, .string),
            (.bytes, .data), (.link, .link):
            true
        case (.integer(let value), .int8): Int8(exactly: value) != nil
        case (.integer(let value), .int16): Int16(exactly: value) != nil
        case (.integer(let value), .int32): Int32(exactly: value) != nil
        case (.integer, .int64): true
        case (.integer(let count), .list), (.integer(let count), .set), (.integer(let count), .map): count >= 0
        case (.bytes(let bytes), _) where kind.isOrderedBytes: bytes.count == kind.width
        case (.any(let value), .any): value.problem == nil
        default: false
        }
    }
}
