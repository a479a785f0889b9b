/// Something computed from one column of a live query's members, and brought along with it.
///
/// A change of a few objects costs what these cost: values before are read in the old version, values after in the new
/// one. A query that is run again has its aggregates computed again.
package class LiveAggregate {
    /// The column.
    package let column: Int
    /// False while an attempt to follow has failed half-way.
    private var isWhole = false

    init(column: Int) { self.column = column }

    /// Whether a member that a collection holds several times counts as often.
    var countsOccurrences: Bool { false }

    /// Forgets everything.
    func clear() {}

    /// Takes some members of a cluster in, or out.
    func change(
        _ session: RecordSession, _ table: Table, _ number: UInt64, _ cluster: Cluster, _ slots: UInt64, isAdded: Bool
    ) throws(RecordError) {}

    /// All changes of one step have been made.
    func settle() {}

    /// Goes on to the version that the query shows now.
    final func advance(_ query: LiveQuery, _ step: LiveStep, _ changes: VersionChanges) throws(RecordError) {
        let table = query.query.table
        guard isWhole, query.isIncremental, let old = changes.old, let own = try changes.of(table) else {
            return try compute(table, query.membership, changes.new)
        }
        var removed = slots(of: step.removed)
        var added = slots(of: step.added)
        // Who stayed without being looked at by the query may have another value nevertheless.
        var stayed = own.modified(in: [column])
        for (number, slots) in stayed {
            let rest = slots & ~((removed[number] ?? 0) | (added[number] ?? 0))
            stayed[number] = rest == 0 ? nil : rest
        }
        if !stayed.isEmpty {
            let members = slots(of: try query.places(of: stayed, changes.new))
            removed.merge(members) { $0 | $1 }
            added.merge(members) { $0 | $1 }
        }
        isWhole = false
        try change(old, table, removed, isAdded: false)
        try change(changes.new, table, added, isAdded: true)
        settle()
        isWhole = true
    }

    private func slots(of places: [LiveStep.Place]) -> [UInt64: UInt64] {
        var slots: [UInt64: UInt64] = [:]
        for place in places { slots[place.key >> 6, default: 0] |= 1 << (place.key & 63) }
        return slots
    }

    private func change(
        _ session: RecordSession, _ table: Table, _ objects: [UInt64: UInt64], isAdded: Bool
    ) throws(RecordError) {
        for (number, slots) in objects {
            guard let cluster = try session.cluster(table, number) else { continue }
            try change(session, table, number, cluster, slots & cluster.presence, isAdded: isAdded)
        }
    }

    /// Computes everything anew; O(members).
    final func compute(_ table: Table, _ members: Membership, _ session: RecordSession) throws(RecordError) {
        isWhole = false
        clear()
        var visited = members
        if case .list(var keys) = members {
            ObjectPairs.sort(&keys)
            let set = KeySet(sortedKeys: keys)
            visited = countsOccurrences && set.count < keys.count ? .list(keys) : .set(set)
        }
        try session.visit(.members(visited), table, columns: [column]) {
            (number, cluster, ranks) throws(RecordError) in
            try change(session, table, number, cluster, cluster.slots(fromRanks: ranks), isAdded: true)
            return true
        }
        settle()
        isWhole = true
    }
}

/// The aggregates of a live query. It does not keep them alive.
struct LiveAggregates {
    private struct Member {
        private(set) weak var aggregate: LiveAggregate?
    }
    private var members: [Member] = []

    /// One of a kind for a column, if there is any.
    func known<Aggregate: LiveAggregate>(_ type: Aggregate.Type, column: Int) -> Aggregate? {
        for member in members {
            if let known = member.aggregate as? Aggregate, known.column == column { return known }
        }
        return nil
    }

    mutating func add(_ aggregate: LiveAggregate) { members.append(Member(aggregate: aggregate)) }

    /// Brings all to the version that the query shows now.
    mutating func advance(_ query: LiveQuery, _ step: LiveStep, _ changes: VersionChanges) throws(RecordError) {
        if members.isEmpty { return }
        members.removeAll { $0.aggregate == nil }
        for member in members { try member.aggregate?.advance(query, step, changes) }
    }
}
