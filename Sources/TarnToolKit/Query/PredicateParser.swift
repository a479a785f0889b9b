/// Reads a condition such as `age > 5 AND (city == "Oslo" OR name BEGINSWITH 'A')`.
///
///     condition  = conjunction { OR conjunction }
///     conjunction = negation { AND negation }
///     negation   = NOT negation | "(" condition ")" | relation
///     relation   = path comparison [ "[c]" ] literal | literal comparison path
///                | path [NOT] IN list | path BETWEEN literal AND literal | path BETWEEN "{" literal, literal "}"
///                | path                                 (a Bool property that is true)
package struct PredicateParser {
    /// Each level takes a few stack frames; text from outside must not be able to use up the stack.
    private static let deepestNesting = 200

    private let tokens: [Token]
    private var index = 0
    private var depth = 0

    /// The tree of the text.
    package static func parse(_ text: String) throws(PredicateError) -> PredicateNode {
        var parser = PredicateParser(tokens: try Tokenizer.tokens(of: text))
        let node = try parser.condition()
        guard parser.current.kind == .end else { throw parser.unexpected("AND, OR or the end") }
        return node
    }

    private init(tokens: [Token]) { self.tokens = tokens }

    private var current: Token { tokens[index] }

    private mutating func condition() throws(PredicateError) -> PredicateNode {
        var parts = [try conjunction()]
        while accept(.or) { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(PredicateError) -> PredicateNode {
        var parts = [try negation()]
        while accept(.and) { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(PredicateError) -> PredicateNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else {
            throw PredicateError(message: "the condition is nested too deeply", position: current.position)
        }
        if accept(.not) { return .not(try negation()) }
        if accept(.open(.parenthesis)) {
            let inner = try condition()
            try expect(.close(.parenthesis))
            return inner
        }
        return try relation()
    }

    private mutating func relation() throws(PredicateError) -> PredicateNode {
        if case .literal(let literal) = current.kind { return try mirroredRelation(literal) }
        let path = try path()
        if accept(.isOneOf) { return .isOneOf(path: path, try list()) }
        if accept(.not) {
            guard accept(.isOneOf) else { throw unexpected("IN") }
            return .not(.isOneOf(path: path, try list()))
        }
        if accept(.isBetween) {
            let (low, high) = try bounds()
            return .isBetween(path: path, low, high)
        }
        if case .comparison(let comparison) = current.kind {
            index += 1
            let ignoresCase = try caseOption()
            return .comparison(path: path, comparison, try literal(), ignoringCase: ignoresCase)
        }
        return .comparison(path: path, .equal, .bool(true))
    }

    private mutating func mirroredRelation(_ literal: PredicateNode.Literal) throws(PredicateError) -> PredicateNode {
        index += 1
        guard case .comparison(let comparison) = current.kind, let mirrored = comparison.mirrored else {
            throw unexpected("a comparison")
        }
        index += 1
        return .comparison(path: try path(), mirrored, literal)
    }

    /// `[c]` behind a comparison: upper and lower case are the same.
    private mutating func caseOption() throws(PredicateError) -> Bool {
        guard accept(.open(.square)) else { return false }
        guard case .name(let option) = current.kind, option.lowercased() == "c" else { throw unexpected("[c]") }
        index += 1
        try expect(.close(.square))
        return true
    }

    private mutating func path() throws(PredicateError) -> PropertyPath {
        let position = current.position
        var names: [String] = []
        repeat {
            guard case .name(let name) = current.kind else { throw unexpected("the name of a property") }
            names.append(name)
            index += 1
        } while accept(.dot)
        return PropertyPath(names, position: position)
    }

    private mutating func literal() throws(PredicateError) -> PredicateNode.Literal {
        switch current.kind {
        case .literal(let literal):
            index += 1
            return literal
        case .name(let name):
            let hint = "a value; a text stands in quotes: \"\(name)\""
            throw PredicateError(message: "expected \(hint)", position: current.position)
        default:
            throw unexpected("a value")
        }
    }

    private mutating func list() throws(PredicateError) -> [PredicateNode.Literal] {
        guard case .open(let bracket) = current.kind else { throw unexpected("a list such as {1, 2}") }
        index += 1
        if accept(.close(bracket)) { return [] }
        var literals = [try literal()]
        while accept(.comma) { literals.append(try literal()) }
        try expect(.close(bracket))
        return literals
    }

    private mutating func bounds() throws(PredicateError) -> (PredicateNode.Literal, PredicateNode.Literal) {
        if case .open = current.kind {
            let start = current.position
            let literals = try list()
            guard literals.count == 2 else {
                throw PredicateError(message: "BETWEEN takes two values, not \(literals.count)", position: start)
            }
            return (literals[0], literals[1])
        }
        let low = try literal()
        try expect(.and)
        return (low, try literal())
    }

    private mutating func accept(_ kind: Token.Kind) -> Bool {
        guard current.kind == kind else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ kind: Token.Kind) throws(PredicateError) {
        guard accept(kind) else { throw unexpected("\(kind)") }
    }

    private func unexpected(_ wanted: String) -> PredicateError {
        PredicateError(message: "expected \(wanted) but found \(current.kind)", position: current.position)
    }
}
