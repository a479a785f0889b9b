public import TarnRecords

/// What the integer types share.
extension FixedWidthInteger where Self: Persistable {
    /// Zero.
    @inlinable public static var _zero: Self { 0 }
    /// An integer that fits.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Self? {
        if case .integer(let number) = value { Self(exactly: number) } else { nil }
    }
    /// Any integer that fits, or a floating-point number without a fraction.
    public static func _convert(_ value: Any) -> Self? {
        if let same = value as? Self { return same }
        if let integer = value as? any BinaryInteger { return Self(exactly: integer) }
        if let number = value as? Double { return Self(exactly: number) }
        return nil
    }
    /// The stored form.
    public var __stored: StoredValue { .integer(Int64(self)) }
}

extension Int: Persistable {
    /// Reads the number of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Int? { cells.value(index, as: Int.self) }
    /// Reads an integer primary key.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Int? {
        object.__currentKey(column).map { Int(truncatingIfNeeded: $0) }
    }
    /// Stored as int64.
    @inlinable public static var _kind: ValueKind { .int64 }
    /// Reads the number.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Int? { row.value(column, as: Int.self) }
    /// Writes the number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(self, column) }
}

extension Int8: Persistable {
    /// Reads the number of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Int8? {
        cells.value(index, as: Int8.self)
    }
    /// Reads an integer primary key.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Int8? {
        object.__currentKey(column).map { Int8(truncatingIfNeeded: $0) }
    }
    /// Stored as int8.
    @inlinable public static var _kind: ValueKind { .int8 }
    /// Reads the number.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Int8? { row.value(column, as: Int8.self) }
    /// Writes the number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(self, column) }
}

extension Int16: Persistable {
    /// Reads the number of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Int16? {
        cells.value(index, as: Int16.self)
    }
    /// Reads an integer primary key.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Int16? {
        object.__currentKey(column).map { Int16(truncatingIfNeeded: $0) }
    }
    /// Stored as int16.
    @inlinable public static var _kind: ValueKind { .int16 }
    /// Reads the number.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Int16? { row.value(column, as: Int16.self) }
    /// Writes the number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(self, column) }
}

extension Int32: Persistable {
    /// Reads the number of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Int32? {
        cells.value(index, as: Int32.self)
    }
    /// Reads an integer primary key.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Int32? {
        object.__currentKey(column).map { Int32(truncatingIfNeeded: $0) }
    }
    /// Stored as int32.
    @inlinable public static var _kind: ValueKind { .int32 }
    /// Reads the number.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Int32? { row.value(column, as: Int32.self) }
    /// Writes the number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(self, column) }
}

extension Int64: Persistable {
    /// Reads the number of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Int64? {
        cells.value(index, as: Int64.self)
    }
    /// Reads an integer primary key.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Int64? {
        object.__currentKey(column).map { Int64(truncatingIfNeeded: $0) }
    }
    /// Stored as int64.
    @inlinable public static var _kind: ValueKind { .int64 }
    /// Reads the number.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Int64? { row.value(column, as: Int64.self) }
    /// Writes the number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { writer.set(self, column) }
}
