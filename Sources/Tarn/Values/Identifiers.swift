public import FoundationEssentials
public import TarnRecords

extension Date: Persistable {
    /// Stored as the double that Foundation keeps, so every date comes back exactly.
    @inlinable public static var _kind: ValueKind { .date }
    /// The reference date, 2001-01-01 00:00 UTC.
    @inlinable public static var _zero: Date { Date(timeIntervalSinceReferenceDate: 0) }
    /// Reads the date.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Date? {
        Date(timeIntervalSinceReferenceDate: row.value(column, as: Double.self))
    }
    /// Reads the date of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Date? {
        Date(timeIntervalSinceReferenceDate: cells.value(index, as: Double.self))
    }
    /// A date.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Date? {
        if case .double(let value) = value { Date(timeIntervalSinceReferenceDate: value) } else { nil }
    }
    /// The stored form.
    public var __stored: StoredValue { .double(timeIntervalSinceReferenceDate) }
    /// Writes the date.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        writer.set(timeIntervalSinceReferenceDate, column)
    }
}

extension UUID: Persistable {
    /// Stored as its 16 bytes.
    @inlinable public static var _kind: ValueKind { .uuid }
    /// All bytes zero.
    public static var _zero: UUID { UUID(bytes: [UInt8](repeating: 0, count: 16)) ?? UUID() }
    /// Reads the bytes.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> UUID? { row.uuid(column) }
    /// 16 bytes.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> UUID? {
        if case .bytes(let bytes) = value { UUID(bytes: bytes) } else { nil }
    }
    /// A UUID or its text.
    public static func _convert(_ value: Any) -> UUID? {
        if let same = value as? UUID { return same }
        return (value as? String).flatMap { UUID(uuidString: $0) }
    }
    /// The stored form.
    public var __stored: StoredValue { .bytes(bytes) }

    fileprivate init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        func byte(_ place: Int) -> UInt8 { bytes[place] }
        self.init(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9), byte(10),
                byte(11), byte(12), byte(13), byte(14), byte(15)
            ))
    }

    private var bytes: [UInt8] {
        let u = uuid
        return [u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15]
    }
}

extension Row {
    /// A UUID from its 16 bytes.
    @inlinable public func uuid(_ column: Int) -> UUID { UUID(uuid: value(column, as: UUIDBytes.self)) }
    /// The tuple behind a UUID.
    public typealias UUIDBytes = uuid_t
}
