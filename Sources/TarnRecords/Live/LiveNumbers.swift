/// The sum and the average of a number column over the members of a live query.
///
/// Exact until it is read, so it does not depend on how the members came together.
package final class LiveNumbers: LiveAggregate {
    private let kind: ValueKind
    private let isOptional: Bool
    private var integers: Int128 = 0
    private var doubles = ExactSum()
    private var decimals = DecimalSum()
    private var count = 0

    init(column: Int, _ table: Table) {
        kind = table.columns[column].kind
        isOptional = table.columns[column].isOptional
        super.init(column: column)
    }

    override var countsOccurrences: Bool { true }

    override func clear() {
        integers = 0
        doubles = ExactSum()
        decimals = DecimalSum()
        count = 0
    }

    override func change(
        _ session: RecordSession, _ table: Table, _ number: UInt64, _ cluster: Cluster, _ slots: UInt64, isAdded: Bool
    ) {
        for slot in SlotSequence(slots) {
            guard let row = cluster.row(slot: slot), !isOptional || !row.isNull(column) else { continue }
            count += isAdded ? 1 : -1
            switch kind {
            case .double, .date: doubles.change(row.value(column, as: Double.self), isAdded: isAdded)
            case .float: doubles.change(Double(row.value(column, as: Float.self)), isAdded: isAdded)
            case .int8, .int16, .int32, .int64:
                let value = Int128(row.integer(column, kind))
                integers += isAdded ? value : -value
            case .decimal: decimals.change(row.decimal(column), isAdded: isAdded)
            default: preconditionFailure("Q13: a column of kind \(kind.name) has no sum")
            }
        }
    }

    /// What the members have in all; nil is skipped (Q13).
    package var sum: NumberSum {
        if kind == .decimal { return NumberSum(decimals, count: count) }
        if !kind.isInteger {
            let average = count == 0 ? nil : doubles.average(of: count)
            return NumberSum(total: .double(doubles.value), count: count, average: average)
        }
        let total = Int64(exactly: integers).map { NumberSum.Total.integer($0) }
        let average = count == 0 ? nil : Double(integers) / Double(count)
        return NumberSum(total: total ?? .integerOverflow, count: count, average: average)
    }
}

extension LiveQuery {
    /// The sum of a number column, kept up with the query for as long as somebody holds it.
    /// - Parameters:
    ///   - column: The column.
    ///   - session: A session of the query's version.
    package func numbers(_ column: Int, _ session: RecordSession) throws(RecordError) -> LiveNumbers {
        if let known = aggregates.known(LiveNumbers.self, column: column) { return known }
        let made = LiveNumbers(column: column, query.table)
        try made.compute(query.table, membership, session)
        aggregates.add(made)
        return made
    }
}

extension RecordSession {
    /// The sum of a column over a query's objects now, as ``LiveNumbers`` would tell it.
    package func exactSum(_ query: RecordQuery, _ column: Int) throws(RecordError) -> NumberSum {
        let numbers = LiveNumbers(column: column, query.table)
        try numbers.compute(query.table, run(query), self)
        return numbers.sum
    }
}
