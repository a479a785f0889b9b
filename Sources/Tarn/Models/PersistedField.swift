internal import TarnRecords

/// A persisted property whose value type is not known: what describing and filling objects works with.
protocol PersistedField: SendableMetatype {
    static var valueKind: ValueKind { get }
    static var valueIsOptional: Bool { get }
    static var valueType: any Any.Type { get }
    /// The distance of the value from the start of the wrapper.
    static var valueOffset: Int { get }
    static var linkTarget: Object.Type? { get }
    /// Whether the value is computed of the links of others.
    static var isLinking: Bool { get }
    static var element: CollectionElement? { get }
    var column: UInt16 { get }
    var options: FieldOptions { get }
    var stored: StoredValue { get }
    /// The object that an unmanaged link holds.
    var linkedObject: Object? { get }
    /// The collection that an unmanaged property holds.
    var collection: PersistedCollection? { get }
    /// Takes the collection out; an empty one stands in its place.
    mutating func takeCollection() -> PersistedCollection?
    /// Takes a value of a dictionary; false when it has the wrong type.
    mutating func assign(_ value: Any) -> Bool
    /// Writes the value into a row.
    func write(_ writer: RowWriter, _ column: Int) throws(RecordError)
    /// The value, for people and for copying.
    var anyValue: Any { get }
    /// The collection that stands for a column of a stored object; nil for other types.
    static func attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> Any?
    /// Turns a stored value into the property's type.
    static func decode(_ value: StoredValue, _ context: ObjectContext) -> Any?
    /// Turns a stored value that is no link into the property's type.
    static func decode(_ value: StoredValue) -> (any Persistable)?
}

extension Persisted: PersistedField {
    static var valueKind: ValueKind { Value._kind }
    static var valueIsOptional: Bool { Value._isOptional }
    static var valueType: any Any.Type { Value.self }
    static var valueOffset: Int { MemoryLayout<Self>.offset(of: \.value) ?? 0 }
    static var linkTarget: Object.Type? { Value._linkTarget }
    static var isLinking: Bool { Value.self is any AnyLinkingObjects.Type }
    static var element: CollectionElement? { Value._element }
    var stored: StoredValue { value.__stored }
    var linkedObject: Object? { value as? Object }
    var collection: PersistedCollection? { value as? PersistedCollection }
    var anyValue: Any { value }

    mutating func takeCollection() -> PersistedCollection? {
        guard let collection else { return nil }
        value = Value._zero
        return collection
    }

    mutating func assign(_ value: Any) -> Bool {
        guard let converted = Value._convert(value) else { return false }
        self.value = converted
        return true
    }

    func write(_ writer: RowWriter, _ column: Int) throws(RecordError) { try value.__write(writer, column) }
    static func attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> Any? {
        Value._attach(object, context, column)
    }

    static func decode(_ value: StoredValue, _ context: ObjectContext) -> Any? { Value._decode(value, context) }
    static func decode(_ value: StoredValue) -> (any Persistable)? { Value._decode(value, nil) }
}
