public import FoundationEssentials
public import TarnRecords

extension String: Persistable {
    /// Stored as UTF-8.
    @inlinable public static var _kind: ValueKind { .string }
    /// Empty.
    @inlinable public static var _zero: String { "" }
    /// Reads the text unless it is a long one.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> String? { row.string(column) }
    /// Text.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> String? {
        if case .string(let text) = value { text } else { nil }
    }
    /// Any text.
    public static func _convert(_ value: Any) -> String? {
        if let same = value as? String { return same }
        return (value as? Substring).map { String($0) }
    }
    /// The stored form.
    public var __stored: StoredValue { .string(self) }
    /// Writes the UTF-8 bytes.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { try writer.set(string: self, column) }
}

extension Data: Persistable {
    /// Stored as its bytes.
    @inlinable public static var _kind: ValueKind { .data }
    /// Empty.
    public static var _zero: Data { Data() }
    /// Reads the bytes unless they are many.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Data? { row.bytes(column).map { Data($0) } }
    /// Bytes.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Data? {
        if case .bytes(let bytes) = value { Data(bytes) } else { nil }
    }
    /// Any bytes.
    public static func _convert(_ value: Any) -> Data? {
        if let same = value as? Data { return same }
        return (value as? [UInt8]).map { Data($0) }
    }
    /// The stored form.
    public var __stored: StoredValue { .bytes(Array(self)) }
}
