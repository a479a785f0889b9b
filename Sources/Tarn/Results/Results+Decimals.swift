public import FoundationEssentials
internal import TarnRecords

/// Averages of decimals are decimals: what a double would make of them has 16 digits.
extension Results {
    /// The average of a decimal property, to 38 digits; nil when there is nothing (Q13).
    public func average(of keyPath: KeyPath<Element, Decimal>) -> Decimal? {
        decimalAverage(core.column(keyPath, "averaged over"))
    }

    /// The average of a decimal property, to 38 digits; nil is skipped, nil when there is nothing (Q13).
    public func average(of keyPath: KeyPath<Element, Decimal?>) -> Decimal? {
        decimalAverage(core.column(keyPath, "averaged over"))
    }

    private func decimalAverage(_ column: Int) -> Decimal? {
        core.noteRead([column])
        return core.read(nil) { (session, query) throws(RecordError) in
            try session.sum(query, column).decimalAverage.map { Decimal(ordered: $0) }
        }
    }
}

extension Decimal {
    /// The number behind ordered bytes.
    init(ordered bytes: [UInt8]) { self = Decimal._decode(.bytes(bytes), nil) ?? 0 }
}
