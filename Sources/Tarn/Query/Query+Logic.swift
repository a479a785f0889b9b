internal import TarnRecords

/// Conditions put together. Both sides are always built; there is nothing to save by leaving one out.
extension Query where Value == Bool {
    /// Holds where both conditions hold.
    public static func && (a: Query, b: Query) -> Query {
        Query(.joined(all: [a.filter, b.filter]), a.context)
    }

    /// Holds where at least one of the conditions holds.
    public static func || (a: Query, b: Query) -> Query {
        Query(.joined(any: [a.filter, b.filter]), a.context)
    }

    /// Holds where the condition does not.
    public static prefix func ! (query: Query) -> Query { Query(query.filter.negated, query.context) }
}

extension Filter {
    /// The opposite, without doubling a negation.
    var negated: Filter {
        switch self {
        case .not(let filter): filter
        case .constant(let value): .constant(!value)
        default: .not(self)
        }
    }

    /// All of the filters as one level, so that plans read well and find every term.
    static func joined(all filters: [Filter]) -> Filter {
        .and(filters.flatMap { if case .and(let parts) = $0 { parts } else { [$0] } })
    }

    /// Any of the filters, as one level.
    static func joined(any filters: [Filter]) -> Filter {
        .or(filters.flatMap { if case .or(let parts) = $0 { parts } else { [$0] } })
    }
}
