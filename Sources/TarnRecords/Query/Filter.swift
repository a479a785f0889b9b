/// Which objects a query wants: a tree of tests over the columns of one table.
///
/// Comparisons with nil are false except `==` and `!=`; NaN equals nothing; text compares by its UTF-8 bytes unless
/// options say otherwise.
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
    /// A column of any kind holds one of these kinds of value.
    case kind(column: Int, Set<MixedKind>)
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
        /// Upper and lower case are the same.
        public static let caseInsensitive = TextOptions(rawValue: 1)
    }

    /// The columns that the filter looks at.
    package var columns: Set<Int> {
        switch self {
        case .constant: []
        case .compare(let column, _, _), .isIn(let column, _), .text(let column, _, _, _), .kind(let column, _):
            [column]
        case .columns(let one, _, let other): [one, other]
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.columns) }
        case .not(let part): part.columns
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

extension Filter {
    /// The filter in words, with the names of a table's columns.
    public func description(_ table: Table) -> String {
        func name(_ column: Int) -> String { table.columns[column].name }
        switch self {
        case .constant(let value): return value ? "TRUE" : "FALSE"
        case .compare(let column, let comparison, let value):
            return "\(name(column)) \(comparison.rawValue) \(value.literal)"
        case .columns(let one, let comparison, let other): return "\(name(one)) \(comparison.rawValue) \(name(other))"
        case .isIn(let column, let values):
            return "\(name(column)) IN {\(values.map(\.literal).joined(separator: ", "))}"
        case .text(let column, let operation, let text, let options):
            let suffix = options.contains(.caseInsensitive) ? "[c]" : ""
            return "\(name(column)) \(operation.rawValue)\(suffix) \(StoredValue.string(text).literal)"
        case .kind(let column, let kinds):
            return "\(name(column)).@type IN {\(kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", "))}"
        case .and(let parts): return "(" + parts.map { $0.description(table) }.joined(separator: " AND ") + ")"
        case .or(let parts): return "(" + parts.map { $0.description(table) }.joined(separator: " OR ") + ")"
        case .not(let part): return "NOT " + part.description(table)
        }
    }
}

extension StoredValue {
    /// The value as it would be written in a query.
    public var literal: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): "\"\(text)\""
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .link(let key): "object \(key.number)"
        case .any(let value): value.literal
        }
    }
}
