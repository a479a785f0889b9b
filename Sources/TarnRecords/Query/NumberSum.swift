/// The sum of a column over the objects of a query.
package struct NumberSum: Sendable, Equatable {
    /// The sum in the kind of the column.
    package enum Total: Sendable, Equatable {
        /// The sum of an integer column.
        case integer(Int64)
        /// The sum of an integer column does not fit 64 bits, or that of a decimal column no decimal.
        case integerOverflow
        /// The sum of a column of floats, doubles or dates.
        case double(Double)
        /// The sum of a column of decimals, as ordered bytes: exact, as long as it has no more than 40 digits.
        case decimal([UInt8])
    }

    /// The sum; zero when there are no values (Q13).
    package let total: Total
    /// How many objects have a value; nil is skipped.
    package let count: Int
    /// The sum divided by the count, nil when there are no values. Right also when the total does not fit.
    package let average: Double?
    /// The average of decimals, to 38 digits.
    package let decimalAverage: [UInt8]?

    /// A sum of what is no decimal.
    package init(total: Total, count: Int, average: Double?) {
        self.total = total
        self.count = count
        self.average = average
        decimalAverage = nil
    }
}

extension NumberSum {
    /// The sum of so many decimals.
    package init(_ decimals: DecimalSum, count: Int) {
        let sum = decimals.value
        total = sum.bytes.map { .decimal($0) } ?? .integerOverflow
        self.count = count
        let exact = count == 0 ? nil : sum.divided(by: WideDecimal(Int64(count)))
        average = exact?.double
        decimalAverage = exact?.bytes
    }

    /// The sum of this column and another one of the same kind, where both hold decimals.
    package func adding(decimals other: NumberSum) -> NumberSum? {
        guard case .decimal(let one) = total, case .decimal(let two) = other.total else { return nil }
        var sum = DecimalSum()
        sum.change(one, isAdded: true)
        sum.change(two, isAdded: true)
        return NumberSum(sum, count: count + other.count)
    }
}
