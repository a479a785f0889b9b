/// Which objects of a type are wanted, and in which order. Building one touches nothing.
package struct RecordQuery: Sendable {
    /// The type whose objects are asked for.
    package let table: Table
    /// Where the objects come from.
    package let source: Source
    /// What is done to them, from left to right.
    package var steps: [Step]

    /// Where the objects come from before anything is done to them.
    package enum Source: Sendable, Hashable {
        /// All objects of the type.
        case table
        /// The elements of a collection of links, in its order and as often as they are in it; none when its owner is
        /// gone.
        case collection(owner: UInt16, object: ObjectKey, column: Int)
        /// The objects of the type that link to an object of a type by one of their columns, in the order of their
        /// keys and as often as they do (L2).
        case inverse(of: ObjectKey, in: UInt16, column: Int)
    }

    /// One thing done to the objects that came so far.
    package enum Step: Sendable, Hashable {
        /// Keeps those that pass.
        case filter(Filter)
        /// Puts them in another order; ties keep the order they had (Q5).
        case sort([SortKey])
        /// Keeps those that a full-text search finds, the best first; see ``RankedSearch``.
        case rank(column: Int, TextSearch)
        /// Keeps the first of those that are alike in some columns (Q7).
        case distinct([Int])
        /// Leaves out the first `offset` and keeps at most `count` after them.
        case limit(count: Int?, offset: Int)
    }

    package init(table: Table, source: Source = .table, steps: [Step] = []) {
        self.table = table
        self.source = source
        self.steps = steps
    }
}

/// A stretch of steps that can be carried out together: filters, then an order, then at most one cut.
struct QueryStage {
    enum Cut {
        case none
        case distinct([Int])
        case limit(count: Int?, offset: Int)
    }

    var filter: Filter?
    /// The most significant first.
    var order: [SortKey] = []
    /// The search that gives the order instead; it is part of the filter.
    var rank: (column: Int, search: TextSearch)?
    var cut = Cut.none

    /// How many objects are looked at from the front of the stage's order; nil when all are.
    var reach: Int? {
        guard case .limit(let count?, let offset) = cut else { return nil }
        let (sum, overflow) = max(0, count).addingReportingOverflow(max(0, offset))
        return overflow ? nil : sum
    }
}

extension RecordQuery {
    /// The steps as stages.
    ///
    /// Filters and sorts may change places with each other, since sorting is stable and a filter does not look at the
    /// order; neither may pass a distinct or a limit. A later sort outranks an earlier one.
    var stages: [QueryStage] {
        var stages: [QueryStage] = []
        var stage = QueryStage()
        for step in steps {
            switch step {
            case .filter(let filter): stage.filter = stage.filter.map { .joined(all: [$0, filter]) } ?? filter
            case .rank(let column, let search):
                stage.filter = .joined(all: (stage.filter.map { [$0] } ?? []) + [.fullText(column: column, search)])
                stage.order = []
                stage.rank = (column, search)
            case .sort(let keys) where stage.rank != nil:
                stages.append(stage)
                stage = QueryStage(order: keys)
            case .sort(let keys): stage.order = keys + stage.order
            case .distinct(let columns): stage.cut = .distinct(columns)
            case .limit(let count, let offset): stage.cut = .limit(count: count, offset: offset)
            }
            if case .none = stage.cut { continue }
            stages.append(stage)
            stage = QueryStage()
        }
        if stages.isEmpty || stage.filter != nil || !stage.order.isEmpty { stages.append(stage) }
        return stages
    }
}

extension RecordQuery {
    /// Refuses a query whose filters are deeper than every thread's stack allows (``Filter/maximumDepth``).
    func check() throws(RecordError) {
        for case .filter(let filter) in steps where filter.depth > Filter.maximumDepth {
            throw RecordError(
                .invalidValue, tree: "", key: table.name,
                message: "a condition is nested more than \(Filter.maximumDepth) levels deep; join conditions of one "
                    + "kind in one list instead of nesting them")
        }
    }
}
