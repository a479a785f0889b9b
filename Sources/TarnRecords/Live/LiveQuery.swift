/// One query that is kept up from version to version. It belongs to one connection; not Sendable.
///
/// Filters, orders, a limit and a distinct are followed object by object (``LiveStructure``): the cost is that of the
/// changes, not of the table or the result. Other queries are run again when something concerns them.
package final class LiveQuery {
    /// The query, on the table as it is in the version.
    package private(set) var query: RecordQuery
    /// The version that the query shows.
    package private(set) var version: UInt64
    private var shape: LiveShape?
    /// What the query depends on.
    private var reach: QueryReach
    private var content: Content
    private var known: Membership?
    private var subscribers: [LiveSubscriber] = []
    var aggregates = LiveAggregates()

    private enum Content {
        case followed(LiveStructure)
        case found(Membership)
    }

    /// Runs a query once and keeps what it found.
    package init(_ query: RecordQuery, _ session: RecordSession) throws(RecordError) {
        self.query = query
        try query.check()
        reach = QueryReach(query, session.catalogue)
        shape = LiveShape(query, session.catalogue)
        content = try Self.found(query, shape, session)
        version = session.version
    }

    private static func found(
        _ query: RecordQuery, _ shape: LiveShape?, _ session: RecordSession
    ) throws(RecordError) -> Content {
        if let shape { return .followed(try LiveStructure(shape, session)) }
        return .found(try session.run(query))
    }

    /// How many objects there are; O(1).
    package var count: Int {
        switch content {
        case .followed(let structure): structure.count
        case .found(let membership): membership.count
        }
    }

    /// Whether changes are followed object by object; otherwise the query is run again when something concerns it.
    package var isIncremental: Bool { shape != nil }

    /// The memory that the objects take, in bytes; O(n).
    package var byteCount: Int {
        switch content {
        case .followed(let structure): structure.byteCount
        case .found(let membership): membership.byteCount
        }
    }

    /// The n-th object; O(log n). Traps outside of `0..<count`.
    package func key(at index: Int) -> ObjectKey {
        switch content {
        case .followed(let structure): ObjectKey(rawValue: structure.object(at: index))
        case .found(let membership): membership.key(at: index)
        }
    }

    /// The place of an object, or nil when it is not among them; O(log n) when changes are followed.
    /// - Parameters:
    ///   - key: The object.
    ///   - session: A session of the query's version.
    package func index(of key: ObjectKey, _ session: RecordSession) throws(RecordError) -> Int? {
        switch content {
        case .followed(let structure): try structure.index(of: key, session)
        case .found(let membership): membership.index(of: key)
        }
    }

    /// All objects, for iteration; O(n) once for each version that has others.
    package var membership: Membership {
        switch content {
        case .found(let membership): return membership
        case .followed(let structure):
            if let known { return known }
            let membership = structure.membership
            known = membership
            return membership
        }
    }

    /// Moves on to a newer version.
    ///
    /// - Throws: what reading throws. The query cannot be used then until a `reload` succeeds.
    package func advance(_ changes: VersionChanges) throws(RecordError) {
        guard reach.isCurrent(changes.new.catalogue), let table = try changes.of(query.table),
            let reached = try changes.reached(query.table, reach)
        else { return try reload(changes) }
        var isTouched = try query.isTouched(reach.columns, table, changes)
        if !reached.isEmpty { isTouched = true }
        if reach.looksBack, try changes.concern(reach.tables) { isTouched = true }
        if isTouched, case .followed(let structure) = content, changes.old != nil {
            for subscriber in subscribers { try subscriber.prepare(changes, query.table, shape) }
            try note(structure.advance(table, reached, changes), table, changes)
        } else if isTouched {
            try reload(changes)
        } else {
            for subscriber in subscribers { try subscriber.prepare(changes, query.table, shape) }
            try note(LiveStep(), table, changes)
        }
    }

    /// Moves on to a newer version by running the query again.
    ///
    /// - Throws: what reading throws. The query cannot be used then until a `reload` succeeds.
    package func reload(_ changes: VersionChanges) throws(RecordError) {
        adopt(changes.new.catalogue)
        let table = try changes.of(query.table)
        for subscriber in subscribers { try subscriber.prepare(changes, query.table, shape) }
        let before = membership
        content = try Self.found(query, shape, changes.new)
        known = nil
        if query.source != .table {
            return try note(LiveStep(from: before.keys, to: membership.keys, table), table, changes)
        }
        // Without a cut nobody comes or goes who was not touched, or who leads to somebody who was.
        let isCut = query.steps.contains { $0.isCut } || reach.looksBack
        var touched = TouchedObjects(table, columns: reach.placeColumns)
        var candidates: TouchedObjects = isCut ? .all : TouchedObjects(table, columns: reach.columns)
        // One text changes the ranks of others.
        if query.isRanked && before != membership { touched = .all }
        if reach.hasPaths {
            let reached = try changes.reached(query.table, reach)
            touched.formUnion(reached?.places)
            candidates.formUnion(reached?.places)
            candidates.formUnion(reached?.members)
        }
        try note(LiveStep(from: before, to: membership, touched, candidates), table, changes)
    }

    /// Follows a change of the file's schema: clusters of the version can only be read with the table of the version.
    private func adopt(_ catalogue: Catalogue) {
        if reach.isCurrent(catalogue) { return }
        query = RecordQuery(table: catalogue.tables[Int(query.table.id)], source: query.source, steps: query.steps)
        reach = QueryReach(query, catalogue)
        shape = LiveShape(query, catalogue)
    }

    /// Tells the subscribers what has happened, which cannot fail, and brings the aggregates along.
    private func note(
        _ step: LiveStep, _ table: TableChanges?, _ changes: VersionChanges
    ) throws(RecordError) {
        version = changes.new.version
        if !step.isEmpty { known = nil }
        for subscriber in subscribers { subscriber.note(step, table) }
        try aggregates.advance(self, step, changes)
    }

    /// Begins to collect what happens from now on.
    package func subscribe(_ filter: ModificationFilter) -> LiveSubscription {
        let subscriber = LiveSubscriber(filter)
        subscribers.append(subscriber)
        return LiveSubscription(self, subscriber)
    }

    /// Ends what `subscribe` began.
    func remove(_ subscriber: LiveSubscriber) { subscribers.removeAll { $0 === subscriber } }

    /// Some members with their places: those of `objects`, slots by cluster number; ascending.
    func places(of objects: [UInt64: UInt64], _ session: RecordSession) throws(RecordError) -> [LiveStep.Place] {
        let wanted = objects.values.reduce(0) { $0 + $1.nonzeroBitCount }
        guard case .followed(let structure) = content, wanted < max(8, count / 64) else {
            return membership.places(of: .slots(objects))
        }
        var places: [LiveStep.Place] = []
        for (number, slots) in objects {
            for slot in SlotSequence(slots) {
                let key = ObjectKey(cluster: number, slot: slot)
                if let index = try structure.index(of: key, session) {
                    places.append(.init(index: index, key: key.rawValue))
                }
            }
        }
        return places.sorted { $0.index < $1.index }
    }

    /// All members with their places.
    var places: [LiveStep.Place] { membership.places(of: .all) }
}

extension RecordQuery {
    /// Whether a search gives an order.
    fileprivate var isRanked: Bool { steps.contains { if case .rank = $0 { true } else { false } } }
}

extension RecordQuery.Step {
    /// Whether objects leave or come for another reason than their own values.
    fileprivate var isCut: Bool {
        switch self {
        case .filter, .sort, .rank: false
        case .distinct, .limit: true
        }
    }
}

extension RecordQuery {
    /// Whether a change can concern what the query finds, given what happened to its table.
    fileprivate func isTouched(
        _ columns: Set<Int>, _ table: TableChanges, _ changes: VersionChanges
    ) throws(RecordError) -> Bool {
        if case .inverse(_, _, let column) = source {
            let columns = columns.union([column])
            return table.clusters.contains { $0.inserted | $0.deleted | $0.replaced | $0.modified(in: columns) != 0 }
        }
        guard case .collection(let owner, let object, let column) = source else {
            return table.clusters.contains { $0.inserted | $0.deleted | $0.replaced | $0.modified(in: columns) != 0 }
        }
        if table.clusters.contains(where: { $0.modified(in: columns) != 0 }) { return true }
        // Whoever comes to a collection or leaves it, by being deleted too, changes its column.
        guard let own = try changes.of(changes.new.catalogue.tables[Int(owner)]) else { return true }
        guard let cluster = own.cluster(object.cluster) else { return false }
        let others = cluster.inserted | cluster.deleted | cluster.replaced
        return (others | cluster.modified(in: [column])) & object.bit != 0
    }
}

extension Membership {
    /// The memory taken.
    fileprivate var byteCount: Int {
        switch self {
        case .set(let set): set.members.count * 24
        case .list(let keys): keys.count * 8
        }
    }
}
