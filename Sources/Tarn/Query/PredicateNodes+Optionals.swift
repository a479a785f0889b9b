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
        case .property(let result) where result.column == property.column: return .property(result)
        case .test(let filter): return .optionalTest(filter, column: property.column)
        case .constant(let value as Bool): return .optionalTest(.constant(value), column: property.column)
        default: throw translation.unsupported(self)
        }
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
        case .optionalTest(let filter, let column):
            guard let value = value as? Bool else { throw translation.unsupported(self) }
            return .test(value ? filter.orNil(column) : filter.unlessNil(column))
        case .constant:
            guard let value = translation.constant(self) else { throw translation.unsupported(self) }
            return .constant(value)
        default: throw translation.unsupported(self)
        }
    }
}
