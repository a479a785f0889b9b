/// A place in the history of a live query from which somebody wants to know what has happened since: the base.
///
/// Every subscription has its own, so a slow one gets everything since it last asked as one exact change (N8).
package final class LiveSubscription {
    private let query: LiveQuery
    private let subscriber: LiveSubscriber

    init(_ query: LiveQuery, _ subscriber: LiveSubscriber) {
        self.query = query
        self.subscriber = subscriber
    }

    deinit { cancel() }

    /// Whether asking can be worth it; O(1). What happened may turn out to have cancelled out.
    package var hasPending: Bool { subscriber.hasPending }

    /// What has happened since the base, which is now the present; nil when that is nothing.
    /// - Parameter session: A session of the query's version.
    package func take(_ session: RecordSession) throws(RecordError) -> CollectionUpdate? {
        if !subscriber.hasPending { return nil }
        let update = try subscriber.update(query, session)
        subscriber.reset()
        return update.isEmpty ? nil : update
    }

    /// Forgets what has happened so far (N18).
    package func skip() { subscriber.reset() }

    /// Ends the subscription.
    package func cancel() {
        subscriber.reset()
        query.remove(subscriber)
    }
}
