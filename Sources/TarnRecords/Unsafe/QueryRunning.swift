extension RecordSession {
    /// Finds the objects of a query.
    ///
    /// Reads an index where it answers the first filter and touches few objects, else scans. In a write transaction
    /// the pending changes are put into the trees first, so that they are seen.
    package func run(_ query: RecordQuery) throws(RecordError) -> Membership {
        try query.check()
        try flush()
        var stages = query.stages[...]
        var membership: Membership
        if let members = try members(query) {
            membership = members
        } else {
            membership = try runFirst(stages.removeFirst(), query.table)
        }
        for stage in stages {
            if let filter = stage.filter {
                membership = try filtered(
                    membership, MaskProgram(self, query.table, filter, rows: membership.count))
            }
            if let rank = stage.rank {
                membership = try ranked(membership, rank, query.table, limit: stage.reach)
            } else if !stage.order.isEmpty {
                membership = .list(try sorted(.members(membership), stage.order, query.table))
            }
            membership = try cut(membership, stage.cut, query.table)
        }
        return membership
    }

    private func runFirst(_ stage: QueryStage, _ table: Table) throws(RecordError) -> Membership {
        let membership: Membership
        if let rank = stage.rank {
            let found = try collect(source(stage.filter, table), table, limit: nil)
            membership = try ranked(found, rank, table, limit: stage.reach)
        } else if stage.order.isEmpty {
            membership = try collect(source(stage.filter, table), table, limit: stage.reach)
        } else if let ranges = orderedRanges(stage, table), let reach = stage.reach,
            let objects = try ordered(table, stage.order[0], ranges, limit: reach)
        {
            membership = .list(objects)
        } else if let reach = stage.reach, keepsFirst(reach, table), stage.order.allSatisfy(\.isPlain) {
            membership = .list(try first(reach, of: source(stage.filter, table), stage.order, table))
        } else {
            membership = .list(try sorted(source(stage.filter, table), stage.order, table))
        }
        return try cut(membership, stage.cut, table)
    }

    /// Whether keeping the first few while looking at all is better than sorting all.
    func keepsFirst(_ reach: Int, _ table: Table) -> Bool { reach <= max(1024, count(table) / 64) }

    private func cut(
        _ membership: Membership, _ cut: QueryStage.Cut, _ table: Table
    ) throws(RecordError) -> Membership {
        switch cut {
        case .none: membership
        case .distinct(let columns): try distinct(membership, columns, table)
        case .limit(let count, let offset): membership.limited(count: count, offset: offset)
        }
    }

    /// How many objects a query finds.
    ///
    /// O(1) for a whole table; a filter is counted without building a set, from the index alone where that is possible.
    package func count(_ query: RecordQuery) throws(RecordError) -> Int {
        try query.check()
        let stages = query.stages
        guard stages.count == 1, query.source == .table else { return try run(query).count }
        switch stages[0].cut {
        case .none: return try count(stages[0].filter, query.table, limit: nil)
        case .distinct: return try run(query).count
        case .limit(let count, let offset):
            let all = try self.count(stages[0].filter, query.table, limit: stages[0].reach)
            let rest = max(0, all - max(0, offset))
            return count.map { min(max(0, $0), rest) } ?? rest
        }
    }

    /// Says how a query will be carried out; reads no more than the choice between the ways needs, which includes the
    /// related objects that pass where these are found first.
    package func plan(_ query: RecordQuery) throws(RecordError) -> QueryPlan {
        try query.check()
        try flush()
        let table = query.table
        let stages = query.stages
        let first = stages[0]
        var rest = first.cutDescription(table)
        for stage in stages.dropFirst() { rest += stage.description(table, catalogue) }
        if let members = try members(query) { return plan(query, members.count, rest) }
        if let ranges = orderedRanges(first, table), let reach = first.reach {
            return QueryPlan(
                table: table, catalogue: catalogue, access: .index(column: first.order[0].column, ranges: ranges.count),
                estimatedRows: reach, residual: nil, related: [], sortMethod: .indexOrder, order: first.order,
                rest: rest)
        }
        let access = try access(first.filter, table)
        try access.program?.states?.prepare()
        var method: QueryPlan.SortMethod?
        if !first.order.isEmpty {
            let isText = first.order.contains { !$0.isPlain || !table.columns[$0.column].kind.hasOrderedKeys }
            let isPlain = first.order.allSatisfy(\.isPlain)
            method = isPlain && first.reach.map { keepsFirst($0, table) } ?? false ? .top : isText ? .text : .radix
        }
        return QueryPlan(
            table: table, catalogue: catalogue, access: try access.access(catalogue), estimatedRows: access.rows,
            residual: access.program == nil ? nil : first.filter, related: try access.relatedPlans(catalogue),
            sortMethod: method, order: first.order, rest: rest)
    }
}
