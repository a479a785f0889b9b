internal import TarnRecords

/// What belongs to the place of its store and can be referred to from others: objects and results.
///
/// The requirements are the store's own.
public protocol ThreadConfined {
    /// What leads back to the value; traps when it has no store or is deleted.
    func __target() -> _ReferenceTarget
    /// The value in another store, or nil when it is gone.
    static func _resolve(_ target: _ReferenceTarget, _ store: Store) -> Self?
}

/// What a reference leads to. Not for use by programs.
public struct _ReferenceTarget: Sendable {
    let place: StoredPlace
    let configuration: Store.Configuration
    let key: ObjectKey?
    let source: RecordQuery.Source
    let steps: [RecordQuery.Step]

    init(
        _ connection: Connection, key: ObjectKey? = nil, source: RecordQuery.Source = .table,
        steps: [RecordQuery.Step] = []
    ) {
        self.source = source
        place = connection.place
        configuration = connection.configuration
        self.key = key
        self.steps = steps
    }
}

extension Object: ThreadConfined {
    /// Its key. Traps for an unmanaged object (C8), a deleted one (O1), and elsewhere than in its place (C1).
    public final func __target() -> _ReferenceTarget {
        guard let context else { preconditionFailure("C8: only objects of a store can be referred to") }
        let connection = context.connection
        connection.confinement.check()
        if !context.exists(self) { connection.refuseDeleted(context.description.name) }
        return _ReferenceTarget(connection, key: __key)
    }

    /// The object with the key, unless it was deleted.
    public static func _resolve(_ target: _ReferenceTarget, _ store: Store) -> Self? {
        target.key.flatMap { store.thaw(self, $0, target.place) }
    }
}

extension Results: ThreadConfined {
    /// The query. Traps elsewhere than in its place (C1).
    public func __target() -> _ReferenceTarget {
        core.check()
        return _ReferenceTarget(core.context.connection, source: core.source, steps: core.steps)
    }

    /// The same query on the objects of the store.
    public static func _resolve(_ target: _ReferenceTarget, _ store: Store) -> Results? {
        guard store.prepare(for: target.place) else { return nil }
        return Results(ResultsCore(store.connection.context(Element.self), target.steps, from: target.source))
    }
}

extension Connection {
    /// Where something taken out of the store now belongs. After a failed read any version will do.
    fileprivate var place: StoredPlace {
        let version = readable { (session) throws(RecordError) in session.state.version }
        return StoredPlace(identity, version ?? 0, openWriteFate)
    }
}
