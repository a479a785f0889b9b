extension PredicateParser {
    /// Conditions of which one holds.
    mutating func condition() throws(PredicateFault) -> PredicateTerm {
        let first = try conjunction()
        guard isAt(.or, .or) else { return first }
        var parts = [try first.filter(&self)]
        while isAt(.or, .or) {
            try advance()
            parts.append(try conjunction().filter(&self))
        }
        return .condition(.joined(any: parts))
    }

    private mutating func conjunction() throws(PredicateFault) -> PredicateTerm {
        let first = try negation()
        guard isAt(.and, .and) else { return first }
        var parts = [try first.filter(&self)]
        while isAt(.and, .and) {
            try advance()
            parts.append(try negation().filter(&self))
        }
        return .condition(.joined(all: parts))
    }

    private mutating func negation() throws(PredicateFault) -> PredicateTerm {
        guard isAt(.not, .not) else { return try relation() }
        try advance()
        return .condition(
            try nested { (parser) throws(PredicateFault) in try parser.negation().filter(&parser).negated })
    }

    /// Whether a connective comes, as a sign or as a word.
    private func isAt(_ sign: PredicateToken.Kind, _ word: PredicateKeyword) -> Bool {
        current.kind == sign || current.kind == .word(word)
    }

    /// One comparison, or what may be a condition by itself.
    private mutating func relation() throws(PredicateFault) -> PredicateTerm {
        let start = current
        let left = try sum()
        guard let sign = try comparisonSign() else { return left }
        if case .condition = left { throw fault("a condition cannot be compared with something", start) }
        switch sign {
        case .isIn(let isNegated):
            let options = try textOptions()
            let token = current
            let right = try sum(isList: true)
            let found = try isIn(left, right, options, start, token)
            return .condition(isNegated ? found.negated : found)
        case .between: return .condition(try between(left, start))
        case .fullText: return .condition(try fullText(left, start))
        case .comparison, .search:
            let options = try textOptions()
            let token = current
            let right = try sum()
            return .condition(try compare(left, sign, options, right, start, token))
        }
    }

    /// The sign of a comparison, if one comes.
    private mutating func comparisonSign() throws(PredicateFault) -> PredicateSign? {
        let sign: PredicateSign
        switch current.kind {
        case .comparison(let comparison): sign = .comparison(comparison)
        case .word(.contains): sign = .search(.contains)
        case .word(.beginsWith): sign = .search(.beginsWith)
        case .word(.endsWith): sign = .search(.endsWith)
        case .word(.like): sign = .search(.like)
        case .word(.text): sign = .fullText
        case .word(.between): sign = .between
        case .word(.isIn): sign = .isIn(isNegated: false)
        case .word(.not):
            try advance()
            guard current.kind == .word(.isIn) else { throw expected("IN") }
            sign = .isIn(isNegated: true)
        default: return nil
        }
        try advance()
        return sign
    }

    /// `[c]`, `[d]` or both behind a comparison.
    private mutating func textOptions() throws(PredicateFault) -> Filter.TextOptions {
        guard current.kind == .open(.square), case .word? = try? following() else { return [] }
        try advance()
        var options: Filter.TextOptions = []
        for letter in text(current).lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            default: throw expected("[c], [d] or [cd]")
            }
        }
        try advance()
        try expect(.close(.square), "']'")
        return options
    }

    /// The two bounds behind BETWEEN: `{a, b}`, a list as an argument, or `a AND b`.
    private mutating func between(_ left: PredicateTerm, _ start: PredicateToken) throws(PredicateFault) -> Filter {
        let token = current
        let first = try sum(isList: true)
        let (low, high): (PredicateTerm, PredicateTerm)
        if case .value(.list(let bounds), nil) = first {
            guard bounds.count == 2 else { throw fault("BETWEEN takes two values, not \(bounds.count)", token) }
            (low, high) = (.value(bounds[0], nil), .value(bounds[1], nil))
        } else {
            guard isAt(.and, .and) else { throw expected("AND and the upper bound") }
            try advance()
            (low, high) = (first, try sum())
        }
        return try between(left, low, high, start, token)
    }
}

/// What stands between the sides of a comparison.
enum PredicateSign {
    case comparison(Filter.Comparison)
    case search(Filter.TextOperation)
    case isIn(isNegated: Bool)
    case between
    case fullText

    var words: String {
        switch self {
        case .comparison(let comparison): comparison.rawValue
        case .search(let operation): operation.rawValue
        case .isIn: "IN"
        case .between: "BETWEEN"
        case .fullText: "TEXT"
        }
    }
}

extension Filter.Comparison {
    /// The same comparison with its sides exchanged: `5 < age` is `age > 5`.
    package var exchanged: Filter.Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
