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
