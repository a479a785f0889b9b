internal import FoundationEssentials
internal import TarnRecords

extension PredicateExpressions.Arithmetic: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        let sign: Filter.Arithmetic =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw translation.unsupported(self)
            }
        return try translation.combine(lhs, sign, rhs, self)
    }
}

extension PredicateExpressions.IntDivision: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        try translation.combine(lhs, .divide, rhs, self)
    }
}

extension PredicateExpressions.FloatDivision: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        try translation.combine(lhs, .divide, rhs, self)
    }
}

extension PredicateExpressions.UnaryMinus: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        if let value = translation.constant(self) { return .constant(value) }
        let number = try translation.number(wrapped, self)
        return .property(
            PredicateProperty(
                place: FilterPlace([], .computed(.arithmetic(.constant(.integer(0)), .subtract, number)), kind: nil)))
    }
}

extension PredicateTranslation {
    /// Two numbers made one. No object has the result of an overflow or of a division by zero, where Swift would trap.
    fileprivate func combine<Node: PredicateExpression>(
        _ one: some PredicateExpression, _ sign: Filter.Arithmetic, _ other: some PredicateExpression, _ node: Node
    ) throws(StoreError) -> PredicateTerm {
        if let value = constant(node) { return .constant(value) }
        let operand = Filter.Operand.arithmetic(try number(one, node), sign, try number(other, node))
        return .property(PredicateProperty(place: FilterPlace([], .computed(operand), kind: nil)))
    }

    fileprivate func number(
        _ expression: some PredicateExpression, _ node: some PredicateExpression
    ) throws(StoreError) -> Filter.Operand {
        switch try term(expression) {
        case .constant(let value): return .constant(try operand(value, node))
        case .property(let property) where property.fallback == nil:
            let (many, operand) = property.place.operand
            guard many.isEmpty else { throw unsupported(node) }
            return operand
        default: throw unsupported(node)
        }
    }
}
