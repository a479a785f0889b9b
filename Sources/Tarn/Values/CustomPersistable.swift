public import TarnRecords

/// A type that is stored as another, which not every stored value makes.
///
///     extension URL: FailableCustomPersistable {
///         public init?(persistedValue: String) { self.init(string: persistedValue) }
///         public var persistableValue: String { absoluteString }
///     }
///
/// It can then be a property, an optional, an element of a list or set, a value of a map, and a primary key or indexed
/// where the stored type can. Queries compare the stored values. Reading a stored value of which none can be made (E2)
/// gives nil through an optional and traps through any other property. A raw-representable type needs nothing but the
/// name of the protocol.
public protocol FailableCustomPersistable: CollectionValue {
    /// The type that is stored, which is not optional itself.
    associatedtype PersistedType: CollectionValue
    /// Makes a value of its stored form, or nil when that is none.
    init?(persistedValue: PersistedType)
    /// The stored form.
    var persistableValue: PersistedType { get }
}

/// A type that is stored as another, of whose every value one can be made; see ``FailableCustomPersistable``.
public protocol CustomPersistable: FailableCustomPersistable {
    /// Makes a value of its stored form.
    init(persistedValue: PersistedType)
}

extension FailableCustomPersistable where Self: RawRepresentable, RawValue: CollectionValue, PersistedType == RawValue {
    /// The value with a raw value.
    public init?(persistedValue: RawValue) { self.init(rawValue: persistedValue) }
    /// The raw value.
    public var persistableValue: RawValue { rawValue }
}

extension FailableCustomPersistable {
    /// As the stored type.
    @inlinable public static var _kind: ValueKind { PersistedType._kind }
    /// The value of a stored zero or nothing; where that makes none the property needs a default of its own.
    public static var _zero: Self {
        guard let value = Self(persistedValue: PersistedType._zero) else {
            preconditionFailure("E2: no \(Self.self) is made of \(PersistedType._zero); give the property a default")
        }
        return value
    }
    /// Reads the stored value.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Self? {
        PersistedType._load(row, column).flatMap { Self(persistedValue: $0) }
    }
    /// Reads the stored value of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Self? {
        PersistedType._load(cells, index).flatMap { Self(persistedValue: $0) }
    }
    /// Reads a primary key.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Self? {
        PersistedType._loadKey(object, column).flatMap { Self(persistedValue: $0) }
    }
    /// Makes a value of a stored one.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Self? {
        PersistedType._decode(value, context).flatMap { Self(persistedValue: $0) }
    }
    /// A value, or what the stored type takes.
    public static func _convert(_ value: Any) -> Self? {
        if let same = value as? Self { return same }
        return PersistedType._convert(value).flatMap { Self(persistedValue: $0) }
    }
    /// The stored form.
    public var __stored: StoredValue { persistableValue.__stored }
    /// Writes the stored form.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        try persistableValue.__write(writer, column)
    }
}
