/// Reads the text of a predicate into the steps of a query.
///
///     predicate   = [ condition ] { suffix }
///     condition   = conjunction { OR conjunction }
///     conjunction = negation { AND negation }
///     negation    = NOT negation | relation
///     relation    = sum [ comparison [ "[cd]" ] sum | [NOT] IN list | BETWEEN bounds ]
///     sum         = product { (+ | -) product }
///     product     = operand { (* | /) operand }
///     operand     = - operand | "(" condition ")" | (ANY | ALL | NONE) operand | list | literal | argument | path
///     suffix      = SORT "(" path [ASC | DESC] , ... ")" | DISTINCT "(" path , ... ")" | LIMIT "(" number ")"
///
/// Names are looked up and values take the form of what they are compared with while the text is read, so that every
/// fault has a place.
package struct PredicateParser {
    /// Each level takes a few stack frames; text from outside must not be able to use up the stack.
    static let deepestNesting = 100
    /// How many steps a path and how many signs a sum may have: each makes the tree one level deeper.
    static let longestChain = 50

    let schema: PredicateSchema
    let arguments: [PredicateValue]
    private var tokenizer: PredicateTokenizer
    /// The token that is looked at.
    private(set) var current: PredicateToken
    private var depth = 0
    /// The number of the argument that `%@` takes next.
    private var nextArgument = 0
    private var usedArguments: Set<Int> = []
    private var usesNumbers = false
    /// The objects or values that names without a variable belong to.
    var scope: PredicateScope

    /// The steps that a text describes.
    ///
    /// - Throws: ``PredicateFault`` where the text is wrong, a name is unknown, a value does not fit, or an argument
    ///   is missing or left over.
    package static func steps(
        _ text: String, _ arguments: [PredicateValue] = [], _ table: Table, _ schema: PredicateSchema
    ) throws(PredicateFault) -> [RecordQuery.Step] {
        var parser = try PredicateParser(text, arguments, table, schema)
        return try parser.wholeText()
    }

    /// The column that a path leads to over to-one links, for orders.
    package static func sortKey(
        _ path: String, ascending: Bool, _ table: Table, _ schema: PredicateSchema
    ) throws(PredicateFault) -> SortKey {
        var parser = try PredicateParser(path, [], table, schema)
        let key = try parser.sortPath(ascending: ascending)
        try parser.expectEnd("the end")
        return key
    }

    /// The columns that a path leads through, whatever kinds of relations are on the way.
    package static func columns(
        _ path: String, _ table: Table, _ schema: PredicateSchema
    ) throws(PredicateFault) -> [Filter.Relation] {
        var parser = try PredicateParser(path, [], table, schema)
        let walk = try parser.path()
        try parser.expectEnd("the end")
        return walk.trail
    }

    private init(
        _ text: String, _ arguments: [PredicateValue], _ table: Table, _ schema: PredicateSchema
    ) throws(PredicateFault) {
        self.arguments = arguments
        self.schema = schema
        tokenizer = PredicateTokenizer(text)
        scope = PredicateScope(table: table)
        current = try tokenizer.next()
    }

    private mutating func wholeText() throws(PredicateFault) -> [RecordQuery.Step] {
        var steps: [RecordQuery.Step] = []
        if !isAtSuffix {
            let start = current
            let filter = try condition().filter(&self)
            guard filter.depth <= Filter.maximumDepth else { throw fault("the condition is nested too deeply", start) }
            steps.append(.filter(filter))
        }
        while isAtSuffix { steps.append(try suffix()) }
        try expectEnd(steps.count > 1 ? "SORT, DISTINCT, LIMIT or the end" : "AND, OR or the end")
        let used = usesNumbers ? usedArguments.count : nextArgument
        if used < arguments.count {
            throw fault("there are \(arguments.count) arguments and the text uses \(used) of them", current)
        }
        return steps
    }

    // MARK: Tokens

    mutating func advance() throws(PredicateFault) { current = try tokenizer.next() }

    /// The token behind the one that is looked at.
    func following() throws(PredicateFault) -> PredicateToken.Kind {
        var ahead = tokenizer
        return try ahead.next().kind
    }

    mutating func accept(_ kind: PredicateToken.Kind) throws(PredicateFault) -> Bool {
        guard current.kind == kind else { return false }
        try advance()
        return true
    }

    mutating func accept(_ keyword: PredicateKeyword) throws(PredicateFault) -> Bool {
        try accept(.word(keyword))
    }

    mutating func expect(_ kind: PredicateToken.Kind, _ wanted: String) throws(PredicateFault) {
        guard try accept(kind) else { throw expected(wanted) }
    }

    func expectEnd(_ wanted: String) throws(PredicateFault) {
        guard current.kind == .end else { throw expected(wanted) }
    }

    /// The text of a token.
    func text(_ token: PredicateToken) -> String { tokenizer.text(token.start, token.end) }

    func text(from start: Int, to end: Int) -> String { tokenizer.text(start, max(start, end)) }

    /// The text between the quotes of a token, with its escapes resolved.
    func unquoted(_ token: PredicateToken) -> String {
        let inner = tokenizer.bytes[(token.start + 1)..<(token.end - 1)]
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        return String(decoding: inner, as: UTF8.self).withoutEscapes
    }

    func fault(_ message: String, _ token: PredicateToken) -> PredicateFault {
        PredicateFault(message, at: token.start, of: tokenizer.bytes)
    }

    func fault(_ message: String, at offset: Int) -> PredicateFault {
        PredicateFault(message, at: offset, of: tokenizer.bytes)
    }

    /// Something else was expected than what is there.
    func expected(_ wanted: String) -> PredicateFault {
        let found = current.kind == .end ? "the end" : "'\(text(current).prefix(40))'"
        return fault("expected \(wanted) but found \(found)", current)
    }

    /// Goes a level deeper.
    mutating func nested<R>(
        _ body: (inout PredicateParser) throws(PredicateFault) -> R
    ) throws(PredicateFault) -> R {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else { throw fault("the condition is nested too deeply", current) }
        return try body(&self)
    }

    // MARK: Arguments

    /// The argument that the token stands for; nil when it stands for none.
    mutating func argument() throws(PredicateFault) -> PredicateValue? {
        let number: Int
        switch current.kind {
        case .nextArgument, .nextKeyPath:
            number = nextArgument
            nextArgument += 1
        case .argument(let index), .keyPathArgument(let index):
            number = index
            usesNumbers = true
            usedArguments.insert(index)
        default: return nil
        }
        guard nextArgument == 0 || !usesNumbers else {
            throw fault("arguments are taken in turn (%@) or by number ($0), not both", current)
        }
        guard number < arguments.count else {
            let count = arguments.count == 1 ? "is 1 argument" : "are \(arguments.count) arguments"
            throw fault("\(text(current)) stands for argument \(number + 1), and there \(count)", current)
        }
        try advance()
        return arguments[number]
    }
}

/// What names without a variable belong to.
struct PredicateScope {
    /// The type of the objects; nil for values.
    var table: Table?
    /// How the values are stored.
    var element: ValueKind?
    /// The variable of the subquery that stands for them.
    var variable: String?
}

extension String {
    /// A backslash takes the next character as it is, except before n, r, t and u with four digits.
    fileprivate var withoutEscapes: String {
        var text = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let escaped = rest.popFirst() else {
                text.append(scalar)
                continue
            }
            let digits = rest.prefix(4)
            switch escaped {
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "u" where digits.count == 4:
                if let code = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(code) {
                    text.append(scalar)
                    rest = rest.dropFirst(4)
                } else {
                    text.append(escaped)
                }
            default: text.append(escaped)
            }
        }
        return String(text)
    }
}
