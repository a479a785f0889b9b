/// The sum of a column over the objects of a query.
package struct NumberSum: Sendable, Equatable {
    /// The sum in the kind of the column.
    package enum Total: Sendable, Equatable {
        /// The sum of an integer column.
        case integer(Int64)
        /// The sum of an integer column does not fit 64 bits.
        case integerOverflow
        /// The sum of a column of floats, doubles or dates.
        case double(Double)
    }

    /// The sum; zero when there are no values (Q13).
    package let total: Total
    /// How many objects have a value; nil is skipped.
    package let count: Int
    /// The sum divided by the count, nil when there are no values. Right also when the total does not fit.
    package let average: Double?

    package init(total: Total, count: Int, average: Double?) {
        self.total = total
        self.count = count
        self.average = average
    }
}
