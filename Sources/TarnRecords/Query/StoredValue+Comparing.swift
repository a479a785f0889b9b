extension StoredValue {
    /// Whether a comparison holds between two values, by the rules of ``Filter``.
    package func satisfies(_ comparison: Filter.Comparison, _ other: StoredValue) -> Bool {
        if case .any(let value) = self { return other.mixed.map { value.satisfies(comparison, $0) } ?? false }
        if case .any(let value) = other { return mixed.map { $0.satisfies(comparison, value) } ?? false }
        return switch comparison {
        case .equal: isEqual(to: other)
        case .notEqual: !isEqual(to: other)
        case .less: order(other).map { $0 < 0 } ?? false
        case .lessOrEqual: order(other).map { $0 <= 0 } ?? false
        case .greater: order(other).map { $0 > 0 } ?? false
        case .greaterOrEqual: order(other).map { $0 >= 0 } ?? false
        }
    }

    /// Whether there is no value.
    package var isNull: Bool { self == .null }

    /// Links and nil are equal or not, and have no order.
    private func isEqual(to other: StoredValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.link(let a), .link(let b)): a == b
        default: order(other) == 0
        }
    }

    /// Negative, zero or positive; nil when the two cannot be ordered.
    private func order(_ other: StoredValue) -> Int? {
        switch (self, other) {
        case (.string(let a), .string(let b)): Self.order(a.utf8, b.utf8)
        case (.bytes(let a), .bytes(let b)): Self.order(a, b)
        case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
        case (.integer(let a), .integer(let b)): a < b ? -1 : a > b ? 1 : 0
        case (.integer(let a), _): other.number.flatMap { Self.order(a, $0) }
        case (_, .integer(let b)): number.flatMap { Self.order(b, $0) }.map { -$0 }
        default:
            if let a = number, let b = other.number, !a.isNaN, !b.isNaN { a < b ? -1 : a > b ? 1 : 0 } else { nil }
        }
    }

    private static func order(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Int {
        if a.lexicographicallyPrecedes(b) { return -1 }
        return b.lexicographicallyPrecedes(a) ? 1 : 0
    }

    /// Exact also where the integer has no double of its own.
    private static func order(_ a: Int64, _ b: Double) -> Int? {
        if b.isNaN { return nil }
        let near = Double(a)
        if near != b { return near < b ? -1 : 1 }
        guard let exact = Int64(exactly: b) else { return -1 }
        return a < exact ? -1 : a > exact ? 1 : 0
    }

    private var number: Double? {
        switch self {
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
