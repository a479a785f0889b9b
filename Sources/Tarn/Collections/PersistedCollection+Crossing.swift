internal import TarnRecords

extension List: ThreadConfined {
    /// Its owner and property. Traps for an unmanaged list (C8), that of a deleted object (O1), and elsewhere than in
    /// its place (C1).
    public func __target() -> _ReferenceTarget { target() }

    /// The list of the same object, unless that was deleted.
    public static func _resolve(_ target: _ReferenceTarget, _ store: Store) -> List? { target.collection(in: store) }
}

extension MutableSet: ThreadConfined {
    /// Its owner and property; as ``List/__target()``.
    public func __target() -> _ReferenceTarget { target() }

    /// The set of the same object, unless that was deleted.
    public static func _resolve(_ target: _ReferenceTarget, _ store: Store) -> MutableSet? {
        target.collection(in: store)
    }
}

extension Map: ThreadConfined {
    /// Its owner and property; as ``List/__target()``.
    public func __target() -> _ReferenceTarget { target() }

    /// The map of the same object, unless that was deleted.
    public static func _resolve(_ target: _ReferenceTarget, _ store: Store) -> Map? { target.collection(in: store) }
}

extension PersistedCollection {
    fileprivate final func target() -> _ReferenceTarget {
        guard let home else { preconditionFailure("C8: only collections of a store can be referred to") }
        let connection = home.context.connection
        connection.confinement.check()
        if !home.context.exists(home.owner) { connection.refuseDeleted(home.context.description.name) }
        return _ReferenceTarget(connection, key: home.owner.__key, source: home.source)
    }
}

extension _ReferenceTarget {
    /// The collection in another store.
    fileprivate func collection<Collection: PersistedCollection & Persistable>(in store: Store) -> Collection? {
        guard store.prepare(for: place), case .collection(let table, let key, let column) = source else { return nil }
        let connection = store.connection
        let name = connection.catalogue.tables[Int(table)].name
        guard let description = connection.descriptions.first(where: { $0.name == name }),
            let owner = store.object(description.type, key), let context = owner.context
        else { return nil }
        return Collection._attach(owner, context, column)
    }
}
