public import FoundationEssentials
public import TarnRecords

/// The objects of a class that pass a query, in its order; always those of the store's current version.
///
/// Building one does no work (Q1). The first use runs the query; further uses of the same version reuse what was found.
/// In a write transaction results follow every change (Q2).
///
///     let adults = store.objects(Person.self).where { $0.age > 17 }.sorted(by: \.name)
///     for person in adults.limit(10) { print(person.name) }
///
/// Without `sorted`, objects come in the order of their keys: of the primary key when that is an integer, otherwise in
/// the order in which they were added (Q4).
public struct Results<Element: Object> {
    let core: ResultsCore

    init(_ core: ResultsCore) { self.core = core }

    /// The objects that pass all filters so far and this `#Predicate` too.
    ///
    /// - Throws: ``StoreError`` with `.unsupportedPredicate`, naming the part that cannot be a query.
    public func filter(_ predicate: Predicate<Element>) throws(StoreError) -> Results {
        Results(core.adding(.filter(try Query<Element>.filter(predicate, core.context))))
    }

    /// The objects that pass all filters so far and this one too.
    ///
    /// The closure describes the test with operators on properties; it runs once, not for each object.
    public func `where`(_ test: (Query<Element>) -> Query<Bool>) -> Results {
        Results(core.adding(.filter(Query<Element>.filter(core.context, test))))
    }

    /// The objects ordered by a property. Stable (Q5); nil first, then NaN, then values; text by its UTF-8 bytes (Q6).
    ///
    /// The path may lead through links (`\.owner?.name`); a link that is nil comes with nil. Traps when it leads
    /// through a collection, ends in a link or leads to something that is not persisted (Q9).
    public func sorted<Value: Persistable>(
        by keyPath: KeyPath<Element, Value>, ascending: Bool = true, collation: Collation = .bytes
    ) -> Results {
        sorted(by: [SortDescriptor(keyPath, ascending: ascending, collation: collation)])
    }

    /// The objects ordered by several properties, the first being the most significant.
    public func sorted(by descriptors: [SortDescriptor]) -> Results {
        if descriptors.isEmpty { return self }
        core.check()
        let keys = descriptors.map { core.context.sortKey($0.keyPath, $0.ascending, $0.collation) }
        return Results(core.adding(.sort(keys)))
    }

    /// The first object of each group with the same values, in the order so far (Q7).
    public func distinct(by keyPaths: PartialKeyPath<Element>...) -> Results {
        Results(core.adding(.distinct(keyPaths.map { core.column($0, "distinct by") })))
    }

    /// At most `count` of the objects, after leaving out the first `offset`. Filters after it apply to what is left.
    public func limit(_ count: Int, offset: Int = 0) -> Results {
        precondition(count >= 0 && offset >= 0, "Q14: a limit and an offset are not negative")
        return Results(core.adding(.limit(count: count, offset: offset)))
    }

    /// How the query will be carried out: by which index or by a scan, how it is ordered, and whether an observed one
    /// follows each change or is run again. The same whichever way the query was written. For people.
    public func explain() -> String {
        core.read("", { (session, query) throws(RecordError) in try session.explanation(of: query) })
    }

    /// Whether the store was closed: any further use traps (Q10).
    public var isInvalidated: Bool { core.context.connection.isClosed }

    /// The store. Traps elsewhere than on its thread, queue or actor (C1).
    public var store: Store {
        core.context.connection.confinement.check()
        return core.context.store
    }
}

extension Results: CustomStringConvertible {
    /// The class and the number of objects; runs the query.
    public var description: String { "\(count) objects of \(core.context.description.name)" }
}

@available(*, unavailable, message: "results stay with their store; send values or the query's description instead")
extension Results: Sendable {}

extension Results {
    /// A property to order by, written `.init(\.name)` where several are given.
    public struct SortDescriptor {
        let keyPath: PartialKeyPath<Element>
        let ascending: Bool
        let collation: Collation

        /// Orders by a property, over links too; text by its UTF-8 bytes unless a collation says otherwise.
        public init<Value: Persistable>(
            _ keyPath: KeyPath<Element, Value>, ascending: Bool = true, collation: Collation = .bytes
        ) {
            self.keyPath = keyPath
            self.ascending = ascending
            self.collation = collation
        }
    }
}

extension Store {
    /// All objects of a class; does no work until used (Q1).
    public func objects<T: Object>(_ type: T.Type) -> Results<T> {
        connection.check()
        ClassDescription.of(type).requireTopLevel("queried")
        return Results(ResultsCore(connection.context(type), []))
    }

    /// Deletes the objects that a query finds, with all that goes with them. Traps outside a write (W8).
    ///
    /// - Throws: ``StoreError``, with `.deletionDenied` as ``delete(_:)-(Object)``.
    public func delete<T: Object>(_ results: Results<T>) throws(StoreError) {
        let session = connection.writing("objects can be deleted")
        guard results.core.context.connection === connection else {
            throw StoreError(
                .objectOfAnotherStore, "O2: results can only be deleted from the store that they belong to")
        }
        let found = results.core.membership()
        let table = results.core.context.table
        connection.dataVersion &+= 1
        try connection.record { () throws(RecordError) in
            try session.delete((0..<found.count).lazy.map { found.key(at: $0) }, of: table)
        }
    }
}
