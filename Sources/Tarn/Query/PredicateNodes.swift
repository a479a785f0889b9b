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
        let (choice, one, other) = (
            try translation.filter(test), try translation.filter(trueBranch), try translation.filter(falseBranch)
        )
        return .test(.or([.joined(all: [choice, one]), .joined(all: [choice.negated, other])]))
    }
}

extension PredicateExpressions.KeyPath: PredicateNode {
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        switch try translation.term(root) {
        case .object:
            guard let found = translation.context.queryProperty(at: keyPath) else {
                throw translation.unsupported(self, "Q9: \(keyPath) is not a persisted property of the class")
            }
            return .property(PredicateProperty(column: found.column, kind: found.kind))
        case .constant:
            guard let value = translation.constant(self) else { throw translation.unsupported(self) }
            return .constant(value)
        case .property(let property) where kind == .collectionIsEmpty && property.kind.isVariable:
            return .test(property.compare(.equal, .zero(of: property.kind)))
        case .property(let property) where leadsToRawValue: return .property(property)
        case .property(let property) where property.kind == .link:
            throw translation.unsupported(self, "Q9: a path cannot go on through a link")
        default: throw translation.unsupported(self, "\(keyPath) is computed")
        }
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
