/// Hands out the clusters of a query's objects as blocks, one after the other. The session must not write meanwhile.
package final class BlockCursor {
    private let session: RecordSession
    private let generation: UInt64
    private var scan: ClusterScan

    package init(
        _ session: RecordSession, _ table: Table, _ membership: Membership, _ columns: [Int]
    ) throws(RecordError) {
        self.session = session
        let wanted: ClusterScan.Wanted =
            switch membership {
            case .set(let set): .set(set.members)
            case .list(let keys): .list(keys)
            }
        try session.flush()
        generation = session.generation.value
        scan = try ClusterScan(session, table, columns: columns, wanted: wanted)
    }

    /// The objects of the next cluster; nil at the end.
    package func next() throws(RecordError) -> ScanBlock? {
        precondition(session.generation.value == generation, "Q15: the store was written or refreshed during a scan")
        while let (number, slots, cluster) = try scan.next() {
            let ranks = cluster.ranks(fromSlots: slots)
            if ranks == 0 { continue }
            return ScanBlock(number, cluster, ranks)
        }
        return nil
    }
}
