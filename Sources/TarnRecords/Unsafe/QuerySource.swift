/// Where a step of a query takes its objects from.
enum QuerySource {
    /// All objects of the table, or those that pass a test.
    case table(MaskProgram?)
    /// Objects found before.
    case members(Membership)
}

extension RecordSession {
    /// Visits the objects of a source in its order, cluster by cluster, until the body answers false.
    ///
    /// No set is built for objects that are only looked at once.
    func visit(
        _ source: QuerySource, _ table: Table, columns: [Int],
        _ body: (UInt64, Cluster, _ ranks: UInt64) throws(RecordError) -> Bool
    ) throws(RecordError) {
        switch source {
        case .members(let membership): try visit(membership, table, columns: columns, body)
        case .table(let program):
            let tested = program.map { Array($0.columns) } ?? []
            try scan(table, columns: tested + columns.filter { !tested.contains($0) }) {
                (number, cluster) throws(RecordError) in
                let ranks = try program?.mask(number, cluster) ?? cluster.all
                if ranks == 0 { return true }
                return try body(number, cluster, ranks)
            }
        }
    }

    /// The objects of a source as they come; `limit` of them at most have to be found.
    func collect(_ source: QuerySource, _ table: Table, limit: Int?) throws(RecordError) -> Membership {
        if case .members(let membership) = source { return membership }
        var found = KeySet()
        try visit(source, table, columns: []) { (number, cluster, ranks) throws(RecordError) in
            found.append(number: number, slots: cluster.slots(fromRanks: ranks))
            return found.count < limit ?? .max
        }
        return .set(found)
    }

    /// The members of a set or list that pass a test, in the order they have.
    func filtered(_ membership: Membership, _ program: MaskProgram) throws(RecordError) -> Membership {
        var set = KeySet()
        switch membership {
        case .set(let members): set = members
        case .list(var keys):
            ObjectPairs.sort(&keys)
            set = KeySet(sortedKeys: keys)
        }
        var passed = KeySet()
        try visit(.set(set), program.table, columns: Array(program.columns)) {
            (number, cluster, ranks) throws(RecordError) in
            let mask = try program.mask(number, cluster, among: ranks)
            passed.append(number: number, slots: cluster.slots(fromRanks: mask))
            return true
        }
        guard case .list(let keys) = membership else { return .set(passed) }
        return .list(keys.filter { passed.contains(ObjectKey(rawValue: $0)) })
    }
}
