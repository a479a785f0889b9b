/// How a query is followed object by object: which objects, in which order, of which groups the first, which stretch.
struct LiveShape {
    let table: Table
    let filter: CompiledFilter?
    /// The order in which objects are shown.
    let order: OrderKey
    /// When only the first of each group is shown: all objects by the columns of the group, then by the order that
    /// decides who is first (Q7).
    let groups: OrderKey?
    /// How many columns of `groups` make the group.
    let groupColumns: Int
    let window: LiveWindow?
    /// The own columns that decide who is among the objects.
    let memberColumns: Set<Int>
    /// The own columns that decide about the place of an object that stays.
    let placeColumns: Set<Int>

    /// Nil for a query that has to be run again: what depends on who leads to an object, what is filtered, sorted or
    /// cut after a limit, what is made distinct twice, what comes from a collection, and what is ranked: one text
    /// changes the ranks of others.
    init?(_ query: RecordQuery, _ catalogue: Catalogue) {
        if query.source != .table { return nil }
        let stages = query.stages
        if stages.contains(where: { $0.rank != nil }) { return nil }
        let first = stages[0]
        table = query.table
        if first.filter?.looksBack == true { return nil }
        filter = first.filter.map { CompiledFilter($0, query.table, catalogue) }
        var last = first.cut
        if case .distinct(let columns) = first.cut {
            let keys = columns.map { SortKey(column: $0) } + first.order
            groups = OrderKey(keys, table, catalogue)
            groupColumns = columns.count
            var order = first.order
            if stages.count == 2, stages[1].filter == nil {
                order = stages[1].order + order
                last = stages[1].cut
                if case .distinct = last { return nil }
            } else if stages.count > 1 {
                return nil
            }
            self.order = OrderKey(order, table, catalogue)
            placeColumns = Set((keys + order).map(\.first))
        } else {
            if stages.count > 1 { return nil }
            groups = nil
            groupColumns = 0
            order = OrderKey(first.order, table, catalogue)
            placeColumns = Set(first.order.map(\.first))
        }
        if case .limit(let count, let offset) = last {
            window = LiveWindow(offset: max(0, offset), count: count.map { max(0, $0) })
        } else {
            window = nil
        }
        memberColumns = filter?.columns ?? []
    }
}
