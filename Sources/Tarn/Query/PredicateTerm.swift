internal import TarnRecords

/// What a part of a predicate stands for.
indirect enum PredicateTerm {
    /// The object or element that is tested, or something that depends on it.
    case property(PredicateProperty)
    /// A value that is the same for all objects.
    case constant(Any)
    /// A condition.
    case test(Filter)
    /// A condition on an optional that is nil where another condition holds.
    case optionalTest(Filter, isNil: Filter)
    /// The elements of a collection that pass a condition.
    case elements(FilterPlace, Filter)
    /// One of two, as a condition says.
    case choice(Filter, PredicateTerm, PredicateTerm)
}

/// Something in a predicate that depends on the object.
struct PredicateProperty {
    var place: FilterPlace
    /// What stands in for nil, as in `$0.age ?? 0`.
    var fallback: StoredValue?

    var kind: ValueKind? { place.kind }

    /// The comparison with a constant.
    func compare(_ comparison: Filter.Comparison, _ value: StoredValue) -> Filter {
        withFallback(place.compare(comparison, value, .any)) { $0.satisfies(comparison, value) }
    }

    /// The property among constants.
    func isIn(_ values: [StoredValue]) -> Filter {
        withFallback(place.isIn(values, .any)) { fallback in values.contains { fallback.satisfies(.equal, $0) } }
    }

    /// The property against another; nil when one of them has a fallback.
    func compare(_ comparison: Filter.Comparison, _ other: PredicateProperty) -> Filter? {
        fallback == nil && other.fallback == nil ? place.compare(comparison, other.place, .any) : nil
    }

    /// A search in text.
    func search(_ operation: Filter.TextOperation, _ text: String) -> Filter {
        withFallback(place.search(operation, text, [], .any)) { fallback in
            guard case .string(let value) = fallback else { return false }
            let (bytes, needle) = (Array(value.utf8), Array(text.utf8))
            if operation == .beginsWith { return bytes.starts(with: needle) }
            return needle.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: needle) }
        }
    }

    /// Holds where the property is nil.
    var isNil: Filter { place.compare(.equal, .null, .any) }

    /// A test in which nil counts as the fallback.
    private func withFallback(_ test: Filter, _ holds: (StoredValue) -> Bool) -> Filter {
        guard let fallback else { return test }
        return holds(fallback) ? test.orHolding(where: isNil) : test.failing(where: isNil)
    }
}

extension Filter {
    /// The filter, and every object for which another one holds.
    func orHolding(where isNil: Filter) -> Filter { .joined(any: [isNil, self]) }

    /// The filter without the objects for which a test for nil holds.
    func failing(where isNil: Filter) -> Filter {
        guard case .compare(let column, .equal, .null) = isNil else { return .joined(all: [isNil.negated, self]) }
        return isFalse(whereNil: column) ? self : .joined(all: [.compare(column: column, .notEqual, .null), self])
    }

    /// Whether the filter certainly leaves out the objects that have nil in a column.
    private func isFalse(whereNil column: Int) -> Bool {
        switch self {
        case .constant(let value): !value
        case .compare(column, .equal, let value): value != .null
        case .compare(column, .notEqual, let value): value == .null
        case .compare(column, _, _), .text(column, _, _, _): true
        case .related(.link(column), .any, _): true
        case .isIn(column, let values): !values.contains(.null)
        case .and(let parts): parts.contains { $0.isFalse(whereNil: column) }
        case .or(let parts): parts.allSatisfy { $0.isFalse(whereNil: column) }
        default: false
        }
    }
}
