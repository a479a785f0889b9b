/// Cuts the text of a condition into tokens.
///
/// Words are read without regard to case. A property that is called like a word of the language stands in backticks.
struct Tokenizer {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(text) }

    /// All tokens of the text, the last one always `.end`.
    static func tokens(of text: String) throws(PredicateError) -> [Token] {
        var tokenizer = Tokenizer(text)
        var tokens: [Token] = []
        while true {
            let token = try tokenizer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private mutating func next() throws(PredicateError) -> Token {
        while let space = peek(), space.isWhitespace { position += 1 }
        let start = position
        guard let first = peek() else { return Token(kind: .end, position: start) }
        let kind: Token.Kind
        if first.isLetter || first == "_" {
            kind = readWord()
        } else if first.isASCIIDigit || (first == "-" && peek(1)?.isASCIIDigit == true) {
            kind = .literal(try readNumber())
        } else if first == "#" {
            kind = .literal(try readObject())
        } else if first == "\"" || first == "'" {
            kind = .literal(.string(try readQuoted(first)))
        } else if first == "`" {
            kind = .name(try readQuoted(first))
        } else {
            kind = try readSign(first)
        }
        return Token(kind: kind, position: start)
    }

    private mutating func readWord() -> Token.Kind {
        let start = position
        while let character = peek(), character.isLetter || character.isNumber || character == "_" { position += 1 }
        let word = String(characters[start..<position])
        return switch word.uppercased() {
        case "AND": .and
        case "OR": .or
        case "NOT": .not
        case "IN": .isOneOf
        case "BETWEEN": .isBetween
        case "CONTAINS": .comparison(.contains)
        case "BEGINSWITH": .comparison(.beginsWith)
        case "ENDSWITH": .comparison(.endsWith)
        case "LIKE": .comparison(.like)
        case "NIL", "NULL": .literal(.null)
        case "TRUE", "YES": .literal(.bool(true))
        case "FALSE", "NO": .literal(.bool(false))
        default: .name(word)
        }
    }

    private mutating func readNumber() throws(PredicateError) -> PredicateNode.Literal {
        let start = position
        if peek() == "-" { position += 1 }
        var isInteger = true
        while let character = peek() {
            let isSignOfExponent = (character == "-" || character == "+") && "eE".contains(characters[position - 1])
            if !character.isASCIIDigit {
                guard ".eE".contains(character) || isSignOfExponent else { break }
                isInteger = false
            }
            position += 1
        }
        let text = String(characters[start..<position])
        if isInteger {
            if let value = Int(text) { return .integer(value) }
            throw PredicateError(message: "the number \(text) is too large for an integer", position: start)
        }
        if let value = Double(text), value.isFinite { return .real(value) }
        throw PredicateError(message: "'\(text)' is no number", position: start)
    }

    /// The number of an object behind its sign.
    private mutating func readObject() throws(PredicateError) -> PredicateNode.Literal {
        let start = position
        position += 1
        guard let digit = peek(), digit.isASCIIDigit || digit == "-", case .integer(let number) = try readNumber()
        else {
            throw PredicateError(message: "'#' stands before the number of an object", position: start)
        }
        return .object(number)
    }

    /// A text between two quotes; a backslash takes the next character as it is, except `\n` and `\t`.
    private mutating func readQuoted(_ quote: Character) throws(PredicateError) -> String {
        let start = position
        var text = ""
        position += 1
        while let character = peek() {
            position += 1
            if character == quote { return text }
            guard character == "\\", let escaped = peek() else {
                text.append(character)
                continue
            }
            position += 1
            text.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
        }
        throw PredicateError(message: "the text that begins with \(quote) has no end", position: start)
    }

    private mutating func readSign(_ first: Character) throws(PredicateError) -> Token.Kind {
        let pair = peek(1).map { String([first, $0]) } ?? ""
        let doubles: [String: Token.Kind] = [
            "==": .comparison(.equal), "!=": .comparison(.notEqual), "<>": .comparison(.notEqual),
            "<=": .comparison(.lessOrEqual), ">=": .comparison(.greaterOrEqual), "&&": .and, "||": .or,
        ]
        if let kind = doubles[pair] {
            position += 2
            return kind
        }
        let singles: [Character: Token.Kind] = [
            "=": .comparison(.equal), "<": .comparison(.less), ">": .comparison(.greater), "!": .not, ".": .dot,
            ",": .comma,
        ]
        if let kind = singles[first] {
            position += 1
            return kind
        }
        guard let bracket = Token.Bracket(first) else {
            throw PredicateError(message: "'\(first)' means nothing here", position: position)
        }
        position += 1
        return first == bracket.opening ? .open(bracket) : .close(bracket)
    }

    private func peek(_ ahead: Int = 0) -> Character? {
        position + ahead < characters.count ? characters[position + ahead] : nil
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
