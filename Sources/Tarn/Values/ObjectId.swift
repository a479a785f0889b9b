internal import FoundationEssentials
internal import Synchronization
public import TarnRecords

/// A 12-byte identifier: seconds since 1970, five random bytes of the process, a counter; so ids made later sort later.
public struct ObjectId: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The 12 bytes.
    public let bytes: [UInt8]

    private static let process: [UInt8] = (0..<5).map { _ in UInt8.random(in: 0...255) }
    private static let counter = Atomic<UInt32>(UInt32.random(in: 0..<1 << 24))

    /// A new identifier.
    public init() {
        let seconds = UInt32(truncatingIfNeeded: Int64(Date().timeIntervalSince1970))
        let count = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
        bytes =
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> $0) } + Self.process
            + [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }

    /// The identifier of 12 bytes, or nil for another number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 12 else { return nil }
        self.bytes = bytes
    }

    /// The identifier written as 24 hexadecimal digits, or nil when the text is not that.
    public init?(_ text: String) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 24, text.utf8.count == 24 else { return nil }
        bytes = stride(from: 0, to: 24, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// When the identifier was made, in whole seconds since 1970.
    public var secondsSince1970: Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

    /// 24 hexadecimal digits.
    public var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Orders by the bytes.
    public static func < (a: ObjectId, b: ObjectId) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

extension ObjectId: Codable {
    /// Decodes 24 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = ObjectId(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an ObjectId is written as 24 hexadecimal digits")
        }
        self = id
    }

    /// Encodes 24 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ObjectId: Persistable {
    /// Stored as its 12 bytes.
    @inlinable public static var _kind: ValueKind { .objectId }
    /// All bytes zero.
    public static var _zero: ObjectId { ObjectId(bytes: [UInt8](repeating: 0, count: 12)) ?? ObjectId() }
    /// Left to `_decode`.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> ObjectId? { nil }
    /// 12 bytes.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> ObjectId? {
        if case .bytes(let bytes) = value { ObjectId(bytes: bytes) } else { nil }
    }
    /// An identifier or its text.
    public static func _convert(_ value: Any) -> ObjectId? {
        if let same = value as? ObjectId { return same }
        return (value as? String).flatMap { ObjectId($0) }
    }
    /// The stored form.
    public var __stored: StoredValue { .bytes(bytes) }
}
