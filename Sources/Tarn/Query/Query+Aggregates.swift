internal import TarnRecords

/// Aggregates of a property over a collection of objects: `$0.dogs.age.max > 9`.
extension Query where Value: OrderedValue {
    /// The smallest of many values; nil, which is less than nothing, where there is none. Traps for a single value
    /// (Q9).
    public var min: Query<Value> { Query(.place(aggregate(.min)), context) }
    /// The largest of many values; nil, which is greater than nothing, where there is none. Traps for a single value
    /// (Q9).
    public var max: Query<Value> { Query(.place(aggregate(.max)), context) }
}

extension Query where Value: SummableProperty & OrderedValue {
    /// The sum of many values, zero where there is none. Traps for a single value (Q9).
    public var sum: Query<Value> { Query(.place(aggregate(.sum)), context) }
    /// The average of many values; nil, which equals no number, where there is none. Traps for a single value (Q9).
    public var avg: Query<Double> { Query<Double>(.place(aggregate(.average)), context) }
}

extension Query {
    private func aggregate(_ aggregate: Filter.Aggregate) -> FilterPlace {
        var place = place
        guard case .column(let column) = place.end, let relation = place.hops.popLast(), !relation.isLink else {
            preconditionFailure(
                "Q9: a query of \(context.description.name) takes the \(aggregate.rawValue) of what is no property of "
                    + "many")
        }
        return FilterPlace(place.hops, .aggregate(relation, aggregate, column: column), kind: place.kind)
    }
}

extension Query where Value == Bool {
    /// How many elements of one collection pass the condition: `($0.dogs.age > 3 && $0.dogs.name == "Rex").count > 1`.
    ///
    /// Both tests are then about one and the same element. Traps when the condition is about anything else than the
    /// elements of one collection (Q9).
    public var count: Query<Int> {
        guard let (hops, relation, filter) = filter.onElements else {
            preconditionFailure(
                "Q9: a query of \(context.description.name) counts by a condition that is not about the elements of "
                    + "one collection alone")
        }
        return Query<Int>(.place(FilterPlace(hops, .count(relation, filter), kind: .int64)), context)
    }
}

extension Filter {
    /// What the filter asks of the elements of the one collection that it is about: the links to the owner of the
    /// collection, the collection, and the condition; nil when it is about more or less than that.
    fileprivate var onElements: ([Relation], Relation, Filter)? {
        guard let way, let relation = way.last, let inner = behind(way[...]) else { return nil }
        return (Array(way.dropLast()), relation, inner)
    }

    /// The relations to the first collection that is met.
    private var way: [Relation]? {
        switch self {
        case .related(let relation, _, let part):
            if !relation.isLink { return [relation] }
            return part.way.map { [relation] + $0 }
        case .and(let parts), .or(let parts): return parts.lazy.compactMap(\.way).first
        case .not(let part): return part.way
        default: return nil
        }
    }

    /// The condition on the elements at the end of a way, when every part of the filter is about them.
    private func behind(_ way: ArraySlice<Relation>) -> Filter? {
        switch self {
        case .constant: return self
        case .and(let parts):
            let inner = parts.compactMap { $0.behind(way) }
            return inner.count == parts.count ? .joined(all: inner) : nil
        case .or(let parts):
            let inner = parts.compactMap { $0.behind(way) }
            return inner.count == parts.count ? .joined(any: inner) : nil
        case .not(let part): return part.behind(way).map(\.negated)
        case .related(let relation, let quantifier, let part):
            guard relation == way.first, quantifier != .all else { return nil }
            let inner = way.count == 1 ? part : part.behind(way.dropFirst())
            return quantifier == .none ? inner.map(\.negated) : inner
        default: return nil
        }
    }
}
