/// One word or sign of a condition and where it begins.
struct Token: Equatable {
    let kind: Kind
    /// The number of characters before it.
    let position: Int

    enum Kind: Equatable {
        case name(String)
        case literal(PredicateNode.Literal)
        case comparison(PredicateNode.Comparison)
        case and, or, not, isOneOf, isBetween
        case dot, comma
        case open(Bracket)
        case close(Bracket)
        case end
    }

    enum Bracket: Equatable {
        case parenthesis, brace, square
    }
}

extension Token.Kind: CustomStringConvertible {
    /// The token as a person would type it, for error messages.
    var description: String {
        switch self {
        case .name(let name): "'\(name)'"
        case .literal(.null): "'nil'"
        case .literal(.bool(let value)): "'\(value)'"
        case .literal(.integer(let value)): "'\(value)'"
        case .literal(.real(let value)): "'\(value)'"
        case .literal(.string(let value)): "\"\(value)\""
        case .literal(.object(let value)): "'#\(value)'"
        case .comparison(let comparison): "'\(comparison.rawValue)'"
        case .and: "'AND'"
        case .or: "'OR'"
        case .not: "'NOT'"
        case .isOneOf: "'IN'"
        case .isBetween: "'BETWEEN'"
        case .dot: "'.'"
        case .comma: "','"
        case .open(let bracket): "'\(bracket.opening)'"
        case .close(let bracket): "'\(bracket.closing)'"
        case .end: "the end"
        }
    }
}

extension Token.Bracket {
    var opening: Character {
        switch self {
        case .parenthesis: "("
        case .brace: "{"
        case .square: "["
        }
    }

    var closing: Character {
        switch self {
        case .parenthesis: ")"
        case .brace: "}"
        case .square: "]"
        }
    }

    init?(_ character: Character) {
        switch character {
        case "(", ")": self = .parenthesis
        case "{", "}": self = .brace
        case "[", "]": self = .square
        default: return nil
        }
    }
}
