extension PredicateParser {
    /// `@count` and the like behind a path; the sign is looked at.
    mutating func operate(_ walk: inout PredicateWalk) throws(PredicateFault) {
        let sign = current
        try advance()
        let token = current
        guard case .word = token.kind, token.start == sign.end else { throw expected(Self.operators) }
        if text(token) == "links" {
            try advance()
            return try links(&walk)
        }
        try operate(text(token), token, &walk)
        try advance()
    }

    private static let operators = "@count, @min, @max, @sum, @avg, @keys, @values, @links or @type"

    /// One operator by its name.
    func operate(_ name: String, _ token: PredicateToken, _ walk: inout PredicateWalk) throws(PredicateFault) {
        switch name {
        case "count", "size": try count(token, &walk)
        case "min": try aggregate(.min, token, &walk)
        case "max": try aggregate(.max, token, &walk)
        case "sum": try aggregate(.sum, token, &walk)
        case "avg", "average": try aggregate(.average, token, &walk)
        case "keys", "values":
            guard walk.collection == .map, walk.enter() else {
                throw fault("@\(name) stands behind a map", token)
            }
            if name == "keys" {
                (walk.place.end, walk.place.kind, walk.target) = (.column(1), .string, nil)
            }
        case "type":
            walk = try single(walk)
            guard case .column(let column) = walk.place.end, walk.place.kind == .any else {
                throw fault("@type stands behind a value of any kind", token)
            }
            (walk.place.end, walk.place.kind, walk.target) = (.kind(column: column), .string, nil)
        default: throw fault("expected \(Self.operators) but found '@\(name)'", token)
        }
        walk.end = token.end
    }

    private func count(_ token: PredicateToken, _ walk: inout PredicateWalk) throws(PredicateFault) {
        switch walk.place.end {
        case .relation(let relation): walk.place.end = .count(relation, nil)
        case .column(let column) where walk.place.kind == .link && walk.target != nil:
            walk.place.end = .count(.link(column: column), nil)
        default: throw fault("@\(text(token)) stands behind what leads to many", token)
        }
        (walk.place.kind, walk.target) = (.int64, nil)
    }

    /// Behind a collection of values; behind one of objects, where the property follows; and behind such a property.
    private func aggregate(
        _ aggregate: Filter.Aggregate, _ token: PredicateToken, _ walk: inout PredicateWalk
    ) throws(PredicateFault) {
        switch walk.place.end {
        case .relation(let relation) where walk.target != nil:
            walk.place.end = .aggregate(relation, aggregate, column: -1)
        case .relation(let relation):
            try aggregateEnd(relation, aggregate, 0, walk.element ?? .link, token, &walk)
        case .column(let column) where walk.place.hops.last?.isLink == false:
            let relation = walk.place.hops.removeLast()
            try aggregateEnd(relation, aggregate, column, walk.place.kind ?? .link, token, &walk)
        default: throw fault("\(aggregate.rawValue) stands behind what leads to many", token)
        }
    }

    /// `@links.Class.property`: the objects of a class that link to this one.
    private mutating func links(_ walk: inout PredicateWalk) throws(PredicateFault) {
        guard walk.enter(), walk.place.end == .object, let table = walk.target else {
            throw fault("@links stands behind an object", walk)
        }
        try expect(.dot, "'.' and the name of a class")
        let type = current
        guard case .word = type.kind, let source = schema.catalogue.table(named: text(type)) else {
            throw fault("the file has no class '\(text(type))'", type)
        }
        try advance()
        try expect(.dot, "'.' and the name of a property")
        let token = current
        let name = token.kind == .quotedName ? unquoted(token) : text(token)
        guard case .column(let column)? = schema.property(name, of: source) else {
            throw fault(schema.unknown(name, of: source), token)
        }
        guard source.columns[column].isRelation, source.columns[column].linkTarget.map({ $0 == table.id }) ?? true
        else { throw fault("\(source.name).\(name) does not lead to \(table.name)", token) }
        walk.arrive(.inverse(table: source.id, column: column), of: table, schema)
        try advance()
        walk.end = token.end
    }

    /// `[3]`, `[FIRST]`, `[LAST]`, `[SIZE]`, `[*]` behind a list and `['key']` behind a map.
    mutating func pick(_ walk: inout PredicateWalk) throws(PredicateFault) {
        try advance()
        let token = current
        let step: Filter.Step?
        var wantsMap = false
        if current.kind == .times || current.kind == .word(.size) {
            step = nil
            try advance()
        } else if current.kind == .word(.first) || current.kind == .word(.last) {
            step = current.kind == .word(.first) ? .first : .last
            try advance()
        } else {
            switch try argumentOrLiteral() {
            case .integer(let number)? where number >= 0 && number <= Int64(Int32.max): step = .index(Int(number))
            case .string(let key)?: (step, wantsMap) = (.key(key), true)
            default: throw fault("expected a place such as 0, FIRST, LAST, SIZE or *, or a key in quotes", token)
            }
        }
        let close = current
        try expect(.close(.square), "']'")
        try pick(step, token, wantsMap, &walk)
        walk.end = close.end
    }

    private func pick(
        _ step: Filter.Step?, _ token: PredicateToken, _ wantsMap: Bool, _ walk: inout PredicateWalk
    ) throws(PredicateFault) {
        if walk.place.kind == .any, let step, case .path(let steps) = walk.place.operand.1 {
            // The way to a value of any kind is computed as a whole: what is inside has no column.
            walk.place = FilterPlace(walk.place.operand.many, .computed(.path(steps + [step])), kind: .any)
            walk.target = nil
            return
        }
        guard case .relation(let relation) = walk.place.end, let collection = walk.collection else {
            throw fault("'[' stands behind a list or a map", token)
        }
        guard wantsMap == (collection == .map) || step == nil else {
            throw fault(wantsMap ? "a key stands behind a map" : "a place stands behind a list", token)
        }
        guard let step else {
            guard token.kind == .times else { return try count(token, &walk) }
            walk.quantifier = walk.quantifier ?? .any
            return
        }
        guard case .elements(let column) = relation, collection != .set else {
            throw fault("'[' stands behind a list or a map; the elements of others have no place", token)
        }
        walk.place.end = .computed(.path([.column(column), step]))
        walk.place.kind = walk.target != nil ? .link : walk.element
        walk.collection = nil
    }

    /// `SUBQUERY(path, $x, condition).@count`
    mutating func subquery() throws(PredicateFault) -> PredicateWalk {
        let start = current
        try advance()
        try expect(.open(.parenthesis), "'('")
        var walk = try path()
        guard case .relation(let relation) = walk.place.end else {
            throw fault("'\(name(walk))' does not lead to many, which SUBQUERY counts", walk)
        }
        try expect(.comma, "','")
        guard current.kind == .variable else { throw expected("a variable such as $x") }
        let outer = scope
        scope = PredicateScope(table: walk.target, element: walk.element, variable: text(current))
        try advance()
        try expect(.comma, "','")
        let filter = try nested { (parser) throws(PredicateFault) in
            try parser.condition().filter(&parser)
        }
        scope = outer
        try expect(.close(.parenthesis), "')'")
        try expect(.dot, "'.@count'")
        let sign = current
        try expect(.at, "'@count'")
        guard ["count", "size"].contains(text(current)) else {
            throw fault("SUBQUERY is only followed by .@count", sign)
        }
        walk.place.end = .count(relation, filter)
        walk.place.kind = .int64
        walk.target = nil
        walk.start = start.start
        walk.end = current.end
        try advance()
        return walk
    }
}
