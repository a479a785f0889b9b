/// One query that is kept up from version to version. It belongs to one connection; not Sendable.
package final class LiveQuery {
    /// The query.
    package let query: RecordQuery
    /// The version that the query shows.
    package private(set) var version: UInt64
    /// The columns that decide about membership and order.
    private let columns: Set<Int>
    private var content: Membership
    private var subscribers: [LiveSubscriber] = []
    var aggregates = LiveAggregates()

    /// Runs a query once and keeps what it found.
    package init(_ query: RecordQuery, _ session: RecordSession) throws(RecordError) {
        self.query = query
        columns = query.decidingColumns
        content = try session.run(query)
        version = session.version
    }

    /// How many objects there are; O(1).
    package var count: Int { content.count }

    /// Whether changes are followed object by object; otherwise the query is run again when something concerns it.
    package var isIncremental: Bool { false }

    /// The n-th object. Traps outside of `0..<count`.
    package func key(at index: Int) -> ObjectKey { content.key(at: index) }

    /// The place of an object, or nil when it is not among them.
    /// - Parameters:
    ///   - key: The object.
    ///   - session: A session of the query's version.
    package func index(of key: ObjectKey, _ session: RecordSession) throws(RecordError) -> Int? {
        content.index(of: key)
    }

    /// All objects, for iteration.
    package var membership: Membership { content }

    /// Moves on to a newer version.
    ///
    /// - Throws: what reading throws. The query cannot be used then until a `reload` succeeds.
    package func advance(_ changes: VersionChanges) throws(RecordError) {
        if let table = try changes.of(query.table), TouchedObjects(table, columns: columns).isEmpty {
            try note(LiveStep(), changes)
        } else {
            try reload(changes)
        }
    }

    /// Moves on to a newer version by running the query again.
    ///
    /// - Throws: what reading throws. The query cannot be used then until a `reload` succeeds.
    package func reload(_ changes: VersionChanges) throws(RecordError) {
        let touched = TouchedObjects(try changes.of(query.table), columns: columns)
        let found = try changes.new.run(query)
        let step = LiveStep(removed: content.places(of: touched), added: found.places(of: touched))
        content = found
        try note(step, changes)
    }

    /// Tells the subscribers what has happened.
    private func note(_ step: LiveStep, _ changes: VersionChanges) throws(RecordError) {
        version = changes.new.version
        for subscriber in subscribers { try subscriber.note(step, changes, query.table) }
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
        content.places(of: .slots(objects))
    }

    /// All members with their places.
    var places: [LiveStep.Place] { content.places(of: .all) }
}

extension RecordQuery {
    /// The columns that decide which objects are found and in which order.
    fileprivate var decidingColumns: Set<Int> {
        steps.reduce(into: []) { columns, step in
            switch step {
            case .filter(let filter): columns.formUnion(filter.columns)
            case .sort(let keys): columns.formUnion(keys.map(\.column))
            case .distinct(let distinct): columns.formUnion(distinct)
            case .limit: break
            }
        }
    }
}
