public import FoundationEssentials
internal import TarnRecords

/// The results of a query as they were in one version: a collection that never changes and can be read everywhere.
///
///     let people = store.objects(Person.self).sorted(by: \.name).frozen()
///     Task.detached { for person in people { print(person.name) } }
///
/// The objects are read when they are asked for, so frozen results keep their version in the file as long as they, or
/// elements with links, are held (R9, F4). The query runs on first use, where that is.
public struct FrozenResults<Element: Object>: Sendable {
    let core: FrozenCore

    init(_ core: FrozenCore) { self.core = core }

    /// The number of the version that the objects are read from.
    public var version: UInt64 { core.version?.number ?? 0 }

    /// Those that pass this `#Predicate` too.
    ///
    /// - Throws: ``StoreError`` with `.unsupportedPredicate`, naming the part that cannot be a query.
    public func filter(_ predicate: Predicate<Element>) throws(StoreError) -> FrozenResults {
        FrozenResults(core.adding(.filter(try Query<Element>.filter(predicate, core.type.queryContext()))))
    }

    /// Those that pass this predicate too; as ``Results/filter(_:_:)``, without objects as arguments.
    ///
    /// - Throws: ``StoreError`` with `.invalidPredicate`, which shows the place in the text.
    public func filter(_ predicate: String, _ arguments: Any?...) throws(StoreError) -> FrozenResults {
        FrozenResults(try core.type.queryContext().steps(predicate, arguments).reduce(core) { $0.adding($1) })
    }

    /// Those that pass this test too; as ``Results/where(_:)``, without comparing links.
    public func `where`(_ test: (Query<Element>) -> Query<Bool>) -> FrozenResults {
        FrozenResults(core.adding(.filter(Query<Element>.filter(core.type.queryContext(), test))))
    }

    /// The objects ordered by a property; as `Results.sorted(by:ascending:)`.
    public func sorted<Value: Persistable>(
        by keyPath: KeyPath<Element, Value>, ascending: Bool = true
    ) -> FrozenResults {
        sorted(by: [.init(keyPath, ascending: ascending)])
    }

    /// The objects ordered by several properties, the first being the most significant.
    public func sorted(by descriptors: [Results<Element>.SortDescriptor]) -> FrozenResults {
        if descriptors.isEmpty { return self }
        let context = core.type.queryContext()
        let keys = descriptors.map { context.sortKey($0.keyPath, $0.ascending, $0.collation) }
        return FrozenResults(core.adding(.sort(keys)))
    }

    /// The first object of each group with the same values, in the order so far.
    public func distinct(by keyPaths: PartialKeyPath<Element>...) -> FrozenResults {
        FrozenResults(core.adding(.distinct(keyPaths.map { column($0, "distinct by") })))
    }

    /// At most `count` of the objects, after leaving out the first `offset`.
    public func limit(_ count: Int, offset: Int = 0) -> FrozenResults {
        precondition(count >= 0 && offset >= 0, "Q14: a limit and an offset are not negative")
        return FrozenResults(core.adding(.limit(count: count, offset: offset)))
    }

    private func column(_ keyPath: AnyKeyPath, _ use: String) -> Int {
        guard let property = core.type.queryContext().queryProperty(at: keyPath) else {
            preconditionFailure(
                "Q9: \(core.type.description.name) can only be \(use) its own persisted properties")
        }
        return property.column
    }

    /// Itself (F1).
    public func frozen() -> FrozenResults { self }
    /// Itself (F1).
    public func freeze() -> FrozenResults { self }

    /// Live results of the same query in a store of the same file, or nil when the store cannot be read.
    ///
    /// A store that sees an older version moves to at least this one first, as in ``Frozen/thaw(in:)``, which traps for
    /// the same reasons.
    public func thaw(in store: Store) -> Results<Element>? {
        guard store.prepare(for: StoredPlace(core.type.identity, version, nil)) else { return nil }
        return Results(ResultsCore(store.connection.context(Element.self), core.steps, from: core.source))
    }
}

extension FrozenResults: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { core.count() }
    /// The number of objects. O(1) without filters; otherwise the first use runs the query.
    public var count: Int { core.count() }

    /// The object at a place; all its values are read now. O(log n). Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Frozen<Element> {
        precondition(
            position >= 0 && position < count, "L8: index \(position) is outside of results with \(count) objects")
        guard let row = core.rows(position..<position + 1).first else {
            preconditionFailure("L8: there is nothing at index \(position)")
        }
        return Frozen(row)
    }

    /// Reads the objects in groups, so that threads which read the same version seldom wait for each other.
    public func makeIterator() -> FrozenIterator<Element> { FrozenIterator(core) }
}

/// The way through ``FrozenResults``.
public struct FrozenIterator<Element: Object>: IteratorProtocol {
    private let core: FrozenCore
    private let end: Int
    private var reached = 0
    private var group: [FrozenRow] = []
    private var place = 0

    init(_ core: FrozenCore) {
        self.core = core
        end = core.membership().count
    }

    /// The next object, or nil at the end.
    public mutating func next() -> Frozen<Element>? {
        if place == group.count {
            if reached == end { return nil }
            let stop = min(end, reached + 64)
            group = core.rows(reached..<stop)
            (reached, place) = (stop, 0)
        }
        defer { place += 1 }
        return Frozen(group[place])
    }
}

extension Results {
    /// The results as they are now, as a value that can be sent everywhere (C6).
    ///
    /// Traps within a write (F5), and elsewhere than on the store's thread, queue or actor (C1).
    public func frozen() -> FrozenResults<Element> {
        core.check()
        let connection = core.context.connection
        precondition(
            !connection.isInWriteTransaction,
            "F5: results are frozen outside of writes: what a write has done so far is no version of the file")
        let version = connection.frozenVersion()
        return FrozenResults(
            FrozenCore(
                version, core.context.frozenClass, core.steps, from: core.source, found: core.currentMembership))
    }

    /// The same as ``frozen()``.
    public func freeze() -> FrozenResults<Element> { frozen() }
}

extension FrozenResults: CustomStringConvertible {
    /// The class and the number of objects; runs the query.
    public var description: String { "\(count) frozen objects of \(core.type.description.name)" }
}
