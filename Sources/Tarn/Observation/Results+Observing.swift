internal import TarnRecords

extension Results {
    /// Calls a closure with the results as they are and then with each change of them.
    ///
    /// The first call comes soon after this one, never within it (N1): by itself on a queue, on an actor and on the main
    /// thread, elsewhere with the next refresh or write. Later calls come when the store has moved to another version,
    /// whoever wrote it, if the results have changed (N9); what has happened since the last call is one change (N8).
    /// They come where the store belongs, in the order of registration, and never in a write. In the closure the results
    /// are as the change says (N23). It may do anything: write, observe, end any token, close the store.
    ///
    /// Modified are objects of which a property was set, or one of an object that they lead to over up to three links
    /// (N10).
    ///
    /// - Returns: the token that keeps it going.
    public func observe(_ body: @escaping (CollectionChange<Results<Element>>) -> Void) -> NotificationToken {
        core.check()
        let observer = ResultsObserver(self, .reachable, body)
        observer.connection.admit(observer, isDue: true)
        return NotificationToken(observer)
    }
}
