internal import TarnRecords

extension Store {
    /// The object with a primary key, or nil; O(log n), no query is run (P9).
    ///
    /// Traps when the class has no primary key or the key has another type.
    public func object<T: Object>(ofType type: T.Type, forPrimaryKey key: some Persistable) -> T? {
        connection.check()
        let context = connection.context(type)
        guard let property = context.description.primaryKey else {
            preconditionFailure("P9: \(context.description.name) has no primary key")
        }
        let stored = key._stored
        precondition(
            stored.fits(property.kind, isOptional: property.isOptional),
            "P9: the primary key of \(context.description.name) is of type \(property.field.valueType)")
        return connection.readable { (session) throws(RecordError) in
            guard let found = try session.object(context.table, primaryKey: stored) else { return nil }
            return try make(type, found, context, session)
        } ?? nil
    }

    /// The object with a key, or nil.
    func object<T: Object>(_ type: T.Type, _ key: ObjectKey) -> T? {
        let context = connection.context(type)
        return connection.readable { (session) throws(RecordError) in
            try make(type, key, context, session)
        } ?? nil
    }

    private func make<T: Object>(
        _ type: T.Type, _ key: ObjectKey, _ context: ObjectContext, _ session: RecordSession
    ) throws(RecordError) -> T? {
        guard let cluster = try session.cluster(context.table, key.cluster), let row = cluster.row(slot: key.slot) else {
            return nil
        }
        let object = type.init()
        context.bind(object, key, row, cluster.owner)
        return object
    }
}
