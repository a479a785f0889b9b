/// Remembers the clusters of two versions that live queries have looked at: a small commit concerns the same few
/// clusters in each of many queries.
final class KnownClusters {
    private struct Place: Hashable {
        let table: UInt16
        let number: UInt64
        let isNew: Bool
    }

    /// A commit that touches more is looked up each time, which costs less than keeping all.
    private static let limit = 64
    private var known: [Place: Cluster?] = [:]

    /// A cluster of one of the versions, or nil when it does not exist.
    func cluster(
        _ table: Table, _ number: UInt64, _ session: RecordSession, isNew: Bool
    ) throws(RecordError) -> Cluster? {
        let place = Place(table: table.id, number: number, isNew: isNew)
        if let found = known[place] { return found }
        let cluster = try session.cluster(table, number)
        if known.count < Self.limit { known[place] = .some(cluster) }
        return cluster
    }
}
