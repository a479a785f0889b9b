/// The objects that to-one links lead to from each of the objects that are being sorted, by their place.
struct SortPath {
    private let steps: [(column: Int, target: Table)]
    /// For each place the object that has been reached; nothing where a link on the way is nil.
    private var reached: [UInt64?] = []

    /// Traps when a column on the way is no link (Q9).
    init(_ path: [Int], _ table: Table, _ catalogue: Catalogue) {
        var end = table
        steps = path.map { column in
            guard end.linkColumns.contains(column),
                let target = Filter.Relation.link(column: column).target(end, catalogue)
            else {
                preconditionFailure("Q9: column \(column) of \(end.name) is no link to sort through")
            }
            end = target
            return (column, target)
        }
    }

    /// The type at the end of the path.
    var target: Table? { steps.last?.target }

    /// Adds the first step of the chosen objects of a cluster.
    mutating func append(_ cluster: Cluster, _ ranks: UInt64) {
        let column = steps[0].column
        let empty = cluster.nulls(column)
        for rank in SlotSequence(ranks) {
            let isNull = empty >> UInt64(rank) & 1 != 0
            reached.append(isNull ? nil : cluster.row(rank: rank).value(column, as: UInt64.self))
        }
    }

    /// Goes on to the end of the path and hands the values there to a column, place by place.
    mutating func gather(_ session: RecordSession, into values: SortColumn) throws(RecordError) {
        for (place, step) in steps.dropFirst().enumerated() {
            var next: [UInt64?] = []
            try visit(session, steps[place].target, step.column) { (_, cluster, rank) throws(RecordError) in
                let isNull = rank == 0 || cluster.nulls(step.column) & rank != 0
                let row = cluster.row(rank: rank.trailingZeroBitCount)
                next.append(isNull ? nil : row.value(step.column, as: UInt64.self))
            } missing: {
                next.append(nil)
            }
            reached = next
        }
        guard let target else { return }
        try visit(session, target, values.column) { (number, cluster, rank) throws(RecordError) in
            try values.append(session, target, number, cluster, rank)
        } missing: {
            values.appendNull()
        }
    }

    /// Visits what has been reached in the order of the places, with look-ahead.
    private func visit(
        _ session: RecordSession, _ table: Table, _ column: Int,
        _ body: (UInt64, Cluster, _ rank: UInt64) throws(RecordError) -> Void, missing: () -> Void
    ) throws(RecordError) {
        var place = 0
        try session.visit(.list(reached.compactMap(\.self)), table, columns: [column]) {
            (number, cluster, rank) throws(RecordError) in
            let key = number << 6 | UInt64(cluster.slots(fromRanks: rank).trailingZeroBitCount)
            while place < reached.count && reached[place] != key {
                missing()
                place += 1
            }
            try body(number, cluster, rank)
            place += 1
            return true
        }
        for _ in place..<max(place, reached.count) { missing() }
    }
}
