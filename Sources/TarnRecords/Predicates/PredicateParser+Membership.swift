extension PredicateParser {
    /// `x IN list`, `x IN path` for values, and `ANY path IN list`.
    func isIn(
        _ left: PredicateTerm, _ right: PredicateTerm, _ options: Filter.TextOptions, _ start: PredicateToken,
        _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        switch (left, right) {
        case (.place(let walk), .value(.list(let values), nil)):
            return try isIn(walk, values, options, token)
        case (.value, .place(var walk)):
            let place = try single(walk).place
            guard place.isMany else { throw fault("'\(name(walk))' is one value and no list", walk) }
            walk.quantifier = walk.quantifier ?? .any
            return try compare(left, .comparison(.equal), options, .place(walk), start, token)
        case (.value(let value, let quantifier), .value(.list(let values), nil)):
            let found = PredicateTerm.value(.list(values), .any)
            guard case .list(let elements) = value else {
                return try compare(found, .comparison(.equal), options, left, token, start)
            }
            var tests: [Filter] = []
            for element in elements {
                let term = PredicateTerm.value(element, nil)
                tests.append(try compare(found, .comparison(.equal), options, term, token, start))
            }
            switch quantifier {
            case .any: return .simplest(any: tests)
            case .all: return .joined(all: tests)
            case .some(.none): return Filter.simplest(any: tests).negated
            case nil: throw fault("a list before IN stands behind ANY, ALL or NONE", start)
            }
        default: throw fault("expected a list such as {1, 2} or what leads to many", token)
        }
    }

    private func isIn(
        _ walk: PredicateWalk, _ values: [PredicateValue], _ options: Filter.TextOptions, _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        let walk = try single(walk)
        let quantity = try quantity(of: walk)
        var constants: [StoredValue] = []
        var isPlain = options.isEmpty
        for value in values {
            if case .keyed = value { isPlain = false } else { constants.append(try stored(value, walk, token)) }
        }
        if isPlain { return walk.place.isIn(constants, quantity) }
        guard !walk.place.isMany || quantity != .all else {
            throw fault("ALL with IN takes neither obj() nor \(options.suffix)", token)
        }
        // Of many: some element is one of the values, or none is.
        var test = walk
        if walk.place.isMany { test.quantifier = .any }
        var tests: [Filter] = []
        for value in values {
            tests.append(
                try compare(.place(test), .comparison(.equal), options, .value(value, nil), token, token))
        }
        let found = Filter.simplest(any: tests)
        return quantity == .none ? found.negated : found
    }

    /// Both bounds included.
    func between(
        _ left: PredicateTerm, _ low: PredicateTerm, _ high: PredicateTerm, _ start: PredicateToken,
        _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        guard case .place(let walk) = left else { throw fault("BETWEEN stands behind a property", start) }
        let place = try single(walk).place
        guard place.isMany, case .value(let low, nil) = low, case .value(let high, nil) = high else {
            return .joined(all: [
                try compare(left, .comparison(.greaterOrEqual), [], low, start, token),
                try compare(left, .comparison(.lessOrEqual), [], high, start, token),
            ])
        }
        // One and the same element lies between the two.
        let inner = try single(walk)
        let quantity = try quantity(of: inner)
        let end = FilterPlace([], place.end, kind: place.kind)
        let both = Filter.joined(all: [
            end.compare(.greaterOrEqual, try stored(low, inner, token), .any),
            end.compare(.lessOrEqual, try stored(high, inner, token), .any),
        ])
        return place.quantified(quantity, both)
    }

    /// A full-text search in a property with an index of words.
    mutating func fullText(_ left: PredicateTerm, _ start: PredicateToken) throws(PredicateFault) -> Filter {
        let token = current
        guard case .place(let walk) = left, case .value(.string(let search), nil) = try sum() else {
            throw fault("TEXT stands between a property and a text in quotes", token)
        }
        guard case .column(let column) = walk.place.end, let root = scope.table,
            let table = walk.place.table(from: root, schema.catalogue), table.columns[column].isFullText
        else {
            throw fault("'\(name(walk))' has no index of words, which TEXT needs", walk)
        }
        return walk.place.quantified(try quantity(of: walk), .fullText(column: column, TextSearch(search)))
    }
}
