internal import FoundationEssentials
internal import TarnRecords

/// A part of a predicate's tree that can say what it stands for.
protocol PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm
}

extension PredicateExpressions.Value: PredicateNode {
    func term(in translation: PredicateTranslation) -> PredicateTerm { .constant(value) }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
    func term(in translation: PredicateTranslation) -> PredicateTerm { .constant(Wrapped?.none as Any) }
}

extension PredicateExpressions.Variable: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        guard let term = translation.variable(key) else { throw translation.unsupported(self) }
        return term
    }
}

extension PredicateExpressions.Conjunction: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        .test(.joined(all: [try translation.filter(lhs), try translation.filter(rhs)]))
    }
}

extension PredicateExpressions.Disjunction: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        .test(.joined(any: [try translation.filter(lhs), try translation.filter(rhs)]))
    }
}

extension PredicateExpressions.Negation: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        .test(try translation.filter(wrapped).negated)
    }
}

extension PredicateExpressions.Conditional: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        let choice = try translation.filter(test)
        let (one, other) = (try translation.term(trueBranch), try translation.term(falseBranch))
        guard let a = translation.filter(of: one), let b = translation.filter(of: other) else {
            return .choice(choice, one, other)
        }
        return .test(translation.either(choice, a, b))
    }
}

extension PredicateExpressions.KeyPath: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        switch try translation.term(root) {
        case .constant:
            guard let value = translation.constant(self) else { throw translation.unsupported(self) }
            return .constant(value)
        case .elements(let place, let filter): return try count(place, filter, translation)
        case .property(let property):
            if case .relation(let relation) = property.place.end {
                if kind == .collectionFirst || kind == .bidirectionalCollectionLast {
                    return try end(property.place, relation, translation)
                }
                return try count(property.place, nil, translation)
            }
            if let type = Root.Output.self as? Object.Type {
                return try self.property(property.place, of: type, translation)
            }
            if kind == .collectionIsEmpty, let kind = property.kind, kind.isVariable {
                return .test(property.compare(.equal, .zero(of: kind)))
            }
            if leadsToRawValue { return .property(property) }
            throw translation.unsupported(self, "\(keyPath) is computed")
        default: throw translation.unsupported(self, "\(keyPath) is computed")
        }
    }

    private func property(
        _ place: FilterPlace, of type: Object.Type, _ translation: PredicateTranslation
    ) throws(StoreError) -> PredicateTerm {
        var place = place
        guard let found = translation.context.queryContext(of: type).queryProperty(at: keyPath), place.enterObject(),
            place.arrive(at: found)
        else { throw translation.unsupported(self, "Q9: \(keyPath) is not a persisted property of the class") }
        return .property(PredicateProperty(place: place))
    }

    /// How many elements there are, or whether there are none.
    private func count(
        _ place: FilterPlace, _ filter: Filter?, _ translation: PredicateTranslation
    ) throws(StoreError) -> PredicateTerm {
        let type = Root.Output.self as? any CountedCollection.Type
        let isCount = kind == .collectionCount || type?.countPath == keyPath
        guard case .relation(let relation) = place.end,
            isCount || kind == .collectionIsEmpty || type?.isEmptyPath == keyPath
        else { throw translation.unsupported(self, "\(keyPath) is computed") }
        let count = PredicateProperty(place: FilterPlace(place.hops, .count(relation, filter), kind: .int64))
        return isCount ? .property(count) : .test(count.compare(.equal, .integer(0)))
    }

    /// The first or last element of a list.
    private func end(
        _ place: FilterPlace, _ relation: Filter.Relation, _ translation: PredicateTranslation
    ) throws(StoreError) -> PredicateTerm {
        guard case .elements(let column) = relation else { throw translation.unsupported(self) }
        let step: Filter.Step = kind == .collectionFirst ? .first : .last
        return .property(
            PredicateProperty(place: FilterPlace(place.hops, .computed(.path([.column(column), step])), kind: .any)))
    }

    /// Whether the path gives the raw value of each case of an enum.
    private var leadsToRawValue: Bool {
        (Root.Output.self as? any PersistableEnum.Type)?.isRawValue(keyPath) ?? false
    }
}

extension PersistableEnum {
    /// Whether a key path gives the raw value of each case.
    fileprivate static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
        allCases.allSatisfy { ($0[keyPath: keyPath] as? RawValue)?.__stored == $0.__stored }
    }
}
