internal import TarnRecords

/// Conditions put together. Both sides are always built; there is nothing to save by leaving one out.
extension Query where Value == Bool {
    /// Holds where both conditions hold.
    public static func && (a: Query, b: Query) -> Query {
        a.context.requireSame(b.context)
        return Query(.joined(all: [a.filter, b.filter]), a.context)
    }

    /// Holds where at least one of the conditions holds.
    public static func || (a: Query, b: Query) -> Query {
        a.context.requireSame(b.context)
        return Query(.joined(any: [a.filter, b.filter]), a.context)
    }

    /// Holds where the condition does not.
    public static prefix func ! (query: Query) -> Query { Query(query.filter.negated, query.context) }
}
