/// Hands out the rows of a query's objects one after the other.
///
/// In a snapshot it walks with look-ahead. In a write, or after the snapshot has moved, every object is looked up by its
/// key, so the caller may change and delete what it iterates over (Q3). Not Sendable.
package final class ObjectCursor {
    private let session: RecordSession
    private let table: Table
    private let membership: Membership
    private let generation: UInt64
    private var scan: ClusterScan?
    private var cluster: Cluster?
    private var clusterNumber: UInt64 = 0
    private var slots: UInt64 = 0
    private var member = 0
    private var index = 0

    /// The object reached by the last call of `advance`.
    package private(set) var key = ObjectKey(rawValue: 0)
    /// Its row; nil when the object is gone, or is left to be found on first use.
    package private(set) var row: Row?
    /// Keeps the memory of the row alive.
    package var owner: AnyObject? { cluster?.owner }
    /// Whether the object is known to exist without having looked.
    package private(set) var isTrusted = false

    package init(_ session: RecordSession, _ table: Table, _ membership: Membership) throws(RecordError) {
        self.session = session
        self.table = table
        self.membership = membership
        generation = session.generation.value
        if case .set(let set) = membership, session.changes == nil {
            scan = try ClusterScan(session, table, columns: [], wanted: .set(set.members))
        }
    }

    /// Moves to the next object; false at the end.
    package func advance() throws(RecordError) -> Bool {
        guard case .set(let set) = membership else { return advanceList() }
        while slots == 0 {
            if scan != nil && session.generation.value == generation {
                guard let (number, wanted, next) = try scan?.next() else { return false }
                (clusterNumber, slots, cluster) = (number, wanted & next.presence, next)
            } else {
                scan = nil
                guard member < set.members.count else { return false }
                (clusterNumber, slots, cluster) = (set.members[member].number, set.members[member].slots, nil)
            }
            member += 1
        }
        let slot = slots.trailingZeroBitCount
        slots &= slots &- 1
        key = ObjectKey(cluster: clusterNumber, slot: slot)
        if session.generation.value != generation || session.changes != nil {
            cluster = try session.cluster(table, clusterNumber)
        }
        row = cluster?.row(slot: slot)
        return true
    }

    private func advanceList() -> Bool {
        guard index < membership.count else { return false }
        key = membership.key(at: index)
        index += 1
        isTrusted = session.generation.value == generation && session.changes == nil
        return true
    }
}
