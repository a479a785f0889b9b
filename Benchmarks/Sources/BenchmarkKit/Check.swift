/// What a workload computed, so that engines can be held against each other.
package enum Check: Sendable, CustomStringConvertible {
    /// A count, a sum of integers or a fold: must be equal to the last bit.
    case integer(UInt64)
    /// A sum of doubles: engines add in different orders, so the last digits may differ.
    case real(Double)
    /// Nothing to compare, as for the size of a file.
    case none

    /// A check over a signed number.
    package static func count(_ value: Int) -> Check { .integer(UInt64(bitPattern: Int64(value))) }

    /// As it stands in reports: doubles with six decimals.
    package var description: String {
        switch self {
        case .integer(let value): String(value)
        case .real(let value): decimal(value, digits: 6)
        case .none: ""
        }
    }

    /// Whether two engines did the same work.
    ///
    /// Doubles may differ by one part in 10^9: far above what the order of a million additions changes (about one
    /// part in 10^12), far below what one missing row would change.
    package func agrees(with other: Check) -> Bool {
        switch (self, other) {
        case (.integer(let mine), .integer(let theirs)): mine == theirs
        case (.real(let mine), .real(let theirs)):
            (mine - theirs).magnitude <= max(mine.magnitude, theirs.magnitude) * 1e-9
        case (.none, .none): true
        default: false
        }
    }
}
