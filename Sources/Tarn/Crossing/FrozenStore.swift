internal import TarnRecords

/// One version of a store: everything in it can be read everywhere, and it never changes (C6).
///
///     let snapshot = store.frozen()
///     Task.detached { print(snapshot.objects(Person.self).count) }
///
/// It keeps its version in the file as long as it is held (F4): a file that is written meanwhile grows. Reads of one
/// version wait for each other, for the time that an object or a query takes.
public struct FrozenStore: Sendable {
    private let snapshot: FrozenVersion

    init(_ snapshot: FrozenVersion) { self.snapshot = snapshot }

    /// The number of the version.
    public var version: UInt64 { snapshot.number }

    /// The last failure met by a read; what was read was then zero, empty or nil.
    public var readFailure: StoreError? { snapshot.failure }

    /// All objects of a class. Traps for a class that the store was not opened with (C11).
    public func objects<T: Object>(_ type: T.Type) -> FrozenResults<T> {
        FrozenResults(FrozenCore(snapshot, snapshot.type(type), []))
    }

    /// The object with a primary key, or nil; O(log n).
    ///
    /// Traps when the class has no primary key or the key has another type (P9).
    public func object<T: Object>(ofType type: T.Type, forPrimaryKey key: some Persistable) -> Frozen<T>? {
        let frozen = snapshot.type(type)
        guard let kind = frozen.table.keyKind else {
            preconditionFailure("P9: \(frozen.description.name) has no primary key")
        }
        let stored = key.__stored
        precondition(
            stored.fits(kind, isOptional: frozen.table.keyIsOptional),
            "P9: the primary key of \(frozen.description.name) is of kind \(kind.name)")
        let found = snapshot.read { (session) throws(RecordError) in
            try session.object(frozen.table, primaryKey: stored)
        }
        guard let found, let found, let row = snapshot.row(frozen, found) else { return nil }
        return Frozen(row)
    }

    /// Itself.
    public func frozen() -> FrozenStore { self }
    /// Itself.
    public func freeze() -> FrozenStore { self }
}

extension Store {
    /// The version that the store sees now, as a value that can be sent everywhere (C6).
    ///
    /// Traps within a write (F5), and elsewhere than on the store's thread, queue or actor (C1).
    ///
    /// - Throws: ``StoreError`` when the snapshot cannot be begun.
    public func frozen() throws(StoreError) -> FrozenStore {
        connection.check()
        precondition(
            !isInWriteTransaction,
            "F5: a store is frozen outside of writes: what a write has done so far is no version of the file")
        return FrozenStore(try connection.makeFrozenVersion())
    }

    /// The same as ``frozen()``.
    ///
    /// - Throws: as ``frozen()``.
    public func freeze() throws(StoreError) -> FrozenStore { try frozen() }
}
