internal import TarnRecords

/// A query that is kept up with the snapshot of a connection, for results that are observed or used again and again.
final class FollowedQuery: Follower {
    let query: LiveQuery
    private unowned let connection: Connection
    private var listeners: [QueryListener] = []
    /// The version at which following failed; what the query holds cannot be used until it has been run again.
    private var brokenSince: UInt64?

    /// Runs a query in the snapshot and keeps it up from there.
    init(_ query: RecordQuery, _ connection: Connection) throws(StoreError) {
        self.connection = connection
        let session = try connection.session()
        self.query = try connection.record { () throws(RecordError) in try LiveQuery(query, session) }
        try connection.add(self)
    }

    /// Whether it shows a version.
    func shows(_ session: RecordSession) -> Bool { brokenSince == nil && query.version == session.version }

    /// Whether keeping it up has been given up; whoever wants it has to run it again.
    private(set) var isDropped = false

    func advance(_ changes: VersionChanges) throws(RecordError) {
        if listeners.isEmpty {
            if isDropped { return }
            isDropped = brokenSince != nil ? true : try isTooMuch(changes)
            if isDropped { return connection.followers.remove(self) }
        }
        do {
            if let brokenSince {
                try query.reload(VersionChanges(fromVersion: brokenSince, to: changes.new))
            } else if changes.old == nil {
                try query.reload(changes)
            } else {
                try query.advance(changes)
            }
            brokenSince = nil
        } catch {
            if brokenSince == nil { brokenSince = changes.oldVersion }
            throw error
        }
        for listener in listeners where listener.subscription.hasPending { listener.subscriber?.becomeDue() }
    }

    /// Whether a change of the table is so large that running the query when it is used next is cheaper than following.
    private func isTooMuch(_ changes: VersionChanges) throws(RecordError) -> Bool {
        let table = query.query.table
        guard let touched = try changes.of(table)?.count else { return true }
        return touched > 64 && touched > changes.new.count(table) / 8
    }

    /// Begins to collect changes for a subscriber.
    func listen(_ filter: ModificationFilter, for subscriber: Subscriber) -> QueryListener {
        let listener = QueryListener(query.subscribe(filter), subscriber)
        listeners.append(listener)
        return listener
    }

    func remove(_ listener: QueryListener) {
        listener.subscription.cancel()
        listeners.removeAll { $0 === listener }
    }
}

/// What one subscriber has not heard of one query yet.
final class QueryListener {
    let subscription: LiveSubscription
    private(set) weak var subscriber: Subscriber?

    fileprivate init(_ subscription: LiveSubscription, _ subscriber: Subscriber) {
        self.subscription = subscription
        self.subscriber = subscriber
    }
}
