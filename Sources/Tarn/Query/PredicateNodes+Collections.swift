internal import FoundationEssentials
internal import TarnRecords

extension PredicateExpressions.SequenceContainsWhere: PredicateNode {
    /// Whether a condition holds for any element.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        if let value = translation.constant(self) { return .constant(value) }
        let areObjects = PredicateTranslation.areObjects(LHS.Output.Element.self)
        let place = try translation.elements(of: sequence, self)
        let inner = try translation.inside(variable.key, areObjects: areObjects).filter(test)
        return .test(place.quantified(.any, inner))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateNode {
    /// Whether a condition holds for all elements.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        if let value = translation.constant(self) { return .constant(value) }
        let areObjects = PredicateTranslation.areObjects(LHS.Output.Element.self)
        let place = try translation.elements(of: sequence, self)
        let inner = try translation.inside(variable.key, areObjects: areObjects).filter(test)
        return .test(place.quantified(.all, inner))
    }
}

extension PredicateExpressions.Filter: PredicateNode {
    /// The elements for which a condition holds, to be counted.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        let areObjects = PredicateTranslation.areObjects(LHS.Output.Element.self)
        let place = try translation.collection(sequence, self)
        return .elements(place, try translation.inside(variable.key, areObjects: areObjects).filter(filter))
    }
}

extension PredicateExpressions.SequenceMinimum: PredicateNode {
    /// The smallest element of a collection of values.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        if let value = translation.constant(self) { return .constant(value as Any) }
        return try translation.aggregate(.min, elements, self)
    }
}

extension PredicateExpressions.SequenceMaximum: PredicateNode {
    /// The largest element of a collection of values.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        if let value = translation.constant(self) { return .constant(value as Any) }
        return try translation.aggregate(.max, elements, self)
    }
}

extension PredicateExpressions.CollectionIndexSubscript: PredicateNode {
    /// The element of a list at a place; nil outside of it.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        let place = try translation.collection(wrapped, self)
        guard case .relation(.elements(let column)) = place.end, let index = translation.constant(index) as? Int,
            index >= 0
        else { throw translation.unsupported(self) }
        let steps: [Filter.Step] = [.column(column), .index(index)]
        let kind = (Wrapped.Output.Element.self as? any Persistable.Type)?._kind
        return .property(PredicateProperty(place: FilterPlace(place.hops, .computed(.path(steps)), kind: kind)))
    }
}

extension PredicateTranslation {
    fileprivate func aggregate(
        _ aggregate: Filter.Aggregate, _ expression: some PredicateExpression, _ node: some PredicateExpression
    ) throws(StoreError) -> PredicateTerm {
        let place = try collection(expression, node)
        guard case .relation(let relation) = place.end else { throw unsupported(node) }
        return .property(
            PredicateProperty(place: FilterPlace(place.hops, .aggregate(relation, aggregate, column: 0), kind: nil)))
    }
}
