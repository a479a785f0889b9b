/// The objects of a live query by groups, of each of which only the first is shown (Q7).
final class LiveGroups {
    private let objects: OrderedObjects
    private let order: OrderKey
    private let group: OrderKey

    /// Groups the objects of a source.
    init(_ source: QuerySource, _ shape: LiveShape, _ order: OrderKey, _ session: RecordSession) throws(RecordError) {
        self.order = order
        group = order.prefix(shape.groupColumns)
        objects = try session.orderedObjects(source, order)
    }

    /// The memory taken.
    var byteCount: Int { objects.byteCount }

    /// The first of each group, in storage order.
    func representatives(_ session: RecordSession) throws(RecordError) -> KeySet {
        var first: [UInt64] = []
        var latest: [UInt8]?
        for object in objects.objects {
            let key = try session.orderKey(group, ObjectKey(rawValue: object))
            if key == latest { continue }
            latest = key
            first.append(object)
        }
        return KeySet(sortedKeys: first.sorted())
    }

    /// Moves objects between groups.
    /// - Parameters:
    ///   - touched: Who leaves and comes, with the old and the new values.
    ///   - shown: The order in which the first ones are shown.
    ///   - changes: The versions before and after.
    /// - Returns: which first ones leave and come.
    func apply(_ touched: LiveTouched, _ shown: OrderKey, _ changes: VersionChanges) throws(RecordError) -> LiveChange {
        guard let old = changes.old else { preconditionFailure("without the old version the query is run again") }
        var change = LiveChange()
        try touched.append(order, changes, to: &change)
        var groups = LiveChange()
        try touched.append(group, changes, to: &groups)
        var firsts: [[UInt8]: UInt64?] = [:]
        for batch in [groups.removed, groups.added] {
            for place in 0..<batch.count where firsts[batch.key(place)] == nil {
                firsts[batch.key(place)] = .some(first(of: batch.key(place)))
            }
        }
        for place in 0..<change.removed.count {
            objects.remove(change.removed.key(place), change.removed.objects[place])
        }
        for place in 0..<change.added.count { objects.insert(change.added.key(place), change.added.objects[place]) }
        let moved = Set(change.removed.objects)
        var result = LiveChange()
        for (key, before) in firsts {
            let after = first(of: key)
            if let before, before == after, !moved.contains(before) { continue }
            try append(before, shown, old, to: &result.removed)
            try append(after, shown, changes.new, to: &result.added)
        }
        return result
    }

    private func append(
        _ object: UInt64?, _ shown: OrderKey, _ session: RecordSession, to batch: inout OrderedBatch
    ) throws(RecordError) {
        guard let object, let key = try session.orderKey(shown, ObjectKey(rawValue: object)) else { return }
        batch.append(key, object)
    }

    /// The first object of a group.
    private func first(of key: [UInt8]) -> UInt64? {
        let place = objects.rank(of: key, 0)
        if place == objects.count { return nil }
        let entry = objects.entry(at: place)
        let isMember = order.keys.count == group.keys.count ? entry.key == key : entry.key.starts(with: key)
        return isMember ? entry.object : nil
    }
}
