internal import TarnRecords

extension List: ObservableCollection {
    /// Calls a closure with the list as it is and then with each change of it, by places.
    ///
    ///     token = person.dogs.observe { change in
    ///         if case .update(let dogs, let update) = change { table.apply(update, dogs) }
    ///     }
    ///
    /// When and where it is called is as for `Results.observe(keyPaths:_:)`. A value in the place of another one is a
    /// modification, a link in the place of another a deletion and an insertion, and so is an element that was moved,
    /// which is named as a move. Setting an element to what it is changes nothing. Of links, objects that were
    /// modified, or from which one that was can be reached over up to three links, are modifications at every place
    /// where they are (N10, N20). When the object that the list belongs to is deleted there is one last call with all
    /// places as deletions, for an empty list too, and the list reads as empty from then on (N19).
    ///
    /// A commit costs O(log n + its changes to the list); one that modifies linked objects looks at the links, O(n).
    /// Traps for an unmanaged list (C8) and that of a deleted object (O1).
    ///
    /// - Parameter body: what is called.
    /// - Returns: the token that keeps it going.
    public func observe(_ body: @escaping (CollectionChange<List>) -> Void) -> NotificationToken {
        let source = ObservedCollection(self, .reachable)
        return NotificationToken(source, source.connection, isDue: true, body)
    }

    /// The list as it is and then each change of it, as a sequence; see ``Results/changes(keyPaths:)``.
    public var changes: Changes<CollectionChange<List>> {
        let source = ObservedCollection(self, .reachable)
        return Changes(source.connection) { ObservedCollection(self, .reachable) }
    }

    /// Follows the list.
    public func _source() -> CollectionSource<List> { ObservedCollection(self, .reachable) }
}

extension List where Element: Object {
    /// Calls a closure with the list as it is and then with each change of it; of modified objects only those whose
    /// properties at some key paths have changed (N11).
    ///
    /// As ``observe(_:)`` and `Results.observe(keyPaths:_:)`. An empty list of key paths leaves insertions and
    /// deletions.
    public func observe(
        keyPaths: [PartialKeyPath<Element>]?, _ body: @escaping (CollectionChange<List>) -> Void
    ) -> NotificationToken {
        let source = ObservedCollection(self, filter(keyPaths))
        return NotificationToken(source, source.connection, isDue: true, body)
    }

    /// As ``changes``, with key paths as for ``observe(keyPaths:_:)``.
    public func changes(keyPaths: [PartialKeyPath<Element>]?) -> Changes<CollectionChange<List>> {
        let filter = filter(keyPaths)
        let source = ObservedCollection(self, filter)
        return Changes(source.connection) { ObservedCollection(self, filter) }
    }
}

extension MutableSet: ObservableCollection {
    /// Calls a closure with the set as it is and then with each change of it, by places; as ``List/observe(_:)``.
    public func observe(_ body: @escaping (CollectionChange<MutableSet>) -> Void) -> NotificationToken {
        let source = ObservedCollection(self, .reachable)
        return NotificationToken(source, source.connection, isDue: true, body)
    }

    /// The set as it is and then each change of it, as a sequence; see ``Results/changes(keyPaths:)``.
    public var changes: Changes<CollectionChange<MutableSet>> {
        let source = ObservedCollection(self, .reachable)
        return Changes(source.connection) { ObservedCollection(self, .reachable) }
    }

    /// Follows the set.
    public func _source() -> CollectionSource<MutableSet> { ObservedCollection(self, .reachable) }
}

extension MutableSet where Element: Object {
    /// Calls a closure with the set as it is and then with each change of it; as ``List/observe(keyPaths:_:)``.
    public func observe(
        keyPaths: [PartialKeyPath<Element>]?, _ body: @escaping (CollectionChange<MutableSet>) -> Void
    ) -> NotificationToken {
        let source = ObservedCollection(self, filter(keyPaths))
        return NotificationToken(source, source.connection, isDue: true, body)
    }

    /// As ``changes``, with key paths as for ``observe(keyPaths:_:)``.
    public func changes(keyPaths: [PartialKeyPath<Element>]?) -> Changes<CollectionChange<MutableSet>> {
        let filter = filter(keyPaths)
        let source = ObservedCollection(self, filter)
        return Changes(source.connection) { ObservedCollection(self, filter) }
    }
}

extension Map {
    /// Calls a closure with the map as it is and then with each change of it, by keys (N21).
    ///
    /// As ``List/observe(_:)``; setting a value is a modification, also to the object that was there.
    public func observe(_ body: @escaping (MapChange<Key, Value>) -> Void) -> NotificationToken {
        let source = ObservedMap(self, .reachable)
        return NotificationToken(source, source.connection, isDue: true, body)
    }

    /// Calls a closure with the map as it is and then with each change of it; as ``List/observe(keyPaths:_:)``.
    public func observe<Linked: Object>(
        keyPaths: [PartialKeyPath<Linked>]?, _ body: @escaping (MapChange<Key, Value>) -> Void
    ) -> NotificationToken where Value == Linked? {
        let source = ObservedMap(self, filter(keyPaths))
        return NotificationToken(source, source.connection, isDue: true, body)
    }

    /// The map as it is and then each change of it, as a sequence; see ``Results/changes(keyPaths:)``.
    public var changes: Changes<MapChange<Key, Value>> {
        let source = ObservedMap(self, .reachable)
        return Changes(source.connection) { ObservedMap(self, .reachable) }
    }
}

extension PersistedCollection {
    /// What counts as a modification of linked objects for an observer with key paths (N13).
    final func filter<Linked: Object>(_ keyPaths: [PartialKeyPath<Linked>]?) -> ModificationFilter {
        guard let keyPaths else { return .reachable }
        guard let home else { preconditionFailure("C8: an unmanaged collection cannot be observed") }
        return .paths(home.context.connection.context(Linked.self).observedPaths(keyPaths))
    }
}
