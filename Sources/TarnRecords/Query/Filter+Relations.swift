extension Filter {
    /// Where the related objects or values of an object are.
    public enum Relation: Hashable, Sendable {
        /// The object that a to-one link leads to, if there is one.
        case link(column: Int)
        /// The elements of a list or set, or the values of a map.
        case elements(column: Int)
        /// The objects of a type that lead to this one through one of their columns, once for each occurrence (L2).
        case inverse(table: UInt16, column: Int)
    }

    /// How many of the related objects have to pass. Of none at all: any is false, all and none are true.
    public enum Quantifier: String, Hashable, Sendable, CaseIterable {
        /// At least one.
        case any = "ANY"
        /// Every one.
        case all = "ALL"
        /// Not one.
        case none = "NONE"
    }

    /// What can be computed of many values; nil is skipped (Q13).
    public enum Aggregate: String, Hashable, Sendable, CaseIterable {
        /// The smallest value, nil when there is none.
        case min = "@min"
        /// The largest value, nil when there is none.
        case max = "@max"
        /// The sum of numbers, zero when there are none.
        case sum = "@sum"
        /// The sum divided by the number of values, nil when there are none.
        case average = "@avg"
    }

    /// A filter on what some to-one links lead to, one after the other.
    ///
    /// Where a link is nil every value behind it counts as nil: `owner.name == nil` and `owner.name != "x"` hold for an
    /// object without an owner, `owner.age < 3` does not.
    public static func linked(_ path: [Int], _ filter: Filter) -> Filter {
        path.reversed().reduce(filter) { filter, column in
            let related = Filter.related(.link(column: column), .any, filter)
            return filter.holdsForNil ? .or([.compare(column: column, .equal, .null), related]) : related
        }
    }

    /// Whether the filter holds for an object that is not there, all of whose values are nil.
    var holdsForNil: Bool {
        switch self {
        case .constant(let value): value
        case .compare(_, let comparison, let value): StoredValue.null.satisfies(comparison, value)
        case .columns(_, let comparison, _): StoredValue.null.satisfies(comparison, .null)
        case .isIn(_, let values): values.contains(.null)
        case .text, .fullText, .objects: false
        case .kind(_, let kinds): kinds.contains(.null)
        case .related(_, let quantifier, _): quantifier != .any
        case .relatedCount(_, _, let comparison, let count):
            StoredValue.integer(0).satisfies(comparison, .integer(Int64(count)))
        case .aggregate(_, let aggregate, _, let comparison, let value):
            (aggregate == .sum ? StoredValue.integer(0) : .null).satisfies(comparison, value)
        case .expression(let one, let comparison, let other): one.valueOfNil.satisfies(comparison, other.valueOfNil)
        case .search: false
        case .and(let parts): parts.allSatisfy(\.holdsForNil)
        case .or(let parts): parts.contains(where: \.holdsForNil)
        case .not(let part): !part.holdsForNil
        }
    }
}
