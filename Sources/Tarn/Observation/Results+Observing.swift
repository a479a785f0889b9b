internal import TarnRecords

extension Results {
    /// Calls a closure with the results as they are and then with each change of them.
    ///
    ///     token = people.sorted(by: \.name).observe { change in
    ///         switch change {
    ///         case .initial(let people): list.show(people)
    ///         case .update(let people, let update): list.show(people, update)
    ///         }
    ///     }
    ///
    /// The first call comes soon after this one, never within it (N1): by itself on a queue, on an actor and on the
    /// main thread, elsewhere with the next refresh or write. Later calls come when the store has moved to another
    /// version, whoever wrote it, if the results have changed (N9); what has happened since the last call is one change
    /// (N8). They come where the store belongs, in the order of registration, and never in a write. In the closure the
    /// results are as the change says (N23). It may do anything: write, observe, end any token, close the store.
    ///
    /// - Parameters:
    ///   - keyPaths: the properties that count as modifications of an object, over links too (`\.owner?.name`); for
    ///     this observation alone (N12). An empty list leaves insertions and deletions, which always count (N11). Nil
    ///     stands for all properties of the objects and of those that they lead to over up to three links (N10). Traps
    ///     for a key path that leads to no persisted property (N13).
    ///   - body: what is called. It cannot throw: there is nobody who could catch it.
    /// - Returns: the token that keeps it going.
    public func observe(
        keyPaths: [PartialKeyPath<Element>]? = nil, _ body: @escaping (CollectionChange<Results<Element>>) -> Void
    ) -> NotificationToken {
        let source = ObservedResults(self, filter(keyPaths))
        return NotificationToken(source, core.context.connection, isDue: true, body)
    }

    /// The results as they are and then each change of them, as a sequence.
    ///
    ///     for await change in people.changes { ... }
    ///
    /// As ``changes(keyPaths:)`` without key paths.
    public var changes: Changes<CollectionChange<Results<Element>>> { changes(keyPaths: nil) }

    /// The results as they are and then each change of them, as a sequence.
    ///
    ///     for await change in people.changes(keyPaths: [\.name]) { ... }
    ///
    /// It is walked where the store belongs, which must be an actor; the main actor is one. Each step gives everything
    /// that has happened since the step before as one change, so a slow loop loses and repeats nothing. Leaving the
    /// loop, cancelling the task and dropping the iterator end it; closing the store does as well.
    ///
    /// - Parameter keyPaths: the properties that count as modifications, as for `observe(keyPaths:_:)`.
    public func changes(keyPaths: [PartialKeyPath<Element>]? = nil) -> Changes<CollectionChange<Results<Element>>> {
        let filter = filter(keyPaths)
        return Changes(core.context.connection) { ObservedResults(self, filter) }
    }

    /// What counts as a modification for an observer with key paths.
    func filter(_ keyPaths: [PartialKeyPath<Element>]?) -> ModificationFilter {
        core.check()
        return keyPaths.map { .paths(core.context.observedPaths($0)) } ?? .reachable
    }
}

extension Results: ObservableCollection {
    /// Follows the results.
    public func _source() -> CollectionSource<Results> { ObservedResults(self, filter(nil)) }
}
