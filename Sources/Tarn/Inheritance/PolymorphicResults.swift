public import FoundationEssentials
internal import TarnRecords

/// The objects of a class and of all classes of the store that inherit from it; always those of the store's current
/// version, each an instance of its own class.
///
///     for animal in store.objects(Animal.self).includingSubclasses().sorted(by: \.name) {
///         if let dog = animal as? Dog { ... }
///     }
///
/// Each class is a table of its own: the query is carried out for each of them, and the answers are put together. So it
/// costs as much as those queries, and reading the n-th of a sorted list puts the first n in order once a version.
/// Filters and orders use the properties of the class that it began with. Without `sorted`, the classes come one after
/// the other, in the order in which the file got them.
public struct PolymorphicResults<Element: Object> {
    let core: UnionCore

    init(_ core: UnionCore) { self.core = core }

    /// The objects that pass all filters so far and this one too; see ``Results/where(_:)``. Traps after a limit (Q16).
    public func `where`(_ test: (Query<Element>) -> Query<Bool>) -> PolymorphicResults {
        do throws(StoreError) {
            return PolymorphicResults(
                try core.filtered { (context) throws(StoreError) in Query<Element>.filter(context, test) })
        } catch {
            preconditionFailure("a closure throws nothing: \(error)")
        }
    }

    /// The objects that pass all filters so far and this `#Predicate` too. Traps after a limit (Q16).
    ///
    /// - Throws: ``StoreError`` with `.unsupportedPredicate`, naming the part that cannot be a query.
    public func filter(_ predicate: Predicate<Element>) throws(StoreError) -> PolymorphicResults {
        PolymorphicResults(
            try core.filtered { (context) throws(StoreError) in try Query<Element>.filter(predicate, context) })
    }

    /// The objects that pass all filters so far and this predicate too; see ``Results/filter(_:_:)``. Traps after a
    /// limit (Q16).
    ///
    /// - Throws: ``StoreError`` with `.invalidPredicate`, also for one that orders, cuts or removes duplicates: that
    ///   would be done in each class by itself.
    public func filter(_ predicate: String, _ arguments: Any?...) throws(StoreError) -> PolymorphicResults {
        PolymorphicResults(
            try core.filtered { (context) throws(StoreError) in
                let filters = try context.steps(predicate, arguments).map { (step) throws(StoreError) in
                    guard case .filter(let filter) = step else {
                        throw StoreError(
                            .invalidPredicate, "a predicate of several classes only filters; use sorted and limit")
                    }
                    return filter
                }
                return .and(filters)
            })
    }

    /// The objects ordered by a property; those that are equal in it class by class. Traps after a limit (Q16).
    public func sorted<Value: Persistable>(
        by keyPath: KeyPath<Element, Value>, ascending: Bool = true, collation: Collation = .bytes
    ) -> PolymorphicResults {
        sorted(by: [Results<Element>.SortDescriptor(keyPath, ascending: ascending, collation: collation)])
    }

    /// The objects ordered by several properties, the first being the most significant. Traps after a limit (Q16).
    public func sorted(by descriptors: [Results<Element>.SortDescriptor]) -> PolymorphicResults {
        if descriptors.isEmpty { return self }
        return PolymorphicResults(
            core.sorted { part in
                descriptors.map { part.context.sortKey($0.keyPath, $0.ascending, $0.collation) }
            })
    }

    /// At most `count` of the objects, after leaving out the first `offset`.
    public func limit(_ count: Int, offset: Int = 0) -> PolymorphicResults {
        PolymorphicResults(core.limited(count, offset))
    }

    /// How the query of each class will be carried out. For people.
    public func explain() -> String {
        core.parts.map { part in
            let plan = part.read("", { (session, query) throws(RecordError) in try session.plan(query).description })
            return "\(part.context.description.name): \(plan)"
        }.joined(separator: "\n")
    }

    /// The store. Traps elsewhere than on its thread, queue or actor (C1).
    public var store: Store {
        core.connection.confinement.check()
        return core.connection.store
    }
}

extension PolymorphicResults: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { core.count() }
    /// The number of objects, the sum of those of the classes.
    public var count: Int { core.count() }

    /// The object at a place, an instance of its own class. Traps outside of `0..<count` (L8).
    ///
    /// O(classes + log n); sorted ones O(log n) after those before it were asked for in the same version.
    public subscript(position: Int) -> Element {
        let place = core.place(at: position)
        guard let key = core.parts[place.part].key(at: place.index) else { return Element() }
        return element(UnionMember(part: place.part, key: key.rawValue))
    }

    private func element(_ member: UnionMember) -> Element {
        guard let object = core.object(member) as? Element else {
            preconditionFailure("the parts are of classes that inherit from \(Element.self)")
        }
        return object
    }

    /// The place of an object, or nil; O(n).
    public func index(of object: Element) -> Int? {
        guard let context = object.context, context.connection === core.connection else {
            preconditionFailure("Q12: the object does not belong to the store of the results")
        }
        precondition(!object.isInvalidated, "Q12: the object has been deleted")
        guard let part = core.parts.firstIndex(where: { $0.context.isSame(context) }) else { return nil }
        return core.members().firstIndex(of: UnionMember(part: part, key: object.__key.rawValue))
    }

    /// Visits the objects that are found now, whatever the loop does to them; deleted ones come as invalidated (Q3).
    public func makeIterator() -> AnyIterator<Element> {
        var members = core.members().makeIterator()
        return AnyIterator { members.next().map(element) }
    }
}

extension PolymorphicResults: CustomStringConvertible {
    /// The class and the number of objects; runs the query.
    public var description: String { "\(count) objects of \(Element.self) and its subclasses" }
}

@available(*, unavailable, message: "results stay with their store; send values or the query's description instead")
extension PolymorphicResults: Sendable {}
