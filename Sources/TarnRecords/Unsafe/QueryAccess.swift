/// How the first stage of a query comes to its objects.
struct QueryAccess {
    /// The part of the filter that an index answers, if one is used.
    let term: IndexTerm?
    /// How many objects are touched: entries of the index, or all objects.
    let rows: Int
    /// The test that objects still have to pass.
    let program: MaskProgram?
}

extension RecordSession {
    /// Whether so many entries of an index make reading it cheaper than a scan.
    private static func entryLimit(of rows: Int) -> Int { max(0, (rows - 1) / 8) }
    /// How many keys of an index may be looked at before anything is read; each costs about as much as 32 rows.
    private static func keyLimit(of rows: Int) -> Int { max(16, rows / 32) }

    /// Chooses between the indexes and a scan.
    func access(_ filter: Filter?, _ table: Table) throws(RecordError) -> QueryAccess {
        let rows = count(table)
        guard let filter else { return QueryAccess(term: nil, rows: rows, program: nil) }
        let program = MaskProgram(self, table, filter)
        if program.root.conjuncts.isEmpty { return QueryAccess(term: nil, rows: rows, program: nil) }
        var best: QueryAccess?
        for (term, isWhole) in IndexTerm.terms(program.root, table) {
            let limit = min(Self.entryLimit(of: rows), best.map { $0.rows - 1 } ?? .max)
            guard limit >= 0,
                let entries = try entryCount(
                    term, table, entryLimit: limit, keyLimit: Self.keyLimit(of: rows))
            else { continue }
            best = QueryAccess(term: term, rows: entries, program: isWhole ? nil : program)
        }
        return best ?? QueryAccess(term: nil, rows: rows, program: program)
    }

    /// The objects that a filter leaves of a table.
    func source(_ filter: Filter?, _ table: Table) throws(RecordError) -> QuerySource {
        if let (found, rest) = try searched(filter, table) {
            guard let rest else { return .members(.set(found)) }
            return .members(try filtered(.set(found), MaskProgram(self, table, rest)))
        }
        let access = try access(filter, table)
        guard let term = access.term else { return .table(access.program) }
        let candidates = Membership.set(KeySet(sortedKeys: try entries(term, table)))
        return .members(
            try access.program.map { (program) throws(RecordError) in
                try filtered(candidates, program)
            } ?? candidates)
    }

    /// How many objects pass a filter.
    func count(_ filter: Filter?, _ table: Table, limit: Int?) throws(RecordError) -> Int {
        guard let filter else { return count(table) }
        try flush()
        let program = MaskProgram(self, table, filter)
        for (term, isWhole) in IndexTerm.terms(program.root, table) where isWhole {
            let keyLimit = Self.keyLimit(of: count(table))
            if let count = try entryCount(term, table, entryLimit: .max, keyLimit: keyLimit) { return count }
        }
        let source = try source(filter, table)
        if case .members(let membership) = source { return membership.count }
        var count = 0
        try visit(source, table, columns: []) { (_, _, ranks) throws(RecordError) in
            count += ranks.nonzeroBitCount
            return count < limit ?? .max
        }
        return count
    }

    /// The key ranges of an index in whose order a stage can be read; nil when it cannot.
    func orderedRanges(_ stage: QueryStage, _ table: Table) -> [IndexRange]? {
        guard let reach = stage.reach, reach < count(table), stage.order.count == 1,
            stage.order[0].isPlain, table.columns[stage.order[0].column].isIndexed
        else { return nil }
        guard let filter = stage.filter else { return [.all] }
        let terms = IndexTerm.terms(MaskProgram(self, table, filter).root, table)
        guard terms.count == 1, terms[0].isWhole, terms[0].term.column == stage.order[0].column else { return nil }
        return terms[0].term.ranges
    }
}
