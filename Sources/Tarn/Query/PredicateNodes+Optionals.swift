internal import FoundationEssentials
internal import TarnRecords

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
    /// What is tested of an optional property where it is not nil: `flatMap`, `if let` and `?.`.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        let property: PredicateProperty
        switch try translation.term(wrapped) {
        case .property(let found) where found.fallback == nil: property = found
        case .constant:
            guard let value = translation.constant(self) else { throw translation.unsupported(self) }
            return .constant(value as Any)
        default: throw translation.unsupported(self)
        }
        let inner = translation.binding(variable.key, to: .property(property))
        switch try inner.term(transform) {
        // What lies behind the optional is nil where that is; the same for the optional itself.
        case .property(let result) where result.place.leadsThrough(property.place): return .property(result)
        case .test(let filter): return .optionalTest(filter, isNil: property.isNil)
        case .constant(let value as Bool): return .optionalTest(.constant(value), isNil: property.isNil)
        default: throw translation.unsupported(self)
        }
    }
}

extension FilterPlace {
    /// Whether the place is nil wherever another one is: because it is that, lies behind it, or is computed of it.
    fileprivate func leadsThrough(_ other: FilterPlace) -> Bool {
        if self == other { return true }
        if case .computed = end { return true }
        if case .count = end { return false }
        guard case .column(let column) = other.end else { return false }
        return hops.starts(with: other.hops + [.link(column: column)])
    }
}

extension PredicateExpressions.NilCoalesce: PredicateNode {
    /// A constant in place of nil.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        guard case .constant(let value) = try translation.term(rhs) else { throw translation.unsupported(self) }
        switch try translation.term(lhs) {
        case .property(var property) where property.fallback == nil:
            property.fallback = try translation.operand(value, self)
            return .property(property)
        case .optionalTest(let filter, let isNil):
            guard let value = value as? Bool else { throw translation.unsupported(self) }
            return .test(value ? filter.orHolding(where: isNil) : filter.failing(where: isNil))
        case .constant:
            guard let value = translation.constant(self) else { throw translation.unsupported(self) }
            return .constant(value)
        default: throw translation.unsupported(self)
        }
    }
}

extension PredicateExpressions.ForcedUnwrap: PredicateNode {
    /// The optional itself: where it is nil there is nothing that a condition could hold for.
    func term(in translation: PredicateTranslation) throws(StoreError) -> PredicateTerm {
        guard case .property(let property) = try translation.term(inner), property.fallback == nil else {
            throw translation.unsupported(self)
        }
        return .property(property)
    }
}
