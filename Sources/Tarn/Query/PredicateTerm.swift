internal import TarnRecords

/// What a part of a predicate stands for.
enum PredicateTerm {
    /// The object that is tested.
    case object
    /// A property of the object.
    case property(PredicateProperty)
    /// A value that is the same for all objects.
    case constant(Any)
    /// A condition.
    case test(Filter)
    /// A condition on an optional that is nil where the column is nil.
    case optionalTest(Filter, column: Int)
}

/// A property in a predicate.
struct PredicateProperty {
    let column: Int
    let kind: ValueKind
    /// What stands in for nil, as in `$0.age ?? 0`.
    var fallback: StoredValue?

    /// The comparison with a constant.
    func compare(_ comparison: Filter.Comparison, _ value: StoredValue) -> Filter {
        let test = Filter.compare(column: column, comparison, value)
        return withFallback(test) { $0.satisfies(comparison, value) }
    }

    /// The property among constants.
    func isIn(_ values: [StoredValue]) -> Filter {
        withFallback(.isIn(column: column, values)) { fallback in
            values.contains { fallback.satisfies(.equal, $0) }
        }
    }

    /// The property against another; nil when one of them has a fallback.
    func compare(_ comparison: Filter.Comparison, _ other: PredicateProperty) -> Filter? {
        fallback == nil && other.fallback == nil ? .columns(column, comparison, other.column) : nil
    }

    /// A search in text.
    func search(_ operation: Filter.TextOperation, _ text: String) -> Filter {
        withFallback(.text(column: column, operation, text, [])) { fallback in
            guard case .string(let value) = fallback else { return false }
            let (bytes, needle) = (Array(value.utf8), Array(text.utf8))
            if operation == .beginsWith { return bytes.starts(with: needle) }
            return needle.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: needle) }
        }
    }

    /// A test in which nil counts as the fallback.
    private func withFallback(_ test: Filter, _ holds: (StoredValue) -> Bool) -> Filter {
        guard let fallback else { return test }
        return holds(fallback) ? test.orNil(column) : test.unlessNil(column)
    }
}

extension Filter {
    /// The filter, and every object that has nil in a column.
    func orNil(_ column: Int) -> Filter { .joined(any: [.compare(column: column, .equal, .null), self]) }

    /// The filter without the objects that have nil in a column.
    func unlessNil(_ column: Int) -> Filter {
        isFalse(whereNil: column) ? self : .joined(all: [.compare(column: column, .notEqual, .null), self])
    }

    /// Whether the filter certainly leaves out the objects that have nil in a column.
    private func isFalse(whereNil column: Int) -> Bool {
        switch self {
        case .constant(let value): !value
        case .compare(column, .equal, let value): value != .null
        case .compare(column, .notEqual, let value): value == .null
        case .compare(column, _, _), .text(column, _, _, _): true
        case .isIn(column, let values): !values.contains(.null)
        case .and(let parts): parts.contains { $0.isFalse(whereNil: column) }
        case .or(let parts): parts.allSatisfy { $0.isFalse(whereNil: column) }
        default: false
        }
    }
}

extension Filter.Comparison {
    /// The same comparison with its sides exchanged.
    var exchanged: Filter.Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
