extension StoredValue {
    /// Two numbers made one.
    ///
    /// Integers give an integer, or no value where that does not fit or the divisor is zero. A single number that is
    /// not an integer makes doubles of both.
    func combined(_ sign: Filter.Arithmetic, _ other: StoredValue) -> StoredValue {
        if case .integer(let a) = self, case .integer(let b) = other {
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
        guard let a = double, let b = other.double else { return .null }
        switch sign {
        case .add: return .double(a + b)
        case .subtract: return .double(a - b)
        case .multiply: return .double(a * b)
        case .divide: return b == 0 ? .null : .double(a / b)
        }
    }

    /// Any number as a double.
    private var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// An aggregate of some values, of which nil and what cannot be compared with the others are skipped.
    static func aggregate(_ aggregate: Filter.Aggregate, _ values: [StoredValue]) -> StoredValue {
        switch aggregate {
        case .min, .max:
            var best = StoredValue.null
            for value in values where value.satisfies(.equal, value) && !value.isNull {
                if best.isNull || value.satisfies(aggregate == .min ? .less : .greater, best) { best = value }
            }
            return best
        case .sum, .average:
            var integers: Int128 = 0
            var doubles: Double?
            var count = 0
            for value in values {
                if case .integer(let number) = value {
                    integers += Int128(number)
                } else if let number = value.double {
                    doubles = (doubles ?? 0) + number
                } else {
                    continue
                }
                count += 1
            }
            if aggregate == .average {
                return count == 0 ? .null : .double((Double(integers) + (doubles ?? 0)) / Double(count))
            }
            if let doubles { return .double(doubles + Double(integers)) }
            return Int64(exactly: integers).map { .integer($0) } ?? .double(Double(integers))
        }
    }
}
