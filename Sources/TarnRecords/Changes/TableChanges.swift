/// What happened to the objects of one type between two versions: the net effect of all commits from one to the other.
///
/// An object that was made and removed in between left no trace (N8), a new one is never also modified (N4), and one
/// that was removed and whose key was given to another is neither the old one nor modified (P8).
package struct TableChanges: Sendable, Equatable {
    /// Ascending by number, none empty.
    package var clusters: [Cluster]

    package init(clusters: [Cluster] = []) { self.clusters = clusters }

    /// The changes of up to 64 objects, as masks over their slots. A slot is in one of `inserted`, `deleted`,
    /// `replaced` and the modifications at most.
    package struct Cluster: Sendable, Equatable {
        package var number: UInt64
        /// Not there before, there now.
        package var inserted: UInt64 = 0
        /// There before, not now.
        package var deleted: UInt64 = 0
        /// There before and now, but another object with the same key: deletion and insertion.
        package var replaced: UInt64 = 0
        /// Of objects that stayed, the ones that were set, by column; ascending columns.
        package var modified: [ChangeRecord.ColumnChange] = []
        /// The primary keys of objects that were removed, where the object key does not tell them.
        package var deletedKeys: [ChangeRecord.DeletedKey] = []

        package init(number: UInt64) { self.number = number }
    }

    /// How many objects were touched; O(clusters).
    package var count: Int { clusters.reduce(0) { $0 + $1.touched.nonzeroBitCount } }

    /// Adds what happened after `self`; O(clusters of both), or O(clusters of `later` x log) when those are few.
    package mutating func merge(_ later: TableChanges) {
        guard let first = later.clusters.first else { return }
        if let last = clusters.last, last.number >= first.number {
            if later.clusters.count < clusters.count / 16 { enter(later) } else { zip(later) }
        } else {
            clusters += later.clusters
        }
    }

    /// The effect of several changes that followed each other. Pairs are joined first, so that many small changes cost
    /// no more than one of their size times the logarithm of their number.
    package static func merged(_ parts: [TableChanges]) -> TableChanges {
        var parts = parts
        while parts.count > 1 {
            var joined: [TableChanges] = []
            joined.reserveCapacity((parts.count + 1) / 2)
            for place in stride(from: 0, to: parts.count, by: 2) {
                var pair = parts[place]
                if place + 1 < parts.count { pair.merge(parts[place + 1]) }
                joined.append(pair)
            }
            parts = joined
        }
        return parts.first ?? TableChanges()
    }

    /// Merges few clusters into many.
    private mutating func enter(_ later: TableChanges) {
        for change in later.clusters {
            let place = place(of: change.number)
            guard place < clusters.count, clusters[place].number == change.number else {
                clusters.insert(change, at: place)
                continue
            }
            clusters[place].merge(change)
            if clusters[place].isEmpty { clusters.remove(at: place) }
        }
    }

    /// Merges two sequences in step.
    private mutating func zip(_ later: TableChanges) {
        var merged: [Cluster] = []
        merged.reserveCapacity(clusters.count + later.clusters.count)
        var position = 0
        for change in later.clusters {
            while position < clusters.count && clusters[position].number < change.number {
                merged.append(clusters[position])
                position += 1
            }
            guard position < clusters.count, clusters[position].number == change.number else {
                merged.append(change)
                continue
            }
            var both = clusters[position]
            position += 1
            both.merge(change)
            if !both.isEmpty { merged.append(both) }
        }
        merged += clusters[position...]
        clusters = merged
    }

    /// The first place whose number is not less.
    private func place(of number: UInt64) -> Int {
        var low = 0
        var high = clusters.count
        while low < high {
            let middle = (low + high) / 2
            if clusters[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TableChanges.Cluster {
    /// The changes of one commit.
    package init(_ change: ChangeRecord.ClusterChanges, number: UInt64) {
        self.number = number
        replaced = change.inserted & change.deleted
        inserted = change.inserted & ~replaced
        deleted = change.deleted & ~replaced
        modified = change.modified
        deletedKeys = change.deletedKeys
        keepConsistent()
    }

    /// Every slot of the four kinds.
    package var touched: UInt64 { inserted | deleted | replaced | modified(in: nil) }

    /// Objects that stayed and were set in one of some columns; nil stands for any column.
    package func modified(in columns: Set<Int>?) -> UInt64 {
        modified.reduce(0) { columns?.contains($1.column) == false ? $0 : $0 | $1.slots }
    }

    /// Whether nothing is left to tell.
    package var isEmpty: Bool { inserted | deleted | replaced == 0 && modified.isEmpty }

    /// Adds what happened to the same cluster afterwards.
    package mutating func merge(_ later: Self) {
        let before = self
        inserted = (before.inserted & ~later.deleted) | (later.inserted & ~before.deleted)
        deleted = (before.deleted & ~later.inserted) | (later.deleted & ~before.inserted)
        replaced =
            (before.replaced & ~later.deleted) | (before.deleted & later.inserted)
            | (later.replaced & ~before.inserted)
        modified = Self.union(before.modified, later.modified)
        // Of two keys for one slot the earlier belongs to the object that was there before.
        deletedKeys += later.deletedKeys
        keepConsistent()
    }

    /// Drops what does not go with the masks: modifications of objects that did not stay, keys of objects that were not
    /// removed.
    private mutating func keepConsistent() {
        let others = inserted | deleted | replaced
        if modified.contains(where: { $0.slots & others != 0 || $0.slots == 0 }) {
            for place in modified.indices { modified[place].slots &= ~others }
            modified.removeAll { $0.slots == 0 }
        }
        if deletedKeys.isEmpty { return }
        var wanted = deleted | replaced
        deletedKeys = deletedKeys.filter { entry in
            guard entry.slot < 64, wanted & (1 << UInt64(entry.slot)) != 0 else { return false }
            wanted &= ~(1 << UInt64(entry.slot))
            return true
        }
    }

    /// The slots of both, by column.
    private static func union(
        _ one: [ChangeRecord.ColumnChange], _ other: [ChangeRecord.ColumnChange]
    ) -> [ChangeRecord.ColumnChange] {
        if one.isEmpty { return other }
        if other.isEmpty { return one }
        var union: [ChangeRecord.ColumnChange] = []
        var rest = one[...]
        for change in other {
            while let next = rest.first, next.column < change.column { union.append(rest.removeFirst()) }
            if rest.first?.column == change.column {
                union.append(.init(column: change.column, slots: rest.removeFirst().slots | change.slots))
            } else {
                union.append(change)
            }
        }
        return union + rest
    }
}
