/// One kind of object as the program declares it.
public struct ObjectSchema: Sendable, Equatable {
    /// The name of the type.
    public let name: String
    /// The persisted properties in declaration order.
    public let properties: [PropertySchema]

    /// Describes a type.
    public init(name: String, properties: [PropertySchema]) {
        self.name = name
        self.properties = properties
    }

    /// The primary key property, if the type has one.
    public var primaryKey: PropertySchema? { properties.first { $0.isPrimaryKey } }
}

/// One persisted property as the program declares it.
public struct PropertySchema: Sendable, Equatable {
    /// The name of the Swift property.
    public let name: String
    /// The name of the column in the file; differs from the property's when it is mapped.
    public let columnName: String
    /// How values are stored.
    public let kind: ValueKind
    /// Whether nil can be stored.
    public let isOptional: Bool
    /// Whether the property identifies its object.
    public let isPrimaryKey: Bool
    /// Whether an index is kept.
    public let isIndexed: Bool
    /// What older objects get when the property is added to a file.
    public let defaultValue: StoredValue
    /// The name of the type that a link points to.
    public let linkTarget: String?

    /// Describes a property.
    public init(
        name: String, columnName: String? = nil, kind: ValueKind, isOptional: Bool = false, isPrimaryKey: Bool = false,
        isIndexed: Bool = false, defaultValue: StoredValue? = nil, linkTarget: String? = nil
    ) {
        self.name = name
        self.columnName = columnName ?? name
        self.kind = kind
        self.isOptional = isOptional || kind == .link
        self.isPrimaryKey = isPrimaryKey
        self.isIndexed = isIndexed
        self.defaultValue = defaultValue ?? (self.isOptional ? .null : .zero(of: kind))
        self.linkTarget = linkTarget
    }
}
