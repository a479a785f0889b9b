extension PredicateParser {
    /// A value that is written out; nil when something else stands here.
    mutating func literal() throws(PredicateFault) -> PredicateValue? {
        let token = current
        let value: PredicateValue
        switch token.kind {
        case .string: value = .string(unquoted(token))
        case .integer: value = try integer(token)
        case .real: value = try real(token)
        case .hexadecimal:
            guard let bits = UInt64(text(token).dropFirst(2), radix: 16) else {
                throw fault("the number \(text(token)) is too large for an integer", token)
            }
            value = .integer(Int64(bitPattern: bits))
        case .date:
            guard let date = PredicateText.date(text(token)) else {
                throw fault("expected a date such as 2001-12-31@23:59:59 but found '\(text(token))'", token)
            }
            value = .date(date)
        case .timestamp:
            guard let date = PredicateText.timestamp(text(token)) else {
                throw fault("expected seconds and nanoseconds such as T978307200:0 but found '\(text(token))'", token)
            }
            value = .date(date)
        case .bytes:
            let inner = text(from: token.start + 4, to: token.end - 1)
            guard let bytes = PredicateText.base64(inner) else {
                throw fault("what B64 stands before is no base 64", token)
            }
            value = .data(bytes)
        case .object:
            guard let number = Int64(text(token).dropFirst()) else {
                throw fault("'#' stands before the number of an object", token)
            }
            value = .object(ObjectKey(number), table: nil)
        case .word(let keyword?):
            guard let found = try word(keyword) else { return nil }
            return found
        default: return nil
        }
        try advance()
        return value
    }

    private func integer(_ token: PredicateToken) throws(PredicateFault) -> PredicateValue {
        let digits = text(token)
        if let value = Int64(digits) { return .integer(value) }
        if digits == Self.smallestInteger, token.start > 0, isNegated(token) {
            return .real(9_223_372_036_854_775_808, digits: digits)
        }
        throw fault("the number \(digits) is too large for an integer", token)
    }

    private func isNegated(_ token: PredicateToken) -> Bool {
        text(from: token.start - 1, to: token.start) == "-"
    }

    private func real(_ token: PredicateToken) throws(PredicateFault) -> PredicateValue {
        let digits = text(token)
        guard let value = Double(digits), value.isFinite else { throw fault("'\(digits)' is no number", token) }
        return .real(value, digits: digits)
    }

    /// Words that are values, and those that make one of what stands in parentheses behind them.
    private mutating func word(_ keyword: PredicateKeyword) throws(PredicateFault) -> PredicateValue? {
        let token = current
        let value: PredicateValue
        switch keyword {
        case .null: value = .null
        case .yes: value = .bool(true)
        case .no: value = .bool(false)
        case .infinity: value = .real(.infinity)
        case .notANumber: value = .real(.nan)
        case .uuid, .objectId, .object:
            guard try following() == .open(.parenthesis) else { return nil }
            try advance()
            try advance()
            value = try call(keyword, token)
            guard current.kind == .close(.parenthesis) else { throw expected("')'") }
        default: return nil
        }
        // A property may have the name; what follows tells.
        try advance()
        return value
    }

    private mutating func call(_ keyword: PredicateKeyword, _ token: PredicateToken) throws(PredicateFault)
        -> PredicateValue
    {
        let first = current
        if keyword == .object {
            guard case .string(let type)? = try argumentOrLiteral() else {
                throw fault("expected the name of a class in quotes", first)
            }
            try expect(.comma, "',' and a primary key")
            let place = current
            guard let key = try signedValue(), key != .null else {
                throw fault("expected a primary key", place)
            }
            guard schema.catalogue.table(named: type) != nil else {
                throw fault("the file has no class '\(type)'", first)
            }
            return .keyed(table: type, key)
        }
        // The digits may stand without quotes: they are no token of the language then.
        var digits = ""
        if current.kind == .string {
            digits = unquoted(current)
            try advance()
        } else if let value = try argument() {
            switch value {
            case .string(let text): digits = text
            case .uuid where keyword == .uuid, .objectId where keyword == .objectId: return value
            default: throw fault("expected the digits in quotes", first)
            }
        } else {
            throw expected("the digits in quotes")
        }
        let bytes = keyword == .uuid ? PredicateText.uuid(digits) : PredicateText.hexadecimal(digits)
        guard let bytes, bytes.count == (keyword == .uuid ? 16 : 12) else {
            throw fault("'\(digits.prefix(40))' is no \(keyword == .uuid ? "UUID" : "ObjectId")", first)
        }
        return keyword == .uuid ? .uuid(bytes) : .objectId(bytes)
    }

    mutating func argumentOrLiteral() throws(PredicateFault) -> PredicateValue? {
        if let value = try argument() { return value }
        return try literal()
    }

    /// An argument, a literal, or a number with a sign before it.
    private mutating func signedValue() throws(PredicateFault) -> PredicateValue? {
        if let value = try argument() { return value }
        return try signedLiteral()
    }

    private mutating func signedLiteral() throws(PredicateFault) -> PredicateValue? {
        let isNegative = current.kind == .minus
        if isNegative || current.kind == .plus { try advance() }
        guard let value = try literal() else { return nil }
        guard isNegative else { return value }
        switch value {
        case .integer(let number): return .integer(-number)
        case .real(let number, let digits):
            if digits == Self.smallestInteger { return .integer(.min) }
            return .real(-number, digits: digits.map { "-" + $0 })
        default: throw fault("'-' stands before a number", current)
        }
    }

    /// Values between brackets.
    mutating func list(_ bracket: PredicateToken.Bracket) throws(PredicateFault) -> [PredicateValue] {
        try advance()
        if try accept(.close(bracket)) { return [] }
        var values: [PredicateValue] = []
        repeat {
            guard let value = try signedValue() else { throw expected("a value") }
            if case .list(let inner) = value { values += inner } else { values.append(value) }
        } while try accept(.comma)
        try expect(.close(bracket), "'\(bracket.closing)'")
        return values
    }
}
