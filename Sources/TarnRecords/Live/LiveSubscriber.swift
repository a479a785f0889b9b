/// What a live query keeps for one subscription.
final class LiveSubscriber {
    private let filter: ModificationFilter
    private var delta = LiveDelta()
    /// Objects modified under the filter, slots by cluster number; not only members.
    private var modified: [UInt64: UInt64] = [:]
    /// What the coming step modifies; nil when that is not known.
    private var coming: [UInt64: UInt64]? = [:]
    /// Whether it is no longer known which objects have been modified, so that all have.
    private var isUnknown = false
    /// Objects made since the base whose key belonged to a touched member of it: they are others (P8).
    private var fresh: [UInt64: UInt64] = [:]

    init(_ filter: ModificationFilter) { self.filter = filter }

    var hasPending: Bool { isUnknown || !delta.isEmpty || !modified.isEmpty }

    /// The present becomes the base.
    func reset() {
        delta = LiveDelta()
        modified = [:]
        isUnknown = false
        fresh = [:]
    }

    /// Gets ready for a step to the next version, so that `note` cannot fail.
    /// - Parameters:
    ///   - changes: The step.
    ///   - table: The type.
    ///   - shape: Tells whether an object can be a member; nil when that is not followed.
    func prepare(_ changes: VersionChanges, _ table: Table, _ shape: LiveShape?) throws(RecordError) {
        if filter == .paths([]) {
            coming = [:]
            return
        }
        coming = try changes.modified(table, filter)
        // Who is a member neither before nor afterwards is not worth waking anybody, unless it was one in the base and
        // may come back.
        guard let found = coming, let shape, shape.filter != nil, changes.old != nil, found.count <= 8 else { return }
        for (number, slots) in found {
            var rest = slots & ~(try shape.members(slots, number, changes, isNew: true).slots)
            rest &= ~(try shape.members(rest, number, changes, isNew: false).slots)
            rest &= ~delta.removedSlots(of: number)
            if rest != 0 { coming?[number] = slots == rest ? nil : slots & ~rest }
        }
    }

    /// Adds what happened on the way to the next version.
    /// - Parameters:
    ///   - step: What happened to the sequence.
    ///   - own: What happened to the objects, or nil when that is not known.
    func note(_ step: LiveStep, _ own: TableChanges?) {
        delta.append(step)
        if coming == nil { isUnknown = true }
        if let coming, !coming.isEmpty {
            if modified.isEmpty { modified = coming } else { modified.merge(coming) { $0 | $1 } }
        }
        coming = [:]
        if !delta.removed.isEmpty, let own { noteFresh(own) }
    }

    /// A member of the base whose key has been given to another object was removed by now or before, so it is among the
    /// touched ones, and nobody else has to be looked for.
    private func noteFresh(_ changes: TableChanges) {
        if changes.clusters.count <= delta.removed.count {
            for cluster in changes.clusters where cluster.inserted | cluster.replaced != 0 {
                fresh[cluster.number, default: 0] |= cluster.inserted | cluster.replaced
            }
            return
        }
        for place in delta.removed {
            guard let cluster = changes.cluster(place.key >> 6) else { continue }
            let bit = (cluster.inserted | cluster.replaced) & 1 << (place.key & 63)
            if bit != 0 { fresh[place.key >> 6, default: 0] |= bit }
        }
    }

    /// What has happened since the base.
    func update(_ query: LiveQuery, _ session: RecordSession) throws(RecordError) -> CollectionUpdate {
        var update = CollectionUpdate()
        let stayed = delta.split(fresh, into: &update)
        let members = isUnknown ? query.places : try query.places(of: modified, session)
        var clean = CleanPlaces(delta.added)
        var base = CleanPlaces(delta.removed)
        var next = 0
        for member in members {
            let (touched, isTouched) = clean.touched(before: member.index)
            if isTouched {
                while next < stayed.count && stayed[next].to < member.index { next += 1 }
                guard next < stayed.count, stayed[next].to == member.index else { continue }
                update.modifications.append(stayed[next].from)
            } else {
                update.modifications.append(base.index(ofRank: member.index - touched))
            }
            update.newModifications.append(member.index)
        }
        return update
    }
}

extension TableChanges {
    /// The changes of one cluster; O(log clusters).
    package func cluster(_ number: UInt64) -> Cluster? {
        var low = 0
        var high = clusters.count
        while low < high {
            let middle = (low + high) / 2
            if clusters[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < clusters.count && clusters[low].number == number ? clusters[low] : nil
    }
}
