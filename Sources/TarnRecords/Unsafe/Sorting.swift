extension RecordSession {
    /// The objects of a source in another order; ties keep the order of the source (Q5).
    ///
    /// nil comes first ascending, then NaN, then the values; text is ordered by its bytes (Q6).
    func sorted(_ source: QuerySource, _ keys: [SortKey], _ table: Table) throws(RecordError) -> [UInt64] {
        if keys.count == 1, keys[0].isPlain, table.columns[keys[0].column].kind.hasOrderedKeys {
            return try sorted(source, keys[0], table)
        }
        var paths = keys.map { SortPath($0.path, table, catalogue) }
        let columns = zip(keys, paths).map { SortColumn(($1.target ?? table).columns[$0.column], $0) }
        var objects: [UInt64] = []
        try visit(source, table, columns: keys.map(\.first)) { (number, cluster, ranks) throws(RecordError) in
            for (place, column) in columns.enumerated() {
                if keys[place].path.isEmpty {
                    try column.append(self, table, number, cluster, ranks)
                } else {
                    paths[place].append(cluster, ranks)
                }
            }
            for slot in SlotSequence(cluster.slots(fromRanks: ranks)) { objects.append(number << 6 | UInt64(slot)) }
            return true
        }
        for place in keys.indices where !keys[place].path.isEmpty {
            try paths[place].gather(self, into: columns[place])
        }
        var order = Array(0..<UInt64(objects.count))
        for column in columns.reversed() { column.sort(&order) }
        return order.map { objects[Int($0)] }
    }

    private func sorted(_ source: QuerySource, _ key: SortKey, _ table: Table) throws(RecordError) -> [UInt64] {
        let (nulls, pairs) = try sortedPairs(source, key, table)
        if nulls.isEmpty { return pairs.payloads }
        return key.ascending ? nulls + pairs.payloads : pairs.payloads + nulls
    }

    /// One key of eight bytes: keys and objects are gathered side by side and sorted at once.
    ///
    /// - Returns: the objects whose value is nil, and the others with their keys, inverted to descend.
    func sortedPairs(
        _ source: QuerySource, _ key: SortKey, _ table: Table
    ) throws(RecordError) -> (nulls: [UInt64], values: ObjectPairs) {
        let description = table.columns[key.column]
        let flip: UInt64 = key.ascending ? 0 : .max
        var nulls: [UInt64] = []
        let pairs = ObjectPairs(capacity: source.expectedCount ?? count(table))
        try visit(source, table, columns: [key.column]) { (number, cluster, ranks) throws(RecordError) in
            var values = ranks
            if description.isOptional {
                let empty = cluster.nulls(key.column) & ranks
                values &= ~empty
                for slot in SlotSequence(cluster.slots(fromRanks: empty)) { nulls.append(number << 6 | UInt64(slot)) }
            }
            pairs.append(number, cluster, ranks: values, key.column, description.kind, flip: flip)
            return true
        }
        pairs.sort()
        return (nulls, pairs)
    }
}

extension QuerySource {
    /// The number of objects, where it is known before they are visited.
    fileprivate var expectedCount: Int? {
        switch self {
        case .members(let membership): membership.count
        case .table(let program): program == nil ? nil : 0
        }
    }
}
