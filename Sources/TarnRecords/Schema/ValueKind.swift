/// How the values of a column are stored. The raw values are part of the file format.
public enum ValueKind: UInt8, Sendable, CaseIterable {
    /// One bit an object.
    case bool = 1
    /// Two's complement integers of 1, 2, 4 and 8 bytes.
    case int8 = 2
    case int16 = 3
    case int32 = 4
    case int64 = 5
    /// IEEE 754 single and double precision.
    case float = 6
    case double = 7
    /// Seconds since 2001-01-01 00:00 UTC as a double.
    case date = 8
    /// 24 bytes that order like the decimal numbers they stand for.
    case decimal = 9
    /// 16 and 12 bytes, ordered as bytes.
    case uuid = 10
    case objectId = 11
    /// UTF-8 text and plain bytes of any length.
    case string = 12
    case data = 13
    /// The key of an object of another type, or nil.
    case link = 14

    /// A value of any kind, with a tag that tells it.
    case any = 32
    /// Collections, which lie in trees of their own: the column holds the number of elements.
    case list = 33
    case set = 34
    case map = 35

    /// Bytes that one value takes in a cluster; nil for bits and for values of any length.
    public var width: Int? {
        switch self {
        case .int8: 1
        case .int16: 2
        case .int32, .float: 4
        case .int64, .double, .date, .link, .list, .set, .map: 8
        case .objectId: 12
        case .uuid: 16
        case .decimal: 24
        case .bool, .string, .data, .any: nil
        }
    }

    /// True for text, data and values of any kind, which have any length.
    public var isVariable: Bool { self == .string || self == .data || self == .any }
    /// True for lists, sets and maps.
    public var isCollection: Bool { self == .list || self == .set || self == .map }
    /// True for the integer kinds.
    public var isInteger: Bool { self >= .int8 && self <= .int64 }
    /// True for the kinds stored as bytes that compare like their values.
    public var isOrderedBytes: Bool { self == .decimal || self == .uuid || self == .objectId }
    /// Whether a property of this kind may be the primary key.
    public var canBePrimaryKey: Bool { isInteger || self == .string || self == .uuid || self == .objectId }
    /// Whether a property of this kind may be indexed.
    public var canBeIndexed: Bool { self != .data && self < .link }
    /// The name used in error messages and by tools.
    public var name: String { String(describing: self) }
}

extension ValueKind: Comparable {
    /// Orders by raw value, so that ranges of kinds can be written.
    public static func < (a: ValueKind, b: ValueKind) -> Bool { a.rawValue < b.rawValue }
}
