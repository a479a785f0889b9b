internal import TarnRecords

/// A type of a file, read without its class.
public struct DynamicType: Sendable, Hashable {
    /// The name of the class.
    public let name: String
    /// The properties in the order of their columns, by the names that they have in the file.
    public let properties: [DynamicProperty]
    /// Whether objects of the type belong to exactly one other object and go with it.
    public let isEmbedded: Bool
    /// The name of the type that this one inherits from.
    public let parent: String?

    /// The primary key, if there is one.
    public var primaryKey: DynamicProperty? { properties.first { $0.isPrimaryKey } }

    /// A property by its name; O(properties).
    public subscript(name: String) -> DynamicProperty? { properties.first { $0.name == name } }
}

/// A property of a type of a file.
public struct DynamicProperty: Sendable, Hashable {
    /// The name in the file.
    public let name: String
    /// How values are stored: `bool`, `int8` to `int64`, `float`, `double`, `date`, `decimal`, `uuid`, `objectId`,
    /// `string`, `data`, `link`, `any`, `list`, `set` or `map`.
    public let kind: String
    /// How the elements of a collection are stored.
    public let elementKind: String?
    /// Whether nil is a value: of the property, or of the elements of a collection.
    public let isOptional: Bool
    /// The name of the type that a link, or the links of a collection, lead to.
    public let target: String?
    /// Whether it identifies its object.
    public let isPrimaryKey: Bool
    /// Whether there is an index.
    public let isIndexed: Bool
    /// Whether no two objects have the same value.
    public let isUnique: Bool
}

extension DynamicType {
    init(_ table: Table, _ catalogue: Catalogue) {
        name = table.name
        isEmbedded = table.isEmbedded
        parent = table.parent
        properties = table.columns.enumerated().map { place, column in
            DynamicProperty(
                name: column.name, kind: column.kind.name, elementKind: column.element?.kind.name,
                isOptional: column.element?.isOptional ?? column.isOptional,
                target: column.linkTarget.map { catalogue.tables[Int($0)].name },
                isPrimaryKey: place == table.primaryKey, isIndexed: column.isIndexed, isUnique: column.isUnique)
        }
    }
}

extension Store {
    /// The types of the file as the snapshot sees them, those without a class of the program too.
    ///
    /// - Throws: ``StoreError`` when the file cannot be read.
    public func dynamicSchema() throws(StoreError) -> [DynamicType] {
        connection.check()
        let catalogue = try connection.session().catalogue
        return catalogue.tables.map { DynamicType($0, catalogue) }
    }
}
