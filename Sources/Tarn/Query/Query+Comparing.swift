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

    /// Holds where two properties of the object have the same value; two nils are the same.
    public static func == (query: Query, other: Query) -> Query<Bool> { query.compare(.equal, other) }

    /// Holds where two properties of the object differ.
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
        case .column(let column): return Query<Bool>(.compare(column: column, comparison, value), context)
        case .filter(let filter):
            let isKept = (value == .bool(true)) == (comparison == .equal)
            return Query<Bool>(isKept ? filter : filter.negated, context)
        case .object: refuseObject()
        }
    }

    /// Compares with another property, or a condition with another.
    func compare(_ comparison: Filter.Comparison, _ other: Query) -> Query<Bool> {
        context.requireSame(other.context)
        if case .column(let one) = term, case .column(let two) = other.term {
            return Query<Bool>(.columns(one, comparison, two), context)
        }
        let (one, two) = (condition, other.condition)
        let same = Filter.or([.and([one, two]), .and([one.negated, two.negated])])
        return Query<Bool>(comparison == .equal ? same : same.negated, context)
    }

    private var condition: Filter {
        switch term {
        case .filter(let filter): filter
        case .column(let column): .compare(column: column, .equal, .bool(true))
        case .object: refuseObject()
        }
    }

    private func isIn(_ values: some Sequence<some Persistable>) -> Query<Bool> {
        let constants = values.map { context.operand($0) }
        switch term {
        case .column(let column): return Query<Bool>(.isIn(column: column, constants), context)
        case .filter, .object: return Query<Bool>(.joined(any: constants.map { compare(.equal, $0).filter }), context)
        }
    }

    private func refuseObject() -> Never {
        preconditionFailure("Q9: a query of \(context.description.name) compares an object instead of a property")
    }
}
