public import TarnRecords

/// An enum with text or integer raw values that can be a property of a stored object.
///
///     enum Size: String, PersistableEnum { case small, large }
///
/// The raw value is stored and queried. Adding a case changes nothing in a file. Reading a stored value that is no case
/// (E1) gives nil through an optional property and traps through any other. `Codable` is what `#Predicate` asks of the
/// values in it; Swift derives it.
public protocol PersistableEnum: CollectionValue, RawRepresentable, CaseIterable, Codable, Sendable
where RawValue: Persistable {}

extension PersistableEnum {
    /// As the raw value.
    @inlinable public static var _kind: ValueKind { RawValue._kind }
    /// The first case; an enum without cases has none, which opening a store reports.
    @inlinable public static var _zero: Self {
        guard let first = allCases.first else { preconditionFailure("E1: \(Self.self) has no case to begin with") }
        return first
    }
    /// Reads the raw value.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Self? {
        RawValue._load(row, column).flatMap { Self(rawValue: $0) }
    }
    /// The case with the stored raw value.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Self? {
        RawValue._decode(value, context).flatMap { Self(rawValue: $0) }
    }
    /// A case or its raw value.
    public static func _convert(_ value: Any) -> Self? {
        if let same = value as? Self { return same }
        return RawValue._convert(value).flatMap { Self(rawValue: $0) }
    }
    /// The stored form.
    public var __stored: StoredValue { rawValue.__stored }
    /// Writes the raw value.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) { try rawValue.__write(writer, column) }
}
