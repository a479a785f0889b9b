internal import TarnRecords

/// How a live value is computed.
struct LiveReading<Value> {
    /// The value of no objects.
    let empty: Value
    /// The columns that can change it, besides objects that come and go.
    let columns: [Int]
    /// Has it kept up with a query that shows the session's version; the answer gives it from then on.
    let keepUp: (LiveQuery, RecordSession) throws(RecordError) -> () -> Value
    /// Computes it once.
    let compute: (RecordSession, RecordQuery) throws(RecordError) -> Value
}

extension Results {
    /// The number of results, kept up with the store.
    public func liveCount() -> LiveValue<Int> {
        LiveValue(
            core,
            LiveReading(
                empty: 0, columns: [],
                keepUp: { (query, _) throws(RecordError) in { query.count } },
                compute: { (session, query) throws(RecordError) in try session.count(query) }))
    }

    /// The sum of a property, kept up with the store; nil is skipped, zero when there is nothing (Q13).
    ///
    /// Floating-point numbers are added exactly and rounded once, so the sum does not depend on the order in which
    /// objects came. ``sum(of:)``, which rounds after each step, may differ from it in the last digits.
    public func liveSum<Value: SummableProperty>(of keyPath: KeyPath<Element, Value>) -> LiveValue<Value.Sum>
    where Value.Sum: Equatable {
        liveNumbers(core.column(keyPath, "summed over"), Value.zeroSum) { Value.sum($0, $1) }
    }

    /// The average of a number property, kept up with the store; nil is skipped, nil when there is nothing (Q13).
    public func liveAverage<Value: SummableProperty>(of keyPath: KeyPath<Element, Value>) -> LiveValue<Double?> {
        liveNumbers(core.column(keyPath, "averaged over"), nil) { sum, _ in sum.average }
    }

    /// The smallest value of a property, kept up with the store; nil and NaN are skipped, nil when there is nothing
    /// (Q13).
    ///
    /// All values are kept in order: 12 bytes for each of the results and the bytes of the value.
    public func liveMin<Value: OrderedValue>(of keyPath: KeyPath<Element, Value>) -> LiveValue<Value.Bound?> {
        liveExtreme(keyPath, isMaximum: false)
    }

    /// The largest value of a property, kept up with the store; as ``liveMin(of:)``.
    public func liveMax<Value: OrderedValue>(of keyPath: KeyPath<Element, Value>) -> LiveValue<Value.Bound?> {
        liveExtreme(keyPath, isMaximum: true)
    }

    private func liveNumbers<Value>(
        _ column: Int, _ empty: Value, _ value: @escaping (NumberSum, _ name: String) -> Value
    ) -> LiveValue<Value> {
        let name = core.context.table.columns[column].name
        return LiveValue(
            core,
            LiveReading(
                empty: empty, columns: [column],
                keepUp: { (query, session) throws(RecordError) in
                    let numbers = try query.numbers(column, session)
                    return { value(numbers.sum, name) }
                },
                compute: { (session, query) throws(RecordError) in value(try session.exactSum(query, column), name) }))
    }

    private func liveExtreme<Value: OrderedValue>(
        _ keyPath: KeyPath<Element, Value>, isMaximum: Bool
    ) -> LiveValue<Value.Bound?> {
        let column = core.column(keyPath, "compared by")
        return LiveValue(
            core,
            LiveReading(
                empty: nil, columns: [column],
                keepUp: { (query, session) throws(RecordError) in
                    let extremes = try query.extremes(column, session)
                    return {
                        let stored = isMaximum ? extremes.maximum : extremes.minimum
                        return stored.flatMap { Value.Bound._decode($0, nil) }
                    }
                },
                compute: { (session, query) throws(RecordError) in
                    let stored = try session.extreme(query, column, isMaximum: isMaximum)
                    return stored.flatMap { Value.Bound._decode($0, nil) }
                }))
    }
}
