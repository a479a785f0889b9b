extension PredicateParser {
    /// Terms added and subtracted. `isList` says that parentheses may hold a list.
    mutating func sum(isList: Bool = false) throws(PredicateFault) -> PredicateTerm {
        var term = try product(isList: isList)
        var count = 0
        while let sign = additive {
            count += 1
            guard count <= Self.longestChain else { throw fault("there are too many signs in one expression", current) }
            let token = current
            try advance()
            term = try combine(term, sign, product(isList: false), token)
        }
        return term
    }

    private var additive: Filter.Arithmetic? {
        switch current.kind {
        case .plus: .add
        case .minus: .subtract
        default: nil
        }
    }

    private mutating func product(isList: Bool) throws(PredicateFault) -> PredicateTerm {
        var term = try operand(isList: isList)
        var count = 0
        while current.kind == .times || current.kind == .divide {
            count += 1
            guard count <= Self.longestChain else { throw fault("there are too many signs in one expression", current) }
            let token = current
            try advance()
            let sign: Filter.Arithmetic = token.kind == .times ? .multiply : .divide
            term = try combine(term, sign, operand(isList: false), token)
        }
        return term
    }

    private mutating func operand(isList: Bool) throws(PredicateFault) -> PredicateTerm {
        if isAtKeyPathArgument { return .place(try path()) }
        if let value = try argument() { return .value(value, nil) }
        if let value = try literal() { return .value(value, nil) }
        switch current.kind {
        case .minus:
            let token = current
            try advance()
            return try nested { (parser) throws(PredicateFault) in
                try parser.negative(parser.operand(isList: false), token)
            }
        case .plus:
            try advance()
            return try nested { (parser) throws(PredicateFault) in try parser.operand(isList: false) }
        case .open(.parenthesis) where !isList:
            return try nested { (parser) throws(PredicateFault) in
                try parser.advance()
                let inner = try parser.condition()
                try parser.expect(.close(.parenthesis), "')'")
                return inner
            }
        case .open(let bracket): return .value(.list(try list(bracket)), nil)
        case .word(let keyword?):
            if let quantifier = try quantifier(keyword) { return try quantified(quantifier) }
            if keyword == .always || keyword == .never {
                try advance()
                return .condition(.constant(keyword == .always))
            }
            if keyword == .subquery, try following() == .open(.parenthesis) { return .place(try subquery()) }
        default: break
        }
        return .place(try path())
    }

    /// The quantifier that a word is, unless it is the name of a property.
    private func quantifier(_ keyword: PredicateKeyword) throws(PredicateFault) -> Filter.Quantifier? {
        let quantifier: Filter.Quantifier
        switch keyword {
        case .any: quantifier = .any
        case .all: quantifier = .all
        case .none: quantifier = .none
        default: return nil
        }
        switch try following() {
        case .word(let keyword?): return keyword.isOperator ? nil : quantifier
        case .word(nil), .quotedName, .open(.brace), .open(.parenthesis), .nextArgument, .argument, .nextKeyPath,
            .keyPathArgument, .variable, .at:
            return quantifier
        default: return nil
        }
    }

    private mutating func quantified(_ quantifier: Filter.Quantifier) throws(PredicateFault) -> PredicateTerm {
        let start = current
        try advance()
        switch try operand(isList: true) {
        case .value(let value, nil):
            guard case .list = value else {
                throw fault("\(quantifier.rawValue) stands before a path or a list", start)
            }
            return .value(value, quantifier)
        case .place(var walk):
            walk.quantifier = quantifier
            return .place(walk)
        case .condition, .value: throw fault("\(quantifier.rawValue) stands before a path or a list", start)
        }
    }

    // MARK: Arithmetic

    private func negative(_ term: PredicateTerm, _ token: PredicateToken) throws(PredicateFault) -> PredicateTerm {
        switch term {
        case .value(.integer(let value), nil):
            let (result, overflow) = Int64(0).subtractingReportingOverflow(value)
            if !overflow { return .value(.integer(result), nil) }
        case .value(.real(let value, let digits), nil):
            // The magnitude of the smallest integer is none by itself.
            if digits == Self.smallestInteger { return .value(.integer(.min), nil) }
            return .value(.real(-value, digits: digits.map { "-" + $0 }), nil)
        default: break
        }
        return try combine(.value(.integer(0), nil), .subtract, term, token)
    }

    /// The digits of the integer that has no positive counterpart.
    static let smallestInteger = "9223372036854775808"

    private func combine(
        _ left: PredicateTerm, _ sign: Filter.Arithmetic, _ right: PredicateTerm, _ token: PredicateToken
    ) throws(PredicateFault) -> PredicateTerm {
        let (one, two) = (try number(left, sign, token), try number(right, sign, token))
        guard one.many == two.many || one.isConstant || two.isConstant else {
            throw fault("'\(sign.rawValue)' stands between two values of one object", token)
        }
        let isInteger = one.kind.isInteger && two.kind.isInteger
        let isDecimal = one.kind == .decimal || two.kind == .decimal
        var walk = one.walk ?? two.walk ?? PredicateWalk(place: FilterPlace(), start: token.start, end: token.end)
        walk.place = FilterPlace(
            one.isConstant ? two.many : one.many, .computed(.arithmetic(one.operand, sign, two.operand)),
            kind: isInteger ? .int64 : isDecimal ? .decimal : .double)
        walk.quantifier = one.walk?.quantifier ?? two.walk?.quantifier
        walk.start = min(one.walk?.start ?? token.start, two.walk?.start ?? token.start)
        walk.end = max(one.walk?.end ?? token.end, two.walk?.end ?? token.end)
        return .place(walk)
    }

    private struct Number {
        var many: [Filter.Relation] = []
        let operand: Filter.Operand
        let kind: ValueKind
        var walk: PredicateWalk?
        var isConstant: Bool { walk == nil }
    }

    private func number(
        _ term: PredicateTerm, _ sign: Filter.Arithmetic, _ token: PredicateToken
    ) throws(PredicateFault) -> Number {
        switch term {
        case .value(.integer(let value), nil): return Number(operand: .constant(.integer(value)), kind: .int64)
        case .value(.real(let value, _), nil): return Number(operand: .constant(.double(value)), kind: .double)
        case .value(.decimal(let bytes), nil): return Number(operand: .constant(.bytes(bytes)), kind: .decimal)
        case .place(let walk):
            let walk = try single(walk)
            let kind = walk.place.kind ?? .link
            guard kind.isInteger || kind == .float || kind == .double || kind == .decimal || kind == .any else {
                throw fault("'\(sign.rawValue)' takes numbers, and '\(name(walk))' is \(kind.name)", token)
            }
            let (many, operand) = walk.place.operand
            return Number(many: many, operand: operand, kind: kind, walk: walk)
        case .value, .condition: throw fault("'\(sign.rawValue)' takes numbers", token)
        }
    }
}

extension PredicateKeyword {
    /// Whether the word stands behind what it belongs to, so that a name comes before it.
    fileprivate var isOperator: Bool {
        switch self {
        case .and, .or, .not, .isIn, .between, .contains, .beginsWith, .endsWith, .like, .text: true
        default: false
        }
    }
}
