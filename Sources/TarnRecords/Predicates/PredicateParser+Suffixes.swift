extension PredicateParser {
    /// Whether SORT, DISTINCT or LIMIT comes, and not a property that is called so.
    var isAtSuffix: Bool {
        switch current.kind {
        case .word(.sort), .word(.distinct), .word(.limit): (try? following()) == .open(.parenthesis)
        default: false
        }
    }

    /// One suffix.
    mutating func suffix() throws(PredicateFault) -> RecordQuery.Step {
        let kind = current.kind
        try advance()
        try expect(.open(.parenthesis), "'('")
        let step: RecordQuery.Step
        switch kind {
        case .word(.sort):
            var keys: [SortKey] = []
            repeat {
                let path = try sortPath(ascending: true)
                let isDescending = try accept(.descending)
                if !isDescending { _ = try accept(.ascending) }
                keys.append(
                    SortKey(path: path.path, column: path.column, ascending: !isDescending, collation: path.collation))
            } while try accept(.comma)
            step = .sort(keys)
        case .word(.distinct):
            var columns: [Int] = []
            repeat {
                let start = current
                let path = try sortPath(ascending: true)
                guard path.path.isEmpty else {
                    throw fault("DISTINCT looks at properties of the objects themselves", start)
                }
                columns.append(path.column)
            } while try accept(.comma)
            step = .distinct(columns)
        default:
            let start = current
            guard case .integer(let number)? = try argumentOrLiteral(), number >= 0, number <= Int64(Int32.max)
            else { throw fault("expected the greatest number of objects", start) }
            step = .limit(count: Int(number), offset: 0)
        }
        try expect(.close(.parenthesis), "',' or ')'")
        return step
    }

    /// A path over to-one links to a value that has an order.
    mutating func sortPath(ascending: Bool) throws(PredicateFault) -> SortKey {
        let start = current
        let walk = try path()
        var links: [Int] = []
        for hop in walk.place.hops {
            guard case .link(let column) = hop else {
                throw fault("'\(name(walk))' leads through many, which have no one order", start)
            }
            links.append(column)
        }
        guard case .column(let column) = walk.place.end, walk.place.kind != .link else {
            let what = walk.place.kind == .link ? "a link" : "no property with an order"
            throw fault("'\(name(walk))' is \(what); name a property behind it", start)
        }
        return SortKey(path: links, column: column, ascending: ascending)
    }
}
