extension PredicateParser {
    /// Two sides and the sign between them.
    func compare(
        _ left: PredicateTerm, _ sign: PredicateSign, _ options: Filter.TextOptions, _ right: PredicateTerm,
        _ start: PredicateToken, _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        switch (left, right) {
        case (.place(let walk), .value(let value, let quantifier)):
            return try each(value, quantifier, token) { (value) throws(PredicateFault) in
                try compare(walk, sign, options, value, token)
            }
        case (.value(let value, let quantifier), .place(let walk)):
            return try each(value, quantifier, start) { (value) throws(PredicateFault) in
                try compare(value, sign, options, walk, start)
            }
        case (.place(let one), .place(let two)): return try compare(one, sign, options, two, token)
        case (.value(let one, let quantifier), .value(let two, nil)):
            return try each(one, quantifier, start) { (one) throws(PredicateFault) in
                try constants(one, sign, options, two, start)
            }
        default: throw fault("a condition cannot be compared with something", token)
        }
    }

    /// A condition on each value of a list of which some, all or none have to hold.
    private func each(
        _ value: PredicateValue, _ quantifier: Filter.Quantifier?, _ token: PredicateToken,
        _ test: (PredicateValue) throws(PredicateFault) -> Filter
    ) throws(PredicateFault) -> Filter {
        guard case .list(let values) = value else {
            guard quantifier == nil else { throw fault("ANY, ALL and NONE stand before paths and lists", token) }
            return try test(value)
        }
        guard let quantifier else {
            throw fault("a list is compared with IN, or stands behind ANY, ALL or NONE", token)
        }
        var tests: [Filter] = []
        for value in values { tests.append(try test(value)) }
        switch quantifier {
        case .any: return Filter.simplest(any: tests)
        case .all: return tests.count == 1 ? tests[0] : .joined(all: tests)
        case .none: return Filter.simplest(any: tests).negated
        }
    }

    private func compare(
        _ walk: PredicateWalk, _ sign: PredicateSign, _ options: Filter.TextOptions, _ value: PredicateValue,
        _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        let walk = try single(walk)
        let quantity = try quantity(of: walk)
        let place = walk.place
        switch sign {
        case .comparison(let comparison):
            if !options.isEmpty {
                guard comparison == .equal || comparison == .notEqual else {
                    throw fault("\(options.suffix) goes with ==, !=, IN and searches in text", walk)
                }
                if value == .null { break }
                let text = try text(value, sign, options, walk, token)
                if comparison == .equal { return place.search(.equal, text, options, quantity) }
                return place.searchFailing(.equal, text, options, quantity)
            }
            if comparison != .equal && comparison != .notEqual {
                guard place.kind != .link else {
                    throw fault("links can only be compared with == and !=", walk)
                }
                // A nil among the arguments comes with the data, and finds nothing.
                guard token.kind != .word(.null) else { throw fault("nil can only be compared with == and !=", token) }
            }
            return try equate(walk, comparison, value, quantity, token)
        case .search(let operation):
            if operation == .like, options.contains(.diacriticInsensitive) {
                throw fault("LIKE does not overlook marks; use LIKE[c]", walk)
            }
            let text = try text(value, sign, options, walk, token)
            return place.search(operation, text, options, quantity)
        case .isIn, .between, .fullText: break
        }
        guard case .comparison(let comparison) = sign else { throw fault("\(sign.words) takes no nil", token) }
        return place.compare(comparison, .null, quantity)
    }

    /// Equality and order, with objects that are named by their keys too.
    private func equate(
        _ walk: PredicateWalk, _ comparison: Filter.Comparison, _ value: PredicateValue,
        _ quantity: Filter.Quantifier, _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        if case .keyed(let name, let key) = value {
            guard walk.place.kind == .link, let target = walk.target, target.name == name else {
                throw mismatch(value, walk, token)
            }
            return try equate(walk, comparison, target, key, quantity, token)
        }
        return walk.place.compare(comparison, try stored(value, walk, token), quantity)
    }

    private func equate(
        _ walk: PredicateWalk, _ comparison: Filter.Comparison, _ target: Table, _ key: PredicateValue,
        _ quantity: Filter.Quantifier, _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        guard let column = target.primaryKey else {
            throw fault("\(target.name) has no primary key; name its object by number, such as #5", token)
        }
        guard let value = key.stored(for: target.columns[column].kind) else {
            throw fault(
                "\(key) is no primary key of \(target.name), which has the kind "
                    + "\(target.columns[column].kind.name)", token)
        }
        if target.hasIntegerKey, case .integer(let number) = value {
            return walk.place.compare(comparison, .link(ObjectKey(number)), quantity)
        }
        var walk = walk
        _ = walk.enter()
        let end = FilterPlace(walk.place.hops, .column(column), kind: target.columns[column].kind)
        return end.compare(comparison, value, quantity)
    }

    /// The value in the form of what it is compared with.
    func stored(
        _ value: PredicateValue, _ walk: PredicateWalk, _ token: PredicateToken
    ) throws(PredicateFault) -> StoredValue {
        if case .object(_, let table?) = value, let target = walk.target, target.id != table {
            throw mismatch(value, walk, token)
        }
        guard let kind = walk.place.kind, let stored = value.stored(for: kind) else {
            throw mismatch(value, walk, token)
        }
        if case .kind = walk.place.end, MixedKind.named(stored).isEmpty {
            let known = MixedKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("@type is one of \(known), numeric, collection; not \(value)", token)
        }
        return stored
    }

    private func mismatch(
        _ value: PredicateValue, _ walk: PredicateWalk, _ token: PredicateToken
    ) -> PredicateFault {
        let kind = walk.place.kind
        let wanted = kind?.wantedInPredicates ?? "an aggregate"
        let leads = kind == .link ? walk.target.map { ", an object of \($0.name)" } ?? "" : ""
        return fault("'\(name(walk))' (\(kind?.name ?? "many")) takes \(wanted)\(leads), not \(value)", token)
    }

    private func text(
        _ value: PredicateValue, _ sign: PredicateSign, _ options: Filter.TextOptions, _ walk: PredicateWalk,
        _ token: PredicateToken
    ) throws(PredicateFault) -> String {
        guard case .string(let text) = value, walk.place.kind == .string || walk.place.kind == .any else {
            let kind = walk.place.kind?.name ?? "many"
            throw fault(
                "\(sign.words)\(options.suffix) compares text with text, and '\(name(walk))' is \(kind)", walk)
        }
        return text
    }

    /// A value on the left of a place.
    private func compare(
        _ value: PredicateValue, _ sign: PredicateSign, _ options: Filter.TextOptions, _ walk: PredicateWalk,
        _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        switch sign {
        case .comparison(let comparison):
            return try compare(walk, .comparison(comparison.exchanged), options, value, token)
        case .search(let operation):
            let walk = try single(walk)
            let text = try text(value, sign, options, walk, token)
            let (many, operand) = walk.place.operand
            let found = Filter.search(.constant(.string(text)), operation, operand, options)
            return FilterPlace(many).quantified(try quantity(of: walk), found)
        case .isIn, .between, .fullText: throw fault("expected the name of a property", token)
        }
    }

    private func compare(
        _ one: PredicateWalk, _ sign: PredicateSign, _ options: Filter.TextOptions, _ two: PredicateWalk,
        _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        let (one, two) = (try single(one), try single(two))
        // A quantifier stands on the side that leads to many; the other side may lead to one only.
        let (left, right) = (try quantity(of: one), try quantity(of: two))
        let quantity = one.place.isMany ? left : right
        let filter: Filter?
        switch sign {
        case .comparison(let comparison):
            guard one.place.kind.comparesWith(two.place.kind) else {
                let kinds = "\(one.place.kind?.name ?? "") and \(two.place.kind?.name ?? "")"
                throw fault("'\(name(one))' and '\(name(two))' cannot be compared: they are \(kinds)", token)
            }
            guard options.isEmpty else {
                filter = one.place.search(.equal, two.place, options, quantity)
                guard comparison == .equal, let filter else {
                    throw fault("\(options.suffix) goes with == and searches in text here", token)
                }
                return filter
            }
            filter = one.place.compare(comparison, two.place, quantity)
        case .search(let operation): filter = one.place.search(operation, two.place, options, quantity)
        case .isIn, .between, .fullText: filter = nil
        }
        guard let filter else {
            throw fault(
                "'\(name(one))' and '\(name(two))' lead to different objects; compare inside SUBQUERY, or with @min "
                    + "and @max", token)
        }
        return filter
    }

    /// Two values that depend on no object.
    private func constants(
        _ one: PredicateValue, _ sign: PredicateSign, _ options: Filter.TextOptions, _ two: PredicateValue,
        _ token: PredicateToken
    ) throws(PredicateFault) -> Filter {
        guard case .comparison(let comparison) = sign, options.isEmpty, let a = one.generic, let b = two.generic else {
            throw fault("expected the name of a property on one side of \(sign.words)", token)
        }
        return .constant(a.satisfies(comparison, b))
    }

    // MARK: What leads to many

    /// The way gone on into the elements, so that they are compared one by one.
    func single(_ walk: PredicateWalk) throws(PredicateFault) -> PredicateWalk {
        guard case .relation = walk.place.end else { return walk }
        var walk = walk
        _ = walk.enter()
        return walk
    }

    /// Of how many a condition on the place holds.
    func quantity(of walk: PredicateWalk) throws(PredicateFault) -> Filter.Quantifier {
        if walk.place.isMany {
            if let quantifier = walk.quantifier { return quantifier }
            throw fault(
                "'\(name(walk))' leads to many; say ANY, ALL or NONE before it, or use an aggregate such as @count",
                walk)
        }
        if let quantifier = walk.quantifier {
            throw fault(
                "\(quantifier.rawValue) stands before what leads to many, and '\(name(walk))' is one value", walk)
        }
        return .any
    }

    func fault(_ message: String, _ walk: PredicateWalk) -> PredicateFault { fault(message, at: walk.start) }

    /// The way as it was written.
    func name(_ walk: PredicateWalk) -> String { text(from: walk.start, to: walk.end) }
}

extension Filter {
    /// Any of the filters; the only one by itself.
    static func simplest(any filters: [Filter]) -> Filter {
        if filters.contains(.constant(true)) { return .constant(true) }
        let rest = filters.filter { $0 != .constant(false) }
        return rest.count == 1 ? rest[0] : rest.isEmpty ? .constant(false) : .joined(any: rest)
    }
}

extension ValueKind? {
    /// Whether values of two kinds can be compared with each other.
    fileprivate func comparesWith(_ other: ValueKind?) -> Bool {
        guard let self, let other else { return false }
        func isNumber(_ kind: ValueKind) -> Bool { kind.isInteger || kind == .float || kind == .double }
        return self == other || self == .any || other == .any || (isNumber(self) && isNumber(other))
    }
}
