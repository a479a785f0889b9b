internal import FoundationEssentials
internal import TarnRecords

extension PredicateExpressions.CollectionContainsCollection: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        .test(try translation.search(.contains, base, other, of: self))
    }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        .test(try translation.search(.beginsWith, base, prefix, of: self))
    }
}

extension PredicateTranslation {
    /// A search for a constant in a text property.
    fileprivate func search(
        _ operation: Filter.TextOperation, _ base: some PredicateExpression, _ text: some PredicateExpression,
        of node: some PredicateExpression<Bool>
    ) throws(StoreError) -> Filter {
        let found = try term(base)
        if case .constant = found, let value = constant(node) { return .constant(value) }
        guard case .property(let property) = found, property.kind == .string, let text = constant(text) as? String
        else { throw unsupported(node) }
        return property.search(operation, text)
    }
}

extension PredicateExpressions.SequenceContains: PredicateNode {
    /// A property among the elements of a constant sequence.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        if let value = translation.constant(self) { return .constant(value) }
        guard let values = translation.constant(sequence) else { return try elementTerm(in: translation) }
        let property = try translation.property(element)
        var constants: [StoredValue] = []
        for value in values { constants.append(try translation.operand(value, self)) }
        return .test(property.isIn(constants))
    }

    /// A constant among the elements of a collection of the object.
    private func elementTerm(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        let place = try translation.elements(of: sequence, self)
        guard case .constant(let value) = try translation.term(element) else { throw translation.unsupported(self) }
        return .test(place.compare(.equal, try translation.operand(value, self), .any))
    }
}

extension PredicateExpressions.RangeExpressionContains: PredicateNode {
    /// A property in a constant range of any kind.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        if let value = translation.constant(self) { return .constant(value) }
        guard let bounds = translation.constant(range).flatMap({ RangeBounds($0) }) else {
            throw translation.unsupported(self)
        }
        let property = try translation.property(element)
        var tests: [Filter] = []
        if let lower = bounds.lower {
            tests.append(property.compare(.greaterOrEqual, try translation.operand(lower, self)))
        }
        if let upper = bounds.upper {
            tests.append(property.compare(bounds.end, try translation.operand(upper, self)))
        }
        return .test(.joined(all: tests))
    }
}

/// The bounds of a range of any kind.
private struct RangeBounds<Bound: Comparable> {
    var lower: Bound?
    var upper: Bound?
    var end = Filter.Comparison.less

    init?(_ range: some RangeExpression<Bound>) {
        switch range {
        case let range as Range<Bound>: (lower, upper) = (range.lowerBound, range.upperBound)
        case let range as ClosedRange<Bound>: (lower, upper, end) = (range.lowerBound, range.upperBound, .lessOrEqual)
        case let range as PartialRangeFrom<Bound>: lower = range.lowerBound
        case let range as PartialRangeUpTo<Bound>: upper = range.upperBound
        case let range as PartialRangeThrough<Bound>: (upper, end) = (range.upperBound, .lessOrEqual)
        default: return nil
        }
    }
}
