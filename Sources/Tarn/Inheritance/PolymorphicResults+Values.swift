internal import TarnRecords

extension PolymorphicResults {
    /// The sum of a property over all classes; nil is skipped, zero when there is nothing (Q13). Traps when an integer
    /// sum overflows.
    public func sum<Value: SummableProperty>(of keyPath: KeyPath<Element, Value>) -> Value.Sum {
        Value.sum(total(keyPath, "summed over"), "the property")
    }

    /// The average of a number property over all classes; nil is skipped, nil when there is nothing (Q13).
    public func average<Value: SummableProperty>(of keyPath: KeyPath<Element, Value>) -> Double? {
        total(keyPath, "averaged over").average
    }

    private func total(_ keyPath: AnyKeyPath, _ use: String) -> NumberSum {
        requireWhole(use)
        let sums = core.parts.map { part in
            let column = part.column(keyPath, use)
            part.noteRead([column])
            return part.read(NumberSum(total: .integer(0), count: 0, average: nil)) {
                (session, query) throws(RecordError) in try session.sum(query, column)
            }
        }
        return sums.dropFirst().reduce(sums[0]) { $0.adding($1) }
    }

    /// The smallest value of a property; nil and NaN are skipped, nil when there is nothing (Q13).
    public func min<Value: OrderedValue>(of keyPath: KeyPath<Element, Value>) -> Value.Bound? {
        extremes(keyPath, isMaximum: false).min()
    }

    /// The largest value of a property; nil and NaN are skipped, nil when there is nothing (Q13).
    public func max<Value: OrderedValue>(of keyPath: KeyPath<Element, Value>) -> Value.Bound? {
        extremes(keyPath, isMaximum: true).max()
    }

    /// That of each class.
    private func extremes<Value: OrderedValue>(
        _ keyPath: KeyPath<Element, Value>, isMaximum: Bool
    ) -> [Value.Bound] {
        requireWhole("compared by")
        return core.parts.compactMap { part in
            let column = part.column(keyPath, "compared by")
            part.noteRead([column])
            return part.read(nil) { (session, query) throws(RecordError) in
                try session.extreme(query, column, isMaximum: isMaximum).flatMap { Value.Bound._decode($0, nil) }
            }
        }
    }

    private func requireWhole(_ use: String) {
        precondition(
            core.window == nil, "Q16: results of several classes are \(use) a property before they are limited")
    }
}

extension NumberSum {
    /// The sum of two columns of one kind.
    fileprivate func adding(_ other: NumberSum) -> NumberSum {
        if let sum = adding(decimals: other) { return sum }
        let count = count + other.count
        if count == 0 { return self }
        let average = [self, other].reduce(0) { $0 + ($1.average ?? 0) * (Double($1.count) / Double(count)) }
        return NumberSum(total: total.adding(other.total), count: count, average: average)
    }
}

extension NumberSum.Total {
    fileprivate func adding(_ other: NumberSum.Total) -> NumberSum.Total {
        switch (self, other) {
        case (.double(let one), .double(let two)): return .double(one + two)
        case (.integer(let one), .integer(let two)):
            let (sum, overflow) = one.addingReportingOverflow(two)
            return overflow ? .integerOverflow : .integer(sum)
        case (.integer(0), let sum), (let sum, .integer(0)): return sum
        default: return .integerOverflow
        }
    }
}
