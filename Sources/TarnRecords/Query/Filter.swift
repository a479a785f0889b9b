/// Which objects a query wants: a tree of tests over the columns of one table and over what they lead to.
///
/// Comparisons with nil are false except `==` and `!=`; NaN equals nothing; text compares by its UTF-8 bytes unless
/// options say otherwise. A tree may be ``maximumDepth`` levels deep.
public indirect enum Filter: Sendable, Hashable {
    /// Everything or nothing.
    case constant(Bool)
    /// A column against a value.
    case compare(column: Int, Comparison, StoredValue)
    /// A column against another column of the same object.
    case columns(Int, Comparison, Int)
    /// A column against a list of values.
    case isIn(column: Int, [StoredValue])
    /// A search inside text, or inside data when the options are empty.
    case text(column: Int, TextOperation, String, TextOptions)
    /// A full-text search in a column of text.
    case fullText(column: Int, TextSearch)
    /// A column of any kind holds one of these kinds of value.
    case kind(column: Int, Set<MixedKind>)
    /// The object itself is one of some.
    case objects([ObjectKey])
    /// Any, all or none of the related objects pass a filter over their own columns. For collections of values the
    /// filter is over two columns: 0 is the element, 1 is the key of a map.
    case related(Relation, Quantifier, Filter)
    /// How many related objects or values there are, or how many of them pass a filter.
    case relatedCount(Relation, Filter?, Comparison, Int)
    /// An aggregate of a column of the related objects, column 0 for collections of values.
    case aggregate(Relation, Aggregate, column: Int, Comparison, StoredValue)
    /// Two computed values: the general form, which looks at one object after the other.
    case expression(Operand, Comparison, Operand)
    /// A search in one computed text for another.
    case search(Operand, TextOperation, Operand, TextOptions)
    /// All of them hold; true when empty.
    case and([Filter])
    /// One of them holds; false when empty.
    case or([Filter])
    /// It does not hold.
    case not(Filter)

    /// How two values are compared.
    public enum Comparison: String, Sendable, CaseIterable {
        /// The comparison operators by their usual signs.
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// How text is searched.
    public enum TextOperation: String, Sendable, CaseIterable {
        /// Equality and order under the options.
        case equal = "=="
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        /// `?` stands for one character, `*` for any number of them.
        case like = "LIKE"
    }

    /// What a search in text overlooks.
    public struct TextOptions: OptionSet, Sendable, Hashable {
        /// The bits of the options.
        public let rawValue: UInt8
        /// Makes options of their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Upper and lower case are the same, in every script and whatever the locale.
        public static let caseInsensitive = TextOptions(rawValue: 1)
        /// Letters with and without marks are the same.
        public static let diacriticInsensitive = TextOptions(rawValue: 2)

        /// The options as predicates write them: `[c]`, `[d]`, `[cd]` or nothing.
        public var suffix: String {
            let letters = (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
            return letters.isEmpty ? "" : "[\(letters)]"
        }
    }
}

extension Filter {
    /// All of the filters as one level, so that plans read well and find every term.
    package static func joined(all filters: [Filter]) -> Filter {
        .and(filters.flatMap { if case .and(let parts) = $0 { parts } else { [$0] } })
    }

    /// Any of the filters, as one level.
    package static func joined(any filters: [Filter]) -> Filter {
        .or(filters.flatMap { if case .or(let parts) = $0 { parts } else { [$0] } })
    }
}
