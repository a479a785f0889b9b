internal import FoundationEssentials
internal import TarnRecords

extension PredicateExpressions.Equal: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        .test(try translation.compare(lhs, .equal, rhs, of: self))
    }
}

extension PredicateExpressions.NotEqual: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        .test(try translation.compare(lhs, .notEqual, rhs, of: self))
    }
}

extension PredicateExpressions.Comparison: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        let comparison: Filter.Comparison =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw translation.unsupported(self)
            }
        return .test(try translation.compare(lhs, comparison, rhs, of: self))
    }
}

extension PredicateTranslation {
    /// A comparison of two expressions, whichever of them are properties.
    fileprivate func compare(
        _ one: some PredicateExpression, _ comparison: Filter.Comparison, _ other: some PredicateExpression,
        of node: some PredicateExpression<Bool>
    ) throws(StoreError) -> Filter {
        switch (try term(one), try term(other)) {
        case (.property(let property), .constant(let value)):
            return property.compare(comparison, try operand(value, other))
        case (.constant(let value), .property(let property)):
            return property.compare(comparison.exchanged, try operand(value, one))
        case (.property(let a), .property(let b)):
            guard let filter = a.compare(comparison, b) else { throw unsupported(node) }
            return filter
        case (.constant, .constant):
            guard let value = constant(node) else { throw unsupported(node) }
            return .constant(value)
        case (.test(let filter), .constant(let value)), (.constant(let value), .test(let filter)):
            let isTrue = try operand(value, node) == .bool(true)
            return isTrue == (comparison == .equal) ? filter : filter.negated
        case (.optionalTest(let filter, let column), .constant(let value)),
            (.constant(let value), .optionalTest(let filter, let column)):
            let isSame: Filter =
                switch try operand(value, node) {
                case .null: .compare(column: column, .equal, .null)
                case .bool(true): filter.unlessNil(column)
                default: filter.negated.unlessNil(column)
                }
            return comparison == .equal ? isSame : isSame.negated
        default: throw unsupported(node)
        }
    }
}
