internal import TarnRecords

extension Store {
    /// The object with a primary key, or nil; O(log n), no query is run (P9).
    ///
    /// Traps when the class has no primary key or the key has another type.
    @inlinable
    public func object<T: Object>(ofType type: T.Type, forPrimaryKey key: some Persistable) -> T? {
        guard let found = find(type, key) else { return nil }
        let object = T()
        found.bind(object)
        return object
    }

    /// Looks an object up.
    @usableFromInline
    func find(_ type: Object.Type, _ key: some Persistable) -> FoundObject? {
        connection.check()
        let context = connection.context(type)
        let table = context.table
        guard let kind = table.keyKind else {
            preconditionFailure("P9: \(context.description.name) has no primary key")
        }
        let stored = key.__stored
        precondition(
            stored.fits(kind, isOptional: table.keyIsOptional),
            "P9: the primary key of \(context.description.name) is of kind \(kind.name)")
        do throws(StoreError) {
            let session = try connection.session()
            do {
                if table.hasIntegerKey, case .integer(let number) = stored {
                    connection.tracking?.noteLookUp(table, ObjectKey(number))
                    return try FoundObject(context, ObjectKey(number), session)
                }
                let found = try session.object(table, primaryKey: stored)
                connection.tracking?.noteLookUp(table, found)
                return try found.flatMap { (key) throws(RecordError) in try FoundObject(context, key, session) }
            } catch {
                throw connection.failure(error)
            }
        } catch {
            connection.note(error)
            return nil
        }
    }

    /// The object with a key, or nil.
    func object<T: Object>(_ type: T.Type, _ key: ObjectKey) -> T? {
        let context = connection.context(type)
        let found = connection.readable { (session) throws(RecordError) in try FoundObject(context, key, session) }
        guard let found, let found else { return nil }
        let object = type.init()
        found.bind(object)
        return object
    }
}

/// Where an object lies, until an instance stands for it.
@usableFromInline
struct FoundObject {
    private let context: ObjectContext
    private let key: ObjectKey
    private let row: Row
    private let owner: AnyObject?

    init?(_ context: ObjectContext, _ key: ObjectKey, _ session: RecordSession) throws(RecordError) {
        guard let cluster = try session.cluster(context.table, key.cluster), let row = cluster.row(slot: key.slot)
        else {
            return nil
        }
        self.context = context
        self.key = key
        self.row = row
        owner = cluster.owner
    }

    /// Makes an instance stand for the object.
    @usableFromInline
    func bind(_ object: Object) { context.bind(object, key, row, owner) }
}
