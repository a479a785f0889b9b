public import FoundationEssentials
internal import TarnRecords

/// A collection of links to objects, which can be queried as the class itself can.
public protocol LinkCollection<Linked> {
    /// The class of the objects.
    associatedtype Linked: Object
    /// The objects that the collection leads to, as results.
    ///
    /// They follow the collection: in its order, an object as often as it is in it. Results over a collection are run
    /// again when it changes, or when what they filter or sort by does; observers are told the exact difference (N20).
    /// When the owner is deleted they become empty (Q10). Traps for an unmanaged collection (C8).
    var results: Results<Linked> { get }
}

extension List: LinkCollection where Element: Object {
    /// The objects in the order of the list, each as often as it is in it.
    public var results: Results<Element> { linkResults(Element.self) }
}

extension MutableSet: LinkCollection where Element: Object {
    /// The objects of the set.
    public var results: Results<Element> { linkResults(Element.self) }
}

extension PersistedCollection {
    final func linkResults<Linked: Object>(_ type: Linked.Type) -> Results<Linked> {
        guard let home else { preconditionFailure("C8: only the collections of stored objects can be queried") }
        let connection = home.context.connection
        connection.check()
        return Results(ResultsCore(connection.context(type), [], from: home.source))
    }
}

extension CollectionHome {
    /// The collection as the beginning of a query.
    var source: RecordQuery.Source {
        .collection(owner: context.table.id, object: owner.__key, column: column)
    }
}

extension Map {
    /// The objects that the values lead to, in the order of the keys, without the nils; see ``LinkCollection/results``.
    public func results<Linked: Object>() -> Results<Linked> where Value == Linked? { linkResults(Linked.self) }

    /// The objects among the values that pass a test; as ``Results/where(_:)``.
    public func `where`<Linked: Object>(_ test: (Query<Linked>) -> Query<Bool>) -> Results<Linked>
    where Value == Linked? { results().where(test) }

    /// The objects among the values, ordered by a property; as `Results.sorted(by:ascending:)`.
    public func sorted<Linked: Object, Property: Persistable>(
        by keyPath: KeyPath<Linked, Property>, ascending: Bool = true
    ) -> Results<Linked> where Value == Linked? { results().sorted(by: keyPath, ascending: ascending) }
}

extension LinkCollection {
    /// The objects that pass a test; as ``Results/where(_:)``.
    public func `where`(_ test: (Query<Linked>) -> Query<Bool>) -> Results<Linked> { results.where(test) }

    /// The objects that pass a `#Predicate`.
    ///
    /// - Throws: as ``Results/filter(_:)``.
    public func filter(_ predicate: Predicate<Linked>) throws(StoreError) -> Results<Linked> {
        try results.filter(predicate)
    }

    /// The objects ordered by a property; as `Results.sorted(by:ascending:)`.
    public func sorted<Value: Persistable>(
        by keyPath: KeyPath<Linked, Value>, ascending: Bool = true
    ) -> Results<Linked> { results.sorted(by: keyPath, ascending: ascending) }

    /// The objects ordered by several properties, the first being the most significant.
    public func sorted(by descriptors: [Results<Linked>.SortDescriptor]) -> Results<Linked> {
        results.sorted(by: descriptors)
    }

    /// The first object of each group with the same values (Q7).
    public func distinct(by keyPath: PartialKeyPath<Linked>) -> Results<Linked> { results.distinct(by: keyPath) }

    /// At most `count` of the objects, after leaving out the first `offset`.
    public func limit(_ count: Int, offset: Int = 0) -> Results<Linked> { results.limit(count, offset: offset) }

    /// The sum of a property; an object counts as often as it is in the collection (Q13).
    public func sum<Value: SummableProperty>(of keyPath: KeyPath<Linked, Value>) -> Value.Sum {
        results.sum(of: keyPath)
    }

    /// The average of a number property; nil when there is nothing (Q13).
    public func average<Value: SummableProperty>(of keyPath: KeyPath<Linked, Value>) -> Double? {
        results.average(of: keyPath)
    }

    /// The smallest value of a property; nil when there is nothing (Q13).
    public func min<Value: OrderedValue>(of keyPath: KeyPath<Linked, Value>) -> Value.Bound? {
        results.min(of: keyPath)
    }

    /// The largest value of a property; nil when there is nothing (Q13).
    public func max<Value: OrderedValue>(of keyPath: KeyPath<Linked, Value>) -> Value.Bound? {
        results.max(of: keyPath)
    }

    /// The values of one property in the order of the collection, read without making objects. O(n).
    public func values<Value: Persistable>(of keyPath: KeyPath<Linked, Value>) -> [Value] {
        results.values(of: keyPath)
    }

    /// Sets a property of every object (Q11). Traps outside a write (W8).
    ///
    /// - Throws: ``StoreError``.
    public func setValue<Value: Persistable>(_ value: Value, for keyPath: KeyPath<Linked, Value>) throws(StoreError) {
        try results.setValue(value, for: keyPath)
    }
}
