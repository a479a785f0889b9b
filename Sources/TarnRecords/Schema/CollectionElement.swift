/// What the elements of a list or set, or the values of a map, are.
public struct CollectionElement: Hashable, Sendable {
    /// How each element is stored; never a collection.
    public let kind: ValueKind
    /// Whether an element may be nil.
    public let isOptional: Bool

    /// Describes elements.
    public init(kind: ValueKind, isOptional: Bool = false) {
        self.kind = kind
        self.isOptional = isOptional
    }
}

extension Table.Column {
    /// An element of the collection, described as a column that holds one; nil for a single value.
    package var member: Table.Column? {
        element.map { element in
            Table.Column(
                name: name, kind: element.kind, isOptional: element.isOptional, isIndexed: false, defaultValue: .null,
                linkTarget: linkTarget)
        }
    }
}
