public import TarnRecords

extension Bool: Persistable {
    /// Stored as one bit.
    @inlinable public static var _kind: ValueKind { .bool }
    /// False.
    @inlinable public static var _zero: Bool { false }
    /// Reads the bit.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Bool? { row.bool(column) }
    /// Reads the bit of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Bool? { cells.bool(index) }
    /// A truth value.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Bool? {
        if case .bool(let value) = value { value } else { nil }
    }
    /// The stored form.
    public var __stored: StoredValue { .bool(self) }
    /// Writes the bit.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(bool: self, column) }
}

extension Double: Persistable {
    /// Stored as eight bytes, every bit kept (NaN and -0.0 included).
    @inlinable public static var _kind: ValueKind { .double }
    /// Zero.
    @inlinable public static var _zero: Double { 0 }
    /// Reads the number.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Double? { row.value(column, as: Double.self) }
    /// Reads the number of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Double? {
        cells.value(index, as: Double.self)
    }
    /// A double.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Double? {
        if case .double(let value) = value { value } else { nil }
    }
    /// Any number that a double holds exactly.
    public static func _convert(_ value: Any) -> Double? {
        if let same = value as? Double { return same }
        if let number = value as? Float { return Double(number) }
        if let integer = value as? any BinaryInteger { return Double(exactly: integer) }
        return nil
    }
    /// The stored form.
    public var __stored: StoredValue { .double(self) }
    /// Writes the number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(self, column) }
}

extension Float: Persistable {
    /// Stored as four bytes.
    @inlinable public static var _kind: ValueKind { .float }
    /// Zero.
    @inlinable public static var _zero: Float { 0 }
    /// Reads the number.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Float? { row.value(column, as: Float.self) }
    /// Reads the number of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Float? {
        cells.value(index, as: Float.self)
    }
    /// A float.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Float? {
        if case .float(let value) = value { value } else { nil }
    }
    /// Any number that a float holds exactly.
    public static func _convert(_ value: Any) -> Float? {
        if let same = value as? Float { return same }
        if let number = value as? Double { return Float(exactly: number) }
        if let integer = value as? any BinaryInteger { return Float(exactly: integer) }
        return nil
    }
    /// The stored form.
    public var __stored: StoredValue { .float(self) }
    /// Writes the number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(self, column) }
}
