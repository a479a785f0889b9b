/// The objects of a live query in their order, kept in trees that count: in storage order by masks, else by keys.
final class LiveObjects {
    private enum Tree {
        case stored(StoredObjects)
        case ordered(OrderedObjects)
    }

    private let tree: Tree
    private let order: OrderKey

    /// The objects of a source, brought into an order.
    init(_ source: QuerySource, _ order: OrderKey, _ session: RecordSession) throws(RecordError) {
        self.order = order
        if order.keys.isEmpty {
            guard case .set(let set) = try session.collect(source, order.table, limit: nil) else {
                preconditionFailure("what a filter leaves of a table is in storage order")
            }
            tree = .stored(StoredObjects(set))
        } else {
            tree = .ordered(try session.orderedObjects(source, order))
        }
    }

    var count: Int {
        switch tree {
        case .stored(let objects): objects.count
        case .ordered(let objects): objects.count
        }
    }

    /// The memory taken.
    var byteCount: Int {
        switch tree {
        case .stored(let objects): objects.byteCount
        case .ordered(let objects): objects.byteCount
        }
    }

    /// The n-th object; O(log n).
    func object(at index: Int) -> UInt64 {
        switch tree {
        case .stored(let objects): objects.object(at: index)
        case .ordered(let objects): objects.object(at: index)
        }
    }

    /// The place of an object whose values are read through a session; O(log n).
    func index(of object: ObjectKey, _ session: RecordSession) throws(RecordError) -> Int? {
        switch tree {
        case .stored(let objects): return objects.index(of: object.rawValue)
        case .ordered(let objects):
            guard let key = try session.orderKey(order, object) else { return nil }
            return objects.index(of: key, object.rawValue)
        }
    }

    /// The objects at some places.
    func membership(_ range: Range<Int>) -> Membership {
        switch tree {
        case .stored(let objects):
            range == 0..<objects.count
                ? .set(objects.keySet) : .set(KeySet(sortedKeys: objects.objects(in: range)))
        case .ordered(let objects): .list(objects.objects(in: range))
        }
    }

    /// Takes objects out and puts others in.
    ///
    /// Few are handled one by one, many in one pass through all.
    /// - Throws: when an object is not where the old version says, which damage alone can bring about.
    func apply(_ change: LiveChange) throws(RecordError) -> LiveStep {
        if change.count == 0 { return LiveStep() }
        let isFew = change.count <= 32 || change.count < count / 256
        return isFew ? try applyFew(change) : try applyMany(change)
    }

    /// Nothing is changed before it is known to go well, so that the next `reload` finds what was there.
    private func check(_ removed: [LiveStep.Place], _ batch: OrderedBatch) throws(RecordError) {
        if removed.count == batch.count { return }
        throw RecordError(
            .corrupt, tree: "clusters", key: order.table.name,
            message: "a version that was read before now reads differently, so pages are damaged")
    }

    private func applyFew(_ change: LiveChange) throws(RecordError) -> LiveStep {
        let removed = places(of: change.removed)
        try check(removed, change.removed)
        switch tree {
        case .stored(let objects):
            for object in change.removed.objects { objects.remove(object) }
            for object in change.added.objects { objects.insert(object) }
        case .ordered(let objects):
            for place in 0..<change.removed.count {
                objects.remove(change.removed.key(place), change.removed.objects[place])
            }
            for place in 0..<change.added.count {
                objects.insert(change.added.key(place), change.added.objects[place])
            }
        }
        return LiveStep(removed: removed, added: places(of: change.added))
    }

    /// The places of entries, ascending; those that are not there are left out.
    private func places(of batch: OrderedBatch) -> [LiveStep.Place] {
        var places: [LiveStep.Place] = []
        places.reserveCapacity(batch.count)
        for place in 0..<batch.count {
            let object = batch.objects[place]
            let index =
                switch tree {
                case .stored(let objects): objects.index(of: object)
                case .ordered(let objects): objects.index(of: batch.key(place), object)
                }
            if let index { places.append(.init(index: index, key: object)) }
        }
        return places.sorted { $0.index < $1.index }
    }

    private func applyMany(_ change: LiveChange) throws(RecordError) -> LiveStep {
        var (removals, additions) = (change.removed, change.added)
        removals.sort()
        additions.sort()
        switch tree {
        case .stored(let objects):
            let (left, came) = (KeySet(sortedKeys: removals.objects), KeySet(sortedKeys: additions.objects))
            let removed = Membership.set(objects.keySet).places(of: left)
            try check(removed, removals)
            objects.merge(removing: left, adding: came)
            return LiveStep(removed: removed, added: Membership.set(objects.keySet).places(of: came))
        case .ordered(let objects):
            let removed = Self.places(of: removals.objects, in: objects.objects)
            try check(removed, removals)
            objects.merge(removing: removals, adding: additions)
            return LiveStep(removed: removed, added: Self.places(of: additions.objects, in: objects.objects))
        }
    }

    /// The places of some objects in a sequence that holds them in the same order.
    private static func places(of objects: [UInt64], in all: [UInt64]) -> [LiveStep.Place] {
        var places: [LiveStep.Place] = []
        places.reserveCapacity(objects.count)
        var next = 0
        for (index, object) in all.enumerated() {
            if next == objects.count { break }
            if objects[next] != object { continue }
            places.append(.init(index: index, key: object))
            next += 1
        }
        return places
    }
}

extension Membership {
    /// The places of some objects of a set, those that are in it.
    fileprivate func places(of objects: KeySet) -> [LiveStep.Place] {
        var slots: [UInt64: UInt64] = [:]
        slots.reserveCapacity(objects.members.count)
        for member in objects.members { slots[member.number] = member.slots }
        return places(of: .slots(slots))
    }
}
