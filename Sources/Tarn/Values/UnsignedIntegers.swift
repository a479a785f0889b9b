public import TarnRecords

// Unsigned integers are stored as the signed ones that hold all their values, and those of 64 bits as int64, where
// numbers above its largest are refused when they are written. So they order, compare and can be read without the class
// as what they are. A negative number in the file is none of them (E2).

extension UInt8: FailableCustomPersistable {
    /// The number, unless it is negative or too large.
    @inlinable public init?(persistedValue: Int16) { self.init(exactly: persistedValue) }
    /// The same number.
    @inlinable public var persistableValue: Int16 { Int16(self) }
}

extension UInt16: FailableCustomPersistable {
    /// The number, unless it is negative or too large.
    @inlinable public init?(persistedValue: Int32) { self.init(exactly: persistedValue) }
    /// The same number.
    @inlinable public var persistableValue: Int32 { Int32(self) }
}

extension UInt32: FailableCustomPersistable {
    /// The number, unless it is negative or too large.
    @inlinable public init?(persistedValue: Int64) { self.init(exactly: persistedValue) }
    /// The same number.
    @inlinable public var persistableValue: Int64 { Int64(self) }
}

extension UInt64: FailableCustomPersistable {
    /// The number, unless it is negative.
    @inlinable public init?(persistedValue: Int64) { self.init(exactly: persistedValue) }
    /// The same number; the largest of int64 for those above, which are not written.
    @inlinable public var persistableValue: Int64 { Int64(clamping: self) }
    /// The stored form; of a number that has none its nearest double, so that queries can compare with it.
    public var __stored: StoredValue { Int64(exactly: self).map { .integer($0) } ?? .double(Double(self)) }
    /// Writes the number, unless it is above the largest of int64.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        guard let number = Int64(exactly: self) else { throw .tooLarge(self) }
        try number.__write(writer, column)
    }
}

extension UInt: FailableCustomPersistable {
    /// The number, unless it is negative.
    @inlinable public init?(persistedValue: Int) { self.init(exactly: persistedValue) }
    /// The same number; the largest of int64 for those above, which are not written.
    @inlinable public var persistableValue: Int { Int(clamping: self) }
    /// The stored form; of a number that has none its nearest double, so that queries can compare with it.
    public var __stored: StoredValue { UInt64(self).__stored }
    /// Writes the number, unless it is above the largest of int64.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        try UInt64(self).__write(writer, column)
    }
}

/// What unsigned integers do as the signed ones do.
extension FailableCustomPersistable where Self: FixedWidthInteger {
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
        return (value as? Double).flatMap { Self(exactly: $0) }
    }
    /// The stored form.
    public var __stored: StoredValue { .integer(Int64(clamping: self)) }
}

extension RecordError {
    fileprivate static func tooLarge(_ number: UInt64) -> RecordError {
        RecordError(
            .invalidValue, tree: "clusters",
            message: "\(number) is above \(Int64.max), the largest integer that is stored")
    }
}

extension UInt: OrderedValue, SummableProperty {}
extension UInt8: OrderedValue, SummableProperty {}
extension UInt16: OrderedValue, SummableProperty {}
extension UInt32: OrderedValue, SummableProperty {}
extension UInt64: OrderedValue, SummableProperty {}
