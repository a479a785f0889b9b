/// One type as the file holds it: stable numbers for the type and its columns, and what reading and writing derive
/// from them. Immutable; a schema change makes a new one.
public final class Table: Sendable {
    /// The number of the type in the file; never reused.
    public let id: UInt16
    /// The name of the type.
    public let name: String
    /// All columns; a column's number is its place here.
    public let columns: [Column]
    /// The number of the primary key column.
    public let primaryKey: Int?
    /// The kind of the primary key; nil when there is none.
    public let keyKind: ValueKind?
    /// Whether the primary key may be nil.
    public let keyIsOptional: Bool
    /// Whether the primary key is an integer that is never nil: then it is the object key itself.
    public let hasIntegerKey: Bool
    /// The numbers of the indexed columns.
    package let indexedColumns: [Int]
    /// The numbers of the columns that hold one link.
    package let linkColumns: [Int]
    /// The numbers of the columns that can lead to other objects: links, collections of links, values of any kind.
    package let relationColumns: [Int]
    /// How the elements of each column lie in their tree; nil for columns that hold single values.
    let forms: [CollectionForm?]
    /// The numbers of the columns that hold collections.
    package let collectionColumns: [Int]
    /// Whether objects of the type belong to exactly one other object and go with it.
    public let isEmbedded: Bool
    /// Columns whose values together are unique, for each such rule.
    public let uniqueKeys: [[Int]]
    /// The rules of uniqueness, those of single columns first.
    package let uniqueRules: [UniqueRule]
    /// The name of the type that this one inherits from.
    public let parent: String?
    /// For each column the bytes that one object takes at most, for the bounds check of a whole cluster.
    package let widths: [UInt32]
    /// For each column what setting it involves beyond its bytes.
    package let traits: [ColumnTraits]
    /// Where each column lies in the editing form of a cluster.
    package let editing: EditingLayout

    /// One column of a table.
    public struct Column: Sendable, Equatable {
        /// The name of the column in the file.
        public let name: String
        /// How values are stored.
        public let kind: ValueKind
        /// Whether nil can be stored.
        public let isOptional: Bool
        /// Whether an index is kept.
        public let isIndexed: Bool
        /// What objects written before the column was added have.
        public let defaultValue: StoredValue
        /// The number of the type that a link, or the links of a collection, point to.
        public let linkTarget: UInt16?
        /// Whether words are indexed for full-text search.
        public var isFullText = false
        /// Whether no two objects may have the same value.
        public var isUnique = false
        /// What the elements of a collection are; nil for a single value.
        public var element: CollectionElement?
        /// What happens to the targets of links when the object is deleted.
        public var deleteRule = DeleteRule.nullify

        /// Whether the column can lead to other objects.
        public var isRelation: Bool { linkTarget != nil || kind == .any || element?.kind == .any }
    }

    package init(
        id: UInt16, name: String, columns: [Column], primaryKey: Int?, isEmbedded: Bool = false,
        uniqueKeys: [[Int]] = [], parent: String? = nil
    ) {
        self.isEmbedded = isEmbedded
        self.uniqueKeys = uniqueKeys
        self.parent = parent
        self.id = id
        self.name = name
        self.columns = columns
        self.primaryKey = primaryKey
        let key = primaryKey.map { columns[$0] }
        keyKind = key?.kind
        keyIsOptional = key?.isOptional ?? false
        hasIntegerKey = key.map { $0.kind.isInteger && !$0.isOptional } ?? false
        indexedColumns = columns.indices.filter { columns[$0].isIndexed }
        linkColumns = columns.indices.filter { columns[$0].kind == .link }
        relationColumns = columns.indices.filter { columns[$0].isRelation }
        forms = columns.map { CollectionForm($0) }
        collectionColumns = columns.indices.filter { columns[$0].kind.isCollection }
        widths = columns.map { column in UInt32(column.kind.width ?? (column.kind.isVariable ? 2 : 0)) }
        let rules = UniqueRule.rules(columns, uniqueKeys, primaryKey: primaryKey)
        uniqueRules = rules
        traits = columns.enumerated().map { place, column in
            var traits: ColumnTraits = []
            if rules.contains(where: { $0.columns.contains(place) }) { traits.insert(.unique) }
            if column.isIndexed { traits.insert(.indexed) }
            if column.isFullText { traits.insert(.fullText) }
            if column.kind == .link || column.kind == .any { traits.insert(.link) }
            if column.isOptional { traits.insert(.optional) }
            if column.kind.isVariable { traits.insert(.variable) }
            return traits
        }
        editing = EditingLayout(columns)
    }

    /// The number of a column by its name; O(columns).
    public func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

/// What setting a column involves beyond storing the bytes; one byte, so that the hot path looks at nothing else.
package struct ColumnTraits: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let indexed = ColumnTraits(rawValue: 1)
    package static let link = ColumnTraits(rawValue: 2)
    package static let optional = ColumnTraits(rawValue: 4)
    package static let variable = ColumnTraits(rawValue: 8)
    package static let unique = ColumnTraits(rawValue: 16)
    package static let fullText = ColumnTraits(rawValue: 32)
    /// Everything for which entries elsewhere come and go with the value.
    package static let entered: ColumnTraits = [.indexed, .link, .fullText]
}
