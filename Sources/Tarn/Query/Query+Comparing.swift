internal import TarnRecords

/// Equality, for every kind of property. Optional properties compare with nil; enums compare by their raw values (E1);
/// links compare with objects of the same store.
extension Query where Value: Persistable {
    /// Holds where the property has the value. Numbers compare by value, NaN equals nothing, text compares by its UTF-8
    /// bytes.
    ///
    /// Traps when the value is an object that is not managed by the same store (Q12) or was deleted (O1).
    public static func == (query: Query, value: Value) -> Query<Bool> {
        query.compare(.equal, query.context.operand(value))
    }

    /// Holds where the property has another value or none.
    ///
    /// Traps when the value is an object that is not managed by the same store (Q12) or was deleted (O1).
    public static func != (query: Query, value: Value) -> Query<Bool> {
        query.compare(.notEqual, query.context.operand(value))
    }

    /// Holds where two properties have the same value; two nils are the same.
    ///
    /// Traps when they belong to elements of different collections, or one to an element and one to its owner (Q9).
    public static func == (query: Query, other: Query) -> Query<Bool> { query.compare(.equal, other) }

    /// Holds where two properties differ.
    ///
    /// Traps when they belong to elements of different collections, or one to an element and one to its owner (Q9).
    public static func != (query: Query, other: Query) -> Query<Bool> { query.compare(.notEqual, other) }

    /// Holds where the property has one of the values. A sequence of any length is looked up in O(1) for each object.
    ///
    /// Traps when a value is an object that is not managed by the same store (Q12) or was deleted (O1).
    public func `in`(_ values: some Sequence<Value>) -> Query<Bool> { isIn(values) }

    /// Holds where an optional property has one of the values; never where it is nil.
    ///
    /// Traps when a value is an object that is not managed by the same store (Q12) or was deleted (O1).
    public func `in`<Wrapped: Persistable>(_ values: some Sequence<Wrapped>) -> Query<Bool> where Value == Wrapped? {
        isIn(values)
    }
}

extension Query {
    /// Compares with a constant.
    func compare(_ comparison: Filter.Comparison, _ value: StoredValue) -> Query<Bool> {
        switch term {
        case .place(let place):
            if case .relation = place.end { refuseCollection() }
            return Query<Bool>(place.compare(comparison, value, .any), context)
        case .filter(let filter):
            let isKept = (value == .bool(true)) == (comparison == .equal)
            return Query<Bool>(isKept ? filter : filter.negated, context)
        }
    }

    /// Compares with another property, or a condition with another.
    func compare(_ comparison: Filter.Comparison, _ other: Query) -> Query<Bool> {
        context.requireSame(other.context)
        if case .place(let one) = term, case .place(let two) = other.term {
            guard let filter = one.compare(comparison, two, .any) else {
                preconditionFailure(
                    "Q9: a query of \(context.description.name) compares properties of different ones of many; use "
                        + "min, max or a count")
            }
            return Query<Bool>(filter, context)
        }
        let (one, two) = (condition, other.condition)
        let same = Filter.or([.and([one, two]), .and([one.negated, two.negated])])
        return Query<Bool>(comparison == .equal ? same : same.negated, context)
    }

    private var condition: Filter {
        switch term {
        case .filter(let filter): filter
        case .place(let place): place.compare(.equal, .bool(true), .any)
        }
    }

    func isIn(_ values: some Sequence<some Persistable>) -> Query<Bool> {
        let constants = values.map { context.operand($0) }
        switch term {
        case .place(let place): return Query<Bool>(place.isIn(constants, .any), context)
        case .filter: return Query<Bool>(.joined(any: constants.map { compare(.equal, $0).filter }), context)
        }
    }

    private func refuseCollection() -> Never {
        preconditionFailure("Q9: a query of \(context.description.name) compares a collection as a whole")
    }
}
