/// How the first stage of a query comes to its objects.
struct QueryAccess {
    /// The part of the filter that an index answers, if one is used.
    var term: IndexTerm?
    /// The objects that pass the part of the filter that was answered from related objects, if that is used.
    var related: (state: RelatedState, objects: KeySet)?
    /// How many objects are touched: entries of the index, objects found, or all objects.
    let rows: Int
    /// The test that objects still have to pass.
    let program: MaskProgram?
}

extension RecordSession {
    /// Whether so many entries of an index make reading it cheaper than a scan.
    private static func entryLimit(of rows: Int) -> Int { max(0, (rows - 1) / 8) }
    /// How many keys of an index may be looked at before anything is read; each costs about as much as 32 rows.
    private static func keyLimit(of rows: Int) -> Int { max(16, rows / 32) }

    /// Chooses between the indexes, what related objects tell, and a scan.
    func access(_ filter: Filter?, _ table: Table) throws(RecordError) -> QueryAccess {
        guard let filter else { return QueryAccess(rows: count(table), program: nil) }
        return try access(CompiledFilter(filter, table, catalogue))
    }

    /// The same for a filter that was compiled before.
    func access(_ filter: CompiledFilter) throws(RecordError) -> QueryAccess {
        let rows = count(filter.table)
        let conjuncts = filter.root.conjuncts
        if conjuncts.isEmpty { return QueryAccess(rows: rows, program: nil) }
        let index = try indexAccess(filter, rows)
        let program = MaskProgram(self, filter, rows: index?.rows ?? rows)
        if let related = try relatedAccess(program, index?.rows ?? rows, rows, isOnly: conjuncts.count == 1) {
            return related
        }
        guard let index else { return QueryAccess(rows: rows, program: program) }
        return QueryAccess(term: index.term, rows: index.rows, program: index.isWhole ? nil : program)
    }

    /// The index that leaves the fewest objects, if one is worth it.
    private func indexAccess(
        _ filter: CompiledFilter, _ rows: Int
    ) throws(RecordError) -> (term: IndexTerm, rows: Int, isWhole: Bool)? {
        var best: (term: IndexTerm, rows: Int, isWhole: Bool)?
        for (term, isWhole) in IndexTerm.terms(filter.root, filter.table) {
            let limit = min(Self.entryLimit(of: rows), best.map { $0.rows - 1 } ?? .max)
            guard limit >= 0,
                let entries = try entryCount(
                    term, filter.table, entryLimit: limit, keyLimit: Self.keyLimit(of: rows))
            else { continue }
            best = (term, entries, isWhole)
        }
        return best
    }

    /// The objects that pass a test of related objects, where these tell who they are.
    private func relatedAccess(
        _ program: MaskProgram, _ limit: Int, _ rows: Int, isOnly: Bool
    ) throws(RecordError) -> QueryAccess? {
        var best: (state: RelatedState, objects: KeySet)?
        for case .related(let test) in program.root.conjuncts {
            guard let state = program.states?.state(of: test) else { continue }
            try state.prepare(rows: limit)
            guard let found = state.found, found.count < best?.objects.count ?? .max else { continue }
            best = (state, found)
        }
        guard let best, isOnly || best.objects.count < min(limit, Self.entryLimit(of: rows) + 1) else { return nil }
        return QueryAccess(related: best, rows: best.objects.count, program: isOnly ? nil : program)
    }

    /// The objects that a filter leaves of a table.
    func source(_ filter: Filter?, _ table: Table) throws(RecordError) -> QuerySource {
        if let (found, rest) = try searched(filter, table) {
            guard let rest else { return .members(.set(found)) }
            return .members(try filtered(.set(found), MaskProgram(self, table, rest, rows: found.count)))
        }
        return try source(access(filter, table), table)
    }

    /// The objects that are come to in a way.
    func source(_ access: QueryAccess, _ table: Table) throws(RecordError) -> QuerySource {
        let candidates: Membership
        if let related = access.related {
            candidates = .set(related.objects)
        } else if let term = access.term {
            candidates = .set(KeySet(sortedKeys: try entries(term, table)))
        } else {
            return .table(access.program)
        }
        return .members(
            try access.program.map { (program) throws(RecordError) in
                try filtered(candidates, program)
            } ?? candidates)
    }

    /// How many objects pass a filter.
    func count(_ filter: Filter?, _ table: Table, limit: Int?) throws(RecordError) -> Int {
        guard let filter else { return count(table) }
        try flush()
        let compiled = CompiledFilter(filter, table, catalogue)
        for (term, isWhole) in IndexTerm.terms(compiled.root, table) where isWhole {
            let keyLimit = Self.keyLimit(of: count(table))
            if let count = try entryCount(term, table, entryLimit: .max, keyLimit: keyLimit) { return count }
        }
        let source = compiled.hasSearch ? try source(filter, table) : try source(access(compiled), table)
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
        let terms = IndexTerm.terms(CompiledFilter(filter, table, catalogue).root, table)
        guard terms.count == 1, terms[0].isWhole, terms[0].term.column == stage.order[0].column else { return nil }
        return terms[0].term.ranges
    }
}
