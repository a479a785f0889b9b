extension RecordSession {
    /// The objects that a query begins with when it does not begin with a table; nil when it does.
    func members(_ query: RecordQuery) throws(RecordError) -> Membership? {
        switch query.source {
        case .table: return nil
        case .collection(let owner, let object, let column): return try elements(owner, object, column)
        case .inverse(let target, let table, let column):
            return .list(try sourceKeys(of: target, catalogue.tables[Int(table)], from: query.table, column: column))
        }
    }

    private func elements(_ owner: UInt16, _ object: ObjectKey, _ column: Int) throws(RecordError) -> Membership {
        let table = catalogue.tables[Int(owner)]
        if try !exists(table, object) { return .list([]) }
        return .list(try targets(CollectionPlace(table: table, object: object, column: column)))
    }

    /// The keys of the objects that a collection of links leads to, in its order, without nils.
    func targets(_ place: CollectionPlace) throws(RecordError) -> [UInt64] {
        if place.description.kind != .map { return try linkKeys(place) }
        var keys: [UInt64] = []
        try forEachElement(place) { (value) throws(RecordError) in
            if case .link(let key) = value { keys.append(key.rawValue) }
            return true
        }
        return keys
    }

    /// How a query over so many elements of a collection is carried out.
    func plan(_ query: RecordQuery, _ count: Int, _ rest: [String]) -> QueryPlan {
        let first = query.stages[0]
        let isText = first.order.contains { !$0.isPlain || !query.table.columns[$0.column].kind.hasOrderedKeys }
        return QueryPlan(
            table: query.table, catalogue: catalogue, access: .collection, estimatedRows: count, residual: first.filter,
            related: [], sortMethod: first.order.isEmpty ? nil : isText ? .text : .radix, order: first.order, rest: rest
        )
    }
}

extension Membership {
    /// The raw keys of all members in their order.
    package var keys: [UInt64] {
        switch self {
        case .set(let set): set.keys
        case .list(let keys): keys
        }
    }
}
