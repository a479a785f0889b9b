/// How a query will be carried out, for people who want to know why it is fast or slow.
package struct QueryPlan: Sendable, CustomStringConvertible {
    /// Where the objects come from.
    package enum Access: Sendable, Equatable {
        /// All objects, which are tested when there is a filter.
        case table
        /// The entries of an index in some ranges of keys.
        case index(column: Int, ranges: Int)
        /// The elements of a collection.
        case collection
        /// The objects that a test of related ones has found.
        case related(RelatedPlan)
    }

    /// How an order is made.
    package enum SortMethod: String, Sendable {
        /// The index is read in its own order.
        case indexOrder = "in the order of the index"
        /// Only the first few are kept while all are looked at.
        case top = "keeping only the first"
        /// Keys of eight bytes are sorted digit by digit.
        case radix = "by radix sort"
        /// Text and other values of many bytes are sorted seven bytes at a time.
        case text = "by radix sort of their bytes"
    }

    /// The type.
    package let table: Table
    /// The types that filters and orders may lead to.
    let catalogue: Catalogue
    /// Where the objects come from.
    package let access: Access
    /// How many objects will be touched.
    package let estimatedRows: Int
    /// What is tested for each of them; nil when the index has answered everything.
    package let residual: Filter?
    /// How the tests of related objects in it are gone about.
    package let related: [RelatedPlan]
    /// How the first order is made, or nil when none is asked for.
    package let sortMethod: SortMethod?
    /// The columns of the first order.
    package let order: [SortKey]
    /// What comes after, in words.
    let rest: [String]

    /// The plan in words, one step after the other.
    package var description: String {
        var words = [access.description(table, rows: estimatedRows)]
        if let residual { words.append("test \(residual.description(table, catalogue))") }
        words += related.map(\.description)
        if let sortMethod {
            words.append("sort by \(order.description(table, catalogue)) \(sortMethod.rawValue)")
        }
        return (words + rest).joined(separator: "; ")
    }
}

extension QueryStage {
    /// The cut in words.
    func cutDescription(_ table: Table) -> [String] {
        switch cut {
        case .none: []
        case .distinct(let columns): ["distinct by \(columns.map { table.columns[$0].name }.joined(separator: ", "))"]
        case .limit(let count, let offset):
            [(count.map { "at most \($0)" } ?? "all") + (offset > 0 ? " after the first \(offset)" : "")]
        }
    }

    /// The whole stage in words.
    func description(_ table: Table, _ catalogue: Catalogue) -> [String] {
        var words = filter.map { ["test \($0.description(table, catalogue))"] } ?? []
        if !order.isEmpty {
            words.append("sort by \(order.description(table, catalogue))")
        }
        return words + cutDescription(table)
    }
}

extension [SortKey] {
    /// The keys in words.
    fileprivate func description(_ table: Table, _ catalogue: Catalogue) -> String {
        map { key in
            let words = Filter.Operand.column(key.path, key.column).description(table, catalogue)
            return "\(words) \(key.ascending ? "ascending" : "descending")\(key.collation.words)"
        }.joined(separator: ", ")
    }
}
