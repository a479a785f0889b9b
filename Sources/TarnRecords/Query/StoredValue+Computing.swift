extension StoredValue {
    /// A value of a column of some kind, so that it can be compared and computed with numbers of every kind.
    func typed(_ kind: ValueKind) -> StoredValue {
        if kind == .decimal, case .bytes(let bytes) = self { .any(.decimal(bytes)) } else { self }
    }

    /// A value of any kind as one that a column of that kind would hold; others as they are.
    var plain: StoredValue {
        guard case .any(let value) = self else { return self }
        return switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .float(let value): .float(value)
        case .double(let value), .date(let value): .double(value)
        case .string(let text): .string(text)
        case .decimal(let bytes), .uuid(let bytes), .objectId(let bytes), .data(let bytes): .bytes(bytes)
        case .object(let link): .link(link.object)
        case .list, .map: self
        }
    }

    /// As `satisfies`, for computed values: bytes that are a decimal are one beside a decimal.
    func compares(_ comparison: Filter.Comparison, _ other: StoredValue) -> Bool {
        switch (self, other) {
        case (.any(.decimal), .bytes): satisfies(comparison, other.typed(.decimal))
        case (.bytes, .any(.decimal)): typed(.decimal).satisfies(comparison, other)
        default: satisfies(comparison, other)
        }
    }

    /// Whether text passes a test, or data one without options.
    func matches(_ test: TextTest) -> Bool {
        switch self {
        case .string(let text): test.matches(Array(text.utf8))
        case .bytes(let bytes) where test.options.isEmpty: test.matches(bytes)
        case .any: plain == self ? false : plain.matches(test)
        default: false
        }
    }

    /// Two numbers made one.
    ///
    /// Integers give an integer, or no value where that does not fit or the divisor is zero. A decimal makes decimals
    /// of both, of at most 40 digits; otherwise a number that is no integer makes doubles of both.
    func combined(_ sign: Filter.Arithmetic, _ other: StoredValue) -> StoredValue {
        let (one, two) = (computed, other.computed)
        if case .integer(let a) = one, case .integer(let b) = two {
            if sign == .divide && b == 0 { return .null }
            let (value, overflow) =
                switch sign {
                case .add: a.addingReportingOverflow(b)
                case .subtract: a.subtractingReportingOverflow(b)
                case .multiply: a.multipliedReportingOverflow(by: b)
                case .divide: a.dividedReportingOverflow(by: b)
                }
            return overflow ? .null : .integer(value)
        }
        if let a = one?.decimal, let b = two?.decimal, one?.isDecimal == true || two?.isDecimal == true {
            return a.combined(sign, b)?.bytes.map { .any(.decimal($0)) } ?? .null
        }
        guard let a = one?.double, let b = two?.double else { return .null }
        switch sign {
        case .add: return .double(a + b)
        case .subtract: return .double(a - b)
        case .multiply: return .double(a * b)
        case .divide: return b == 0 ? .null : .double(a / b)
        }
    }

    /// The value when it is a number.
    var computed: ComputedNumber? {
        switch plain {
        case .integer(let value): .integer(value)
        case .float(let value): .double(Double(value))
        case .double(let value): .double(value)
        case .bytes(let bytes): WideDecimal(bytes).map { .decimal($0) }
        default: nil
        }
    }

    /// An aggregate of some values, of which nil and NaN are skipped, and in sums what is no number.
    static func aggregate(_ aggregate: Filter.Aggregate, _ values: [StoredValue]) -> StoredValue {
        switch aggregate {
        case .min, .max:
            var best = StoredValue.null
            for value in values where !value.isNull && value.satisfies(.equal, value) {
                if best.isNull || value.satisfies(aggregate == .min ? .less : .greater, best) { best = value }
            }
            return best
        case .sum, .average:
            var sum = ComputedSum()
            for value in values { if let number = value.computed { sum.add(number) } }
            return aggregate == .sum ? sum.total : sum.average
        }
    }
}
