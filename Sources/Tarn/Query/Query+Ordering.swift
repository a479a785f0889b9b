internal import TarnRecords

/// Order, for numbers, text, dates, decimals, UUIDs and ObjectIds. Nil and NaN are before and after nothing: every one
/// of these tests is false for them.
extension Query where Value: OrderedValue {
    /// Holds where the property is less than the value.
    public static func < (query: Query, value: Value) -> Query<Bool> {
        query.compare(.less, query.context.operand(value))
    }

    /// Holds where the property is at most the value.
    public static func <= (query: Query, value: Value) -> Query<Bool> {
        query.compare(.lessOrEqual, query.context.operand(value))
    }

    /// Holds where the property is greater than the value.
    public static func > (query: Query, value: Value) -> Query<Bool> {
        query.compare(.greater, query.context.operand(value))
    }

    /// Holds where the property is at least the value.
    public static func >= (query: Query, value: Value) -> Query<Bool> {
        query.compare(.greaterOrEqual, query.context.operand(value))
    }

    /// Holds where one property is less than another.
    public static func < (query: Query, other: Query) -> Query<Bool> { query.compare(.less, other) }
    /// Holds where one property is at most another.
    public static func <= (query: Query, other: Query) -> Query<Bool> { query.compare(.lessOrEqual, other) }
    /// Holds where one property is greater than another.
    public static func > (query: Query, other: Query) -> Query<Bool> { query.compare(.greater, other) }
    /// Holds where one property is at least another.
    public static func >= (query: Query, other: Query) -> Query<Bool> { query.compare(.greaterOrEqual, other) }

    /// Holds where the property lies in the range, both bounds included.
    public func contains(_ range: ClosedRange<Value.Bound>) -> Query<Bool> {
        between(range.lowerBound, .lessOrEqual, range.upperBound)
    }

    /// Holds where the property lies in the range, the upper bound left out. Nothing lies in an empty range.
    public func contains(_ range: Range<Value.Bound>) -> Query<Bool> {
        between(range.lowerBound, .less, range.upperBound)
    }

    private func between(_ lower: Value.Bound, _ end: Filter.Comparison, _ upper: Value.Bound) -> Query<Bool> {
        let (low, high) = (context.operand(lower), context.operand(upper))
        if case .place(let place) = term, place.isMany {
            // One and the same element lies in the range.
            let single = FilterPlace([], place.end, kind: place.kind)
            let both = Filter.joined(all: [
                single.compare(.greaterOrEqual, low, .any), single.compare(end, high, .any),
            ])
            return Query<Bool>(place.quantified(.any, both), context)
        }
        return compare(.greaterOrEqual, low) && compare(end, high)
    }
}
