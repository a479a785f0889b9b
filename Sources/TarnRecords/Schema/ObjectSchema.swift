/// One kind of object as the program declares it.
public struct ObjectSchema: Sendable, Equatable {
    /// The name of the type.
    public let name: String
    /// The persisted properties in declaration order.
    public let properties: [PropertySchema]
    /// Whether objects of the type belong to exactly one other object and go with it.
    public let isEmbedded: Bool
    /// Names of properties whose values together are unique, for each such rule.
    public let uniqueKeys: [[String]]
    /// The name of the type that this one inherits from, if that is one of the store's.
    public let parent: String?

    /// Describes a type.
    public init(
        name: String, properties: [PropertySchema], isEmbedded: Bool = false, uniqueKeys: [[String]] = [],
        parent: String? = nil
    ) {
        self.name = name
        self.properties = properties
        self.isEmbedded = isEmbedded
        self.uniqueKeys = uniqueKeys
        self.parent = parent
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
    /// Whether words are indexed for full-text search.
    public let isFullText: Bool
    /// Whether no two objects may have the same value; nil is no value.
    public let isUnique: Bool
    /// What the elements of a collection are; nil for a single value.
    public let element: CollectionElement?
    /// What happens to the targets of a link, or of a collection of links, when the object is deleted.
    public let deleteRule: DeleteRule
    /// What older objects get when the property is added to a file.
    public let defaultValue: StoredValue
    /// The name of the type that a link, or the links of a collection, point to.
    public let linkTarget: String?

    /// Describes a property.
    public init(
        name: String, columnName: String? = nil, kind: ValueKind, isOptional: Bool = false, isPrimaryKey: Bool = false,
        isIndexed: Bool = false, isFullText: Bool = false, isUnique: Bool = false,
        element: CollectionElement? = nil, deleteRule: DeleteRule = .nullify, defaultValue: StoredValue? = nil,
        linkTarget: String? = nil
    ) {
        self.name = name
        self.columnName = columnName ?? name
        self.kind = kind
        self.isOptional = isOptional || kind == .link || kind == .any
        self.isPrimaryKey = isPrimaryKey
        self.isIndexed = isIndexed
        self.isFullText = isFullText
        self.isUnique = isUnique
        self.element = element
        self.deleteRule = deleteRule
        self.defaultValue = defaultValue ?? (self.isOptional ? .null : .zero(of: kind))
        self.linkTarget = linkTarget
    }
}
