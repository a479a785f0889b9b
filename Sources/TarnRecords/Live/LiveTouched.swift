/// The objects that leave a live query, come to it, or have to be looked for at another place: cluster by cluster.
struct LiveTouched {
    struct Cluster {
        let number: UInt64
        let old: TarnRecords.Cluster?
        let new: TarnRecords.Cluster?
        /// Members before that have to be taken out, and members now that have to be put in.
        let removed: UInt64
        let added: UInt64
    }

    private(set) var clusters: [Cluster] = []

    /// Looks at what may have come, gone or changed its place; O(such objects).
    init(
        _ shape: LiveShape, _ table: TableChanges, _ reached: ReachedObjects, _ changes: VersionChanges
    ) throws(RecordError) {
        var reached = reached
        for change in table.clusters {
            var place = change.replaced | (shape.placeColumns.isEmpty ? 0 : change.modified(in: shape.placeColumns))
            var bits = change.inserted | change.deleted
            if !shape.memberColumns.isEmpty { bits |= change.modified(in: shape.memberColumns) }
            if !reached.isEmpty {
                place |= reached.places.removeValue(forKey: change.number) ?? 0
                bits |= reached.members.removeValue(forKey: change.number) ?? 0
            }
            bits |= place
            if bits != 0 { try add(change, bits, place, shape, changes) }
        }
        if reached.isEmpty { return }
        // Nothing happened to the objects of these clusters, only to what they lead to.
        for number in Set(reached.places.keys).union(reached.members.keys) {
            let place = reached.places[number] ?? 0
            let bits = place | (reached.members[number] ?? 0)
            try add(TableChanges.Cluster(number: number), bits, place, shape, changes)
        }
    }

    private mutating func add(
        _ change: TableChanges.Cluster, _ bits: UInt64, _ place: UInt64, _ shape: LiveShape, _ changes: VersionChanges
    ) throws(RecordError) {
        let before = try shape.members(bits & ~change.inserted, change.number, changes, isNew: false)
        let after = try shape.members(bits & ~change.deleted, change.number, changes, isNew: true)
        let removed = before.slots & (~after.slots | place)
        let added = after.slots & (~before.slots | place)
        if removed | added == 0 { return }
        clusters.append(
            Cluster(number: change.number, old: before.cluster, new: after.cluster, removed: removed, added: added))
    }

    /// Adds the objects with their keys in an order.
    func append(_ order: OrderKey, _ changes: VersionChanges, to change: inout LiveChange) throws(RecordError) {
        for cluster in clusters {
            if let before = cluster.old, let old = changes.old {
                try old.append(order, cluster.number, before, cluster.removed, to: &change.removed)
            }
            if let after = cluster.new {
                try changes.new.append(order, cluster.number, after, cluster.added, to: &change.added)
            }
        }
    }
}

extension LiveShape {
    /// Those of some objects of a cluster that pass the filter in one of two versions.
    func members(
        _ slots: UInt64, _ number: UInt64, _ changes: VersionChanges, isNew: Bool
    ) throws(RecordError) -> (slots: UInt64, cluster: Cluster?) {
        guard slots != 0, let session = isNew ? changes.new : changes.old,
            let cluster = try changes.clusters.cluster(table, number, session, isNew: isNew)
        else { return (0, nil) }
        let present = slots & cluster.presence
        guard present != 0, let filter else { return (present, cluster) }
        let program = MaskProgram(session, filter, rows: present.nonzeroBitCount)
        let ranks = try program.mask(number, cluster, among: cluster.ranks(fromSlots: present))
        return (cluster.slots(fromRanks: ranks), cluster)
    }
}
