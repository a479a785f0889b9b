public import FoundationEssentials
internal import TarnRecords

/// The objects of a class as projections of one kind; always those of the store's current version.
///
/// Filters and orders use the properties of the root (PR1).
public struct ProjectedResults<Element: ProjectionClass> {
    /// The objects that are shown.
    public let rootObjects: Results<Element.Root>

    /// Shows the objects that a query finds.
    public init(_ rootObjects: Results<Element.Root>) { self.rootObjects = rootObjects }

    /// The projections of the objects that pass all filters so far and this one too; see ``Results/where(_:)``.
    public func `where`(_ test: (Query<Element.Root>) -> Query<Bool>) -> ProjectedResults {
        ProjectedResults(rootObjects.where(test))
    }

    /// The projections of the objects that pass all filters so far and this `#Predicate` too.
    ///
    /// - Throws: ``StoreError`` with `.unsupportedPredicate`, naming the part that cannot be a query.
    public func filter(_ predicate: Predicate<Element.Root>) throws(StoreError) -> ProjectedResults {
        ProjectedResults(try rootObjects.filter(predicate))
    }

    /// The projections ordered by a property of the root; see `Results.sorted(by:ascending:)`.
    public func sorted<Value: Persistable>(
        by keyPath: KeyPath<Element.Root, Value>, ascending: Bool = true
    ) -> ProjectedResults {
        ProjectedResults(rootObjects.sorted(by: keyPath, ascending: ascending))
    }

    /// The projections ordered by several properties of the root, the first being the most significant.
    public func sorted(by descriptors: [Results<Element.Root>.SortDescriptor]) -> ProjectedResults {
        ProjectedResults(rootObjects.sorted(by: descriptors))
    }

    /// At most `count` of the projections, after leaving out the first `offset`.
    public func limit(_ count: Int, offset: Int = 0) -> ProjectedResults {
        ProjectedResults(rootObjects.limit(count, offset: offset))
    }

    /// The store. Traps elsewhere than on its thread, queue or actor (C1).
    public var store: Store { rootObjects.store }
}

extension ProjectedResults: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { rootObjects.count }
    /// The number of objects; see ``Results/count``.
    public var count: Int { rootObjects.count }

    /// The projection of the object at a place. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Element { Element(projecting: rootObjects[position]) }

    /// Visits the objects that are found now, whatever the loop does to them (Q3).
    public func makeIterator() -> Iterator { Iterator(objects: rootObjects.makeIterator()) }

    /// Makes a projection of one object after the other.
    public struct Iterator: IteratorProtocol {
        fileprivate var objects: ResultsIterator<Element.Root>

        /// The next projection, or nil at the end.
        public mutating func next() -> Element? { objects.next().map { Element(projecting: $0) } }
    }
}

@available(*, unavailable, message: "results stay with their store; send values or the query's description instead")
extension ProjectedResults: Sendable {}

extension Store {
    /// All objects of a class, as projections of a kind; does no work until used (Q1).
    public func objects<P: ProjectionClass>(_ type: P.Type) -> ProjectedResults<P> {
        ProjectedResults(objects(P.Root.self))
    }
}
