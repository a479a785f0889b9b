/// Cuts the text of a predicate into tokens, one when asked.
struct PredicateTokenizer {
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next token; at the end always `.end`.
    mutating func next() throws(PredicateFault) -> PredicateToken {
        while let byte = peek(), byte == 32 || (byte >= 9 && byte <= 13) { position += 1 }
        let start = position
        guard let first = peek() else { return PredicateToken(kind: .end, start: start, end: start) }
        let kind: PredicateToken.Kind
        switch first {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 128...:
            kind = try readWord()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = try readNumber()
        case UInt8(ascii: "'"), UInt8(ascii: "\""): kind = try readQuoted(first, as: .string)
        case UInt8(ascii: "`"): kind = try readQuoted(first, as: .quotedName)
        case UInt8(ascii: "#"): kind = try readObject()
        case UInt8(ascii: "%"): kind = try readFormat()
        case UInt8(ascii: "$"): kind = try readDollar()
        default: kind = try readSign(first)
        }
        return PredicateToken(kind: kind, start: start, end: position)
    }

    func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    func fault(_ message: String, at offset: Int) -> PredicateFault { PredicateFault(message, at: offset, of: bytes) }

    func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

    private mutating func readWord() throws(PredicateFault) -> PredicateToken.Kind {
        let start = position
        while let byte = peek(), byte.isNameByte { position += 1 }
        let length = position - start
        // T1234:5678, seconds and nanoseconds since 1970; T-5:0 begins with a letter and a sign.
        if bytes[start] == UInt8(ascii: "T"), let kind = try readTimestamp(start) { return kind }
        if length == 3, let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            bytes[start] | 0x20 == UInt8(ascii: "b"), bytes[start + 1] == UInt8(ascii: "6"),
            bytes[start + 2] == UInt8(ascii: "4")
        {
            return try readQuoted(quote, as: .bytes)
        }
        return .word(PredicateKeyword.of(bytes[start..<position]))
    }

    private mutating func readTimestamp(_ start: Int) throws(PredicateFault) -> PredicateToken.Kind? {
        let end = position
        if end == start + 1, peek() == UInt8(ascii: "-") { position += 1 } else { position = start + 1 }
        let digits = skipDigits()
        guard digits > 0, peek() == UInt8(ascii: ":") else {
            position = end
            return nil
        }
        position += 1
        if peek() == UInt8(ascii: "-") { position += 1 }
        guard skipDigits() > 0 else {
            throw fault("expected nanoseconds after ':'", at: position)
        }
        return .timestamp
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = peek(), byte.isDigit { position += 1 }
        return position - start
    }

    private mutating func readNumber() throws(PredicateFault) -> PredicateToken.Kind {
        let start = position
        if bytes[start] == UInt8(ascii: "0"), let mark = peek(1), mark | 0x20 == UInt8(ascii: "x") {
            position += 2
            while let byte = peek(), byte.isDigit || byte.isHexadecimalLetter { position += 1 }
            try endNumber(start)
            return .hexadecimal
        }
        let digits = skipDigits()
        if digits == 4, peek() == UInt8(ascii: "-"), let kind = readDate() { return kind }
        var kind = PredicateToken.Kind.integer
        if peek() == UInt8(ascii: "."), peek(1)?.isDigit == true {
            kind = .real
            position += 1
            _ = skipDigits()
        }
        if let mark = peek(), mark | 0x20 == UInt8(ascii: "e") {
            let signs = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+") ? 1 : 0
            if peek(1 + signs)?.isDigit == true {
                kind = .real
                position += 1 + signs
                _ = skipDigits()
            }
        }
        try endNumber(start)
        return kind
    }

    /// Refuses what goes on like a number and is none.
    private mutating func endNumber(_ start: Int) throws(PredicateFault) {
        let end = position
        while let byte = peek(), byte.isNameByte || byte == UInt8(ascii: ".") { position += 1 }
        if position > end || end - start == 2 && bytes[start + 1] | 0x20 == UInt8(ascii: "x") {
            throw fault("'\(text(start, position))' is no number", at: start)
        }
    }

    /// 2001-12-31@23:59:59 and the same with nanoseconds after another colon.
    private mutating func readDate() -> PredicateToken.Kind? {
        let start = position
        for _ in 0..<2 {
            guard peek() == UInt8(ascii: "-") else { break }
            position += 1
            _ = skipDigits()
        }
        guard peek() == UInt8(ascii: "@") else {
            position = start
            return nil
        }
        position += 1
        while let byte = peek(), byte.isDigit || byte == UInt8(ascii: ":") { position += 1 }
        return .date
    }

    private mutating func readObject() throws(PredicateFault) -> PredicateToken.Kind {
        let start = position
        position += 1
        if peek() == UInt8(ascii: "-") { position += 1 }
        guard skipDigits() > 0 else { throw fault("'#' stands before the number of an object", at: start) }
        return .object
    }

    /// `%@`, `%K`, and the letters that C has for numbers, which take an argument of any type here.
    private mutating func readFormat() throws(PredicateFault) -> PredicateToken.Kind {
        let start = position
        position += 1
        while let byte = peek(), [UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "q")].contains(byte) {
            position += 1
        }
        guard let byte = peek() else { throw fault("expected '@' or 'K' after '%' but found the end", at: start) }
        position += 1
        if byte == UInt8(ascii: "K") { return .nextKeyPath }
        if "@diufeg".utf8.contains(byte) { return .nextArgument }
        throw fault("expected '@' or 'K' after '%'", at: start)
    }

    private mutating func readDollar() throws(PredicateFault) -> PredicateToken.Kind {
        let start = position
        position += 1
        let isKeyPath = peek() == UInt8(ascii: "K") && peek(1)?.isDigit == true
        if isKeyPath { position += 1 }
        let digits = position
        if skipDigits() > 0 {
            guard position - digits < 10, let number = Int(text(digits, position)) else {
                throw fault("there is no argument with such a number", at: start)
            }
            return isKeyPath ? .keyPathArgument(number) : .argument(number)
        }
        while let byte = peek(), byte.isNameByte { position += 1 }
        guard position > start + 1 else { throw fault("expected a number or a name after '$'", at: start) }
        return .variable
    }

    private mutating func readQuoted(
        _ quote: UInt8, as kind: PredicateToken.Kind
    ) throws(PredicateFault) -> PredicateToken.Kind {
        let start = position
        position += 1
        while let byte = peek() {
            position += 1
            if byte == quote { return kind }
            if byte == UInt8(ascii: "\\"), peek() != nil { position += 1 }
        }
        throw fault("the text that begins with \(Character(UnicodeScalar(quote))) has no end", at: start)
    }

    private mutating func readSign(_ first: UInt8) throws(PredicateFault) -> PredicateToken.Kind {
        position += 1
        let second = peek()
        func pair(_ sign: UInt8) -> Bool { second == sign }
        let (equals, less, greater) = (UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"))
        let found: (PredicateToken.Kind, isPair: Bool)? =
            switch first {
            case equals where pair(equals): (.comparison(.equal), true)
            case equals where pair(less): (.comparison(.lessOrEqual), true)
            case equals where pair(greater): (.comparison(.greaterOrEqual), true)
            case equals: (.comparison(.equal), false)
            case less where pair(equals): (.comparison(.lessOrEqual), true)
            case less where pair(greater): (.comparison(.notEqual), true)
            case less: (.comparison(.less), false)
            case greater where pair(equals): (.comparison(.greaterOrEqual), true)
            case greater: (.comparison(.greater), false)
            case UInt8(ascii: "!") where pair(equals): (.comparison(.notEqual), true)
            case UInt8(ascii: "!"): (.not, false)
            case UInt8(ascii: "&") where pair(first): (.and, true)
            case UInt8(ascii: "|") where pair(first): (.or, true)
            default: Self.singles[first].map { ($0, false) }
            }
        guard let (kind, isPair) = found else {
            let length = (1...4).first {
                String(validating: bytes[(position - 1)..<min(position - 1 + $0, bytes.count)], as: UTF8.self) != nil
            }
            throw fault("'\(text(position - 1, position - 1 + (length ?? 1)))' means nothing here", at: position - 1)
        }
        if isPair { position += 1 }
        return kind
    }

    private static let singles: [UInt8: PredicateToken.Kind] = [
        UInt8(ascii: "+"): .plus, UInt8(ascii: "-"): .minus, UInt8(ascii: "*"): .times, UInt8(ascii: "/"): .divide,
        UInt8(ascii: "."): .dot, UInt8(ascii: ","): .comma, UInt8(ascii: "@"): .at,
        UInt8(ascii: "("): .open(.parenthesis), UInt8(ascii: ")"): .close(.parenthesis),
        UInt8(ascii: "{"): .open(.brace), UInt8(ascii: "}"): .close(.brace),
        UInt8(ascii: "["): .open(.square), UInt8(ascii: "]"): .close(.square),
    ]
}

extension UInt8 {
    /// Letters, digits and the underscore; whatever is not ASCII counts as a letter.
    var isNameByte: Bool {
        isDigit || self == UInt8(ascii: "_") || self >= 128 || (self | 0x20 >= 97 && self | 0x20 <= 122)
    }

    var isDigit: Bool { self >= 48 && self <= 57 }
    var isHexadecimalLetter: Bool { self | 0x20 >= 97 && self | 0x20 <= 102 }
}
