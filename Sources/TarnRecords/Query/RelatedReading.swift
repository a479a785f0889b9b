extension RecordSession {
    /// The objects that some objects of a table lead to through one of its columns.
    func targets(of sources: KeySet, _ table: Table, _ column: Int) throws(RecordError) -> KeySet {
        var keys: [UInt64] = []
        let kind = table.columns[column].kind
        try visit(.set(sources), table, columns: [column]) { (number, cluster, ranks) throws(RecordError) in
            if kind == .link {
                for rank in SlotSequence(ranks & ~cluster.nulls(column)) {
                    keys.append(cluster.row(rank: rank).value(column, as: UInt64.self))
                }
                return true
            }
            for slot in SlotSequence(cluster.slots(fromRanks: ranks)) {
                let object = ObjectKey(cluster: number, slot: slot)
                keys += try targets(CollectionPlace(table: table, object: object, column: column))
            }
            return true
        }
        ObjectPairs.sort(&keys)
        return KeySet(sortedKeys: keys)
    }

    /// How often an object leads to another through one of its columns.
    func occurrences(
        of target: ObjectKey, in table: Table, _ source: ObjectKey, _ column: Int
    ) throws(RecordError) -> Int {
        if !table.columns[column].kind.isCollection { return 1 }
        let place = CollectionPlace(table: table, object: source, column: column)
        return try targets(place).count { $0 == target.rawValue }
    }

    /// How many values of a collection pass a filter over the element and its key, at most `limit`.
    func count(_ filter: Filter, _ place: CollectionPlace, _ limit: Int) throws(RecordError) -> Int {
        if limit == 1, let isThere = try isThere(filter, place) { return isThere ? 1 : 0 }
        let evaluation = FilterEvaluation(session: self)
        var count = 0
        try forEachValue(place) { (value, key) throws(RecordError) in
            if try evaluation.holds(filter, .element(value, key: key)) { count += 1 }
            return count < limit
        }
        return count
    }

    /// Whether a collection holds what a filter asks for, when that is one value or one key that can be looked up.
    private func isThere(_ filter: Filter, _ place: CollectionPlace) throws(RecordError) -> Bool? {
        let description = place.table.columns[place.column]
        guard case .compare(let column, .equal, let value) = filter, let element = description.element else {
            return nil
        }
        if description.kind == .map {
            guard column == 1, case .string(let key) = value else { return nil }
            return try mapIndex(place, key) != nil
        }
        guard column == 0, value.fits(element.kind, isOptional: element.isOptional), value.satisfies(.equal, value)
        else { return nil }
        return try index(of: value, in: place) != nil
    }

    /// Calls the body with every value of a collection and its key in a map, until it answers false.
    func forEachValue(
        _ place: CollectionPlace, _ body: (StoredValue, _ key: StoredValue) throws(RecordError) -> Bool
    ) throws(RecordError) {
        guard place.table.columns[place.column].kind == .map else {
            return try forEachElement(place) { (value) throws(RecordError) in try body(value, .null) }
        }
        let count = try count(place)
        for start in stride(from: 0, to: count, by: 256) {
            for (key, value) in try entries(place, start..<min(count, start + 256)) {
                if !(try body(value, .string(key))) { return }
            }
        }
    }
}

extension RecordSession {
    /// The objects of a type that lead to an object through one of its columns, each once.
    func objects(
        leadingTo target: ObjectKey, _ table: Table, _ source: UInt16, _ column: Int
    ) throws(RecordError) -> [ObjectKey] {
        var sources: [ObjectKey] = []
        try forEachSource(of: [target.cluster: target.bit], table) { type, object, through in
            if type == source && through == column { sources.append(object) }
        }
        return sources
    }
}
