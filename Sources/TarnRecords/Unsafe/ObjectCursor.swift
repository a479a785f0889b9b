/// Hands out the rows of a query's objects one after the other.
///
/// In a snapshot it walks with look-ahead. In a write, or after the snapshot has moved, it hands out keys alone and
/// does not touch its session, which may have ended: each object finds its row when it is used, so the caller may
/// change and delete what it iterates over, commit, refresh or close (Q3). Not Sendable.
@safe
package final class ObjectCursor {
    private let session: RecordSession
    private let table: Table
    private let membership: Membership
    private let generation: UInt64
    private let source: RowSource
    private let assignment: ColumnAssignment
    @exclusivity(unchecked) private var scan: ClusterScan?
    @exclusivity(unchecked) private var cluster: Cluster?
    @exclusivity(unchecked) private var clusterNumber: UInt64 = 0
    @exclusivity(unchecked) private var slots: UInt64 = 0
    @exclusivity(unchecked) private var place = 0

    // Safety: nothing else runs while the fields are filled.
    /// A way through some objects; `source` and `assignment` are those of the instances that will stand for them.
    package init(
        _ session: RecordSession, _ table: Table, _ membership: Membership, _ source: RowSource,
        _ assignment: ColumnAssignment
    ) throws(RecordError) {
        self.source = source
        self.assignment = assignment
        self.session = session
        self.table = table
        self.membership = membership
        generation = session.generation.value
        if case .set(let set) = membership, unsafe session.changes == nil {
            unsafe scan = try ClusterScan(session, table, columns: [], wanted: .set(set.members))
        }
    }

    // Safety: the cursor belongs to one iterator; no access to its fields overlaps another.
    /// Makes an instance stand for the next object; false at the end. One that has stood for an object before is only
    /// moved.
    package func advance(_ object: ManagedRow, isBound: Bool) throws(RecordError) -> Bool {
        guard case .set(let set) = membership else { return advanceList(object, isBound) }
        while unsafe slots == 0 {
            if !(try nextCluster(set)) { return false }
        }
        let slot = unsafe slots.trailingZeroBitCount
        unsafe slots &= slots &- 1
        bind(object, unsafe ObjectKey(cluster: clusterNumber, slot: slot), isKnown: false, isBound)
        if session.generation.value == generation, let row = unsafe cluster?.row(slot: slot) {
            object.__found(row, unsafe cluster?.owner)
        }
        return true
    }

    // Safety: as above.
    private func nextCluster(_ set: KeySet) throws(RecordError) -> Bool {
        if unsafe scan != nil && session.generation.value == generation {
            guard let (number, wanted, next) = try unsafe scan?.next() else { return false }
            unsafe (clusterNumber, slots, cluster) = (number, wanted & next.presence, next)
        } else {
            unsafe scan = nil
            guard unsafe place < set.members.count else { return false }
            let member = unsafe set.members[place]
            unsafe (clusterNumber, slots, cluster) = (member.number, member.slots, nil)
        }
        unsafe place += 1
        return true
    }

    // Safety: as above.
    private func advanceList(_ object: ManagedRow, _ isBound: Bool) -> Bool {
        guard case .list(let keys) = membership, unsafe place < keys.count else { return false }
        let key = unsafe ObjectKey(rawValue: keys[place])
        unsafe place += 1
        // What a snapshot's query found exists for as long as the snapshot is kept.
        unsafe bind(object, key, isKnown: session.generation.value == generation && session.changes == nil, isBound)
        return true
    }

    private func bind(_ object: ManagedRow, _ key: ObjectKey, isKnown: Bool, _ isBound: Bool) {
        if isBound {
            object.rebind(key, isKnown: isKnown)
        } else {
            assignment.apply(to: object)
            object.__manage(source, key, isKnown: isKnown)
        }
    }
}
