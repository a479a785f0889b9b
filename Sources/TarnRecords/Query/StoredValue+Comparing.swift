extension StoredValue {
    /// Whether a comparison holds between two values, by the rules of ``Filter``.
    package func satisfies(_ comparison: Filter.Comparison, _ other: StoredValue) -> Bool {
        switch comparison {
        case .equal: isEqual(to: other)
        case .notEqual: !isEqual(to: other)
        case .less: precedes(other) ?? false
        case .greater: other.precedes(self) ?? false
        case .lessOrEqual: isEqual(to: other) && !isNull || (precedes(other) ?? false)
        case .greaterOrEqual: isEqual(to: other) && !isNull || (other.precedes(self) ?? false)
        }
    }

    /// Whether there is no value.
    package var isNull: Bool { self == .null }

    private func isEqual(to other: StoredValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.bytes(let a), .bytes(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        case (.link(let a), .link(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.integer(let a), _): other.number.map { $0 == Double(a) && Int64(exactly: $0) == a } ?? false
        case (_, .integer(let b)): number.map { $0 == Double(b) && Int64(exactly: $0) == b } ?? false
        default:
            if let a = number, let b = other.number { a == b } else { false }
        }
    }

    /// Whether the value comes before another; nil when they cannot be ordered.
    private func precedes(_ other: StoredValue) -> Bool? {
        switch (self, other) {
        case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.bytes(let a), .bytes(let b)): a.lexicographicallyPrecedes(b)
        case (.bool(let a), .bool(let b)): !a && b
        case (.integer(let a), .integer(let b)): a < b
        default:
            if let a = number, let b = other.number { a < b } else { nil }
        }
    }

    private var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
