/// A condition as it was typed, before any property of a type is looked up.
///
/// The tree knows names and literals only. Whoever holds the schema turns it into a filter and says which name or
/// which kind of value does not fit.
package indirect enum PredicateNode: Equatable, Sendable {
    /// Every one of the conditions holds.
    case and([PredicateNode])
    /// At least one of the conditions holds.
    case or([PredicateNode])
    /// The condition does not hold.
    case not(PredicateNode)
    /// The property stands in a relation to the literal.
    case comparison(path: PropertyPath, Comparison, Literal, ignoringCase: Bool = false)
    /// The property equals one of the literals.
    case isOneOf(path: PropertyPath, [Literal])
    /// The property lies between the two literals, both included.
    case isBetween(path: PropertyPath, Literal, Literal)

    /// How a property is compared with a literal.
    package enum Comparison: String, Equatable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"

        /// The same relation with its sides exchanged, where there is one: `5 < age` is `age > 5`.
        var mirrored: Comparison? {
            switch self {
            case .equal, .notEqual: self
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            case .contains, .beginsWith, .endsWith, .like: nil
            }
        }
    }

    /// A value as it was typed. Dates, identifiers and binary data are typed as strings.
    package enum Literal: Equatable, Sendable {
        case null
        case bool(Bool)
        case integer(Int)
        case real(Double)
        case string(String)
        /// The number of an object, as a link is printed: `#5`.
        case object(Int)
    }
}

/// The names from a property to what it leads to, and where they stand in the condition.
package struct PropertyPath: Sendable, ExpressibleByArrayLiteral {
    package let names: [String]
    /// The number of characters before the path.
    package let position: Int

    package init(_ names: [String], position: Int = 0) {
        self.names = names
        self.position = position
    }

    package init(arrayLiteral names: String...) { self.init(names) }
}

extension PropertyPath: Equatable {
    /// Where a path stands is for messages only; conditions written differently mean the same.
    package static func == (a: PropertyPath, b: PropertyPath) -> Bool { a.names == b.names }
}
