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
        if let value = constant(node) { return .constant(value) }
        return try compare(try term(one), comparison, try term(other), of: node)
    }

    private func compare(
        _ one: PredicateTerm, _ comparison: Filter.Comparison, _ other: PredicateTerm,
        of node: some PredicateExpression<Bool>
    ) throws(StoreError) -> Filter {
        switch (one, other) {
        case (.choice(let test, let a, let b), _):
            return either(
                test, try compare(a, comparison, other, of: node), try compare(b, comparison, other, of: node))
        case (_, .choice): return try compare(other, comparison.exchanged, one, of: node)
        case (.property(let property), .constant(let value)):
            return property.compare(comparison, try operand(value, node))
        case (.constant(let value), .property(let property)):
            return property.compare(comparison.exchanged, try operand(value, node))
        case (.property(let a), .property(let b)):
            guard let filter = a.compare(comparison, b) else { throw unsupported(node) }
            return filter
        case (.constant(let a), .constant(let b)):
            return .constant(try operand(a, node).satisfies(comparison, try operand(b, node)))
        case (.test(let filter), .constant(let value)), (.constant(let value), .test(let filter)):
            let isTrue = try operand(value, node) == .bool(true)
            return isTrue == (comparison == .equal) ? filter : filter.negated
        case (.optionalTest(let filter, let isNil), .constant(let value)),
            (.constant(let value), .optionalTest(let filter, let isNil)):
            let isSame: Filter =
                switch try operand(value, node) {
                case .null: isNil
                case .bool(true): filter.failing(where: isNil)
                default: filter.negated.failing(where: isNil)
                }
            return comparison == .equal ? isSame : isSame.negated
        default: throw unsupported(node)
        }
    }

    /// One condition where a test holds, and another where it does not.
    func either(_ test: Filter, _ one: Filter, _ other: Filter) -> Filter {
        .or([.joined(all: [test, one]), .joined(all: [test.negated, other])])
    }
}
