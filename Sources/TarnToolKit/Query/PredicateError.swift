/// Why a condition cannot be read, and where.
package struct PredicateError: Error, Equatable, CustomStringConvertible {
    /// What was expected or is wrong.
    package let message: String
    /// The number of characters before the place.
    package let position: Int

    package var description: String { "\(message) at column \(position + 1)" }
}
