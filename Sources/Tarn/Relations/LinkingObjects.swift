public import TarnRecords

/// The objects that link to an object, computed of their links: the other end of a property of theirs.
///
///     final class Person: Object {
///         @Persisted var dogs: List<Dog>
///     }
///     final class Dog: Object {
///         @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
///     }
///
/// It is always that of the store's current version, takes no room in the file, and cannot be set (L2). An object that
/// links several times, by a list that has the other twice, is in it as often. The order is that of the keys of the
/// objects. Of an object that is not in a store it is empty.
///
/// Reading it looks the links up: O(log n + links). Which property it is the other end of is checked when a store is
/// opened.
public struct LinkingObjects<Element: Object> {
    private enum Content {
        /// Declared, of an object that is in no store.
        case declared(String)
        /// Of an object of a store.
        case live(ResultsCore)
        /// Of a frozen object.
        case frozen([Element])
    }

    private let content: Content

    init(originProperty: String) { content = .declared(originProperty) }

    init(_ core: ResultsCore) { content = .live(core) }

    init(frozen objects: [Element]) { content = .frozen(objects) }

    /// The objects as results, to filter, sort and observe; traps for an object that is in no store.
    var results: Results<Element> {
        guard case .live(let core) = content else {
            preconditionFailure("L2: only the linking objects of an object in a store can be queried and observed")
        }
        return Results(core)
    }
}

extension LinkingObjects: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of links.
    public var endIndex: Int { count }

    /// The number of links. O(log n + links), once a version.
    public var count: Int {
        switch content {
        case .declared: 0
        case .live(let core): core.count()
        case .frozen(let objects): objects.count
        }
    }

    /// The object at a place. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Element {
        switch content {
        case .declared: preconditionFailure("L8: index \(position) is outside of linking objects with 0 objects")
        case .live(let core): return Results(core)[position]
        case .frozen(let objects):
            precondition(
                objects.indices.contains(position),
                "L8: index \(position) is outside of linking objects with \(objects.count) objects")
            return objects[position]
        }
    }

    /// Visits the objects that link now, whatever the loop does to them (Q3).
    public func makeIterator() -> Iterator {
        switch content {
        case .declared: Iterator(objects: [Element]().makeIterator())
        case .live(let core): Iterator(results: Results(core).makeIterator())
        case .frozen(let objects): Iterator(objects: objects.makeIterator())
        }
    }

    /// Gives the objects one after the other.
    public struct Iterator: IteratorProtocol {
        private var results: ResultsIterator<Element>?
        private var objects: IndexingIterator<[Element]>?

        fileprivate init(results: ResultsIterator<Element>? = nil, objects: IndexingIterator<[Element]>? = nil) {
            (self.results, self.objects) = (results, objects)
        }

        /// The next object, or nil at the end.
        public mutating func next() -> Element? { results?.next() ?? objects?.next() }
    }
}

extension LinkingObjects {
    /// The place of an object, or nil; O(links).
    public func index(of object: Element) -> Int? {
        if case .live(let core) = content { return Results(core).index(of: object) }
        return firstIndex { $0 == object }
    }

    /// The objects that pass a test; see ``Results/where(_:)``.
    public func `where`(_ test: (Query<Element>) -> Query<Bool>) -> Results<Element> { results.where(test) }

    /// The objects ordered by a property; see `Results.sorted(by:ascending:)`.
    public func sorted<Value: Persistable>(
        by keyPath: KeyPath<Element, Value>, ascending: Bool = true
    ) -> Results<Element> {
        results.sorted(by: keyPath, ascending: ascending)
    }

    /// The objects ordered by several properties.
    public func sorted(by descriptors: [Results<Element>.SortDescriptor]) -> Results<Element> {
        results.sorted(by: descriptors)
    }

    /// Each object once, however often it links, and with key paths one of each group with the same values.
    public func distinct(by keyPaths: PartialKeyPath<Element>...) -> Results<Element> {
        Results(results.core.adding(.distinct(keyPaths.map { results.core.column($0, "distinct by") })))
    }

    /// Calls a closure with the objects as they are and then with each change of them, as `Results.observe`.
    ///
    /// The links are looked up anew when any object of the class has changed the property, and compared with what they
    /// were: O(links).
    public func observe(
        keyPaths: [PartialKeyPath<Element>]? = nil, _ body: @escaping (CollectionChange<Results<Element>>) -> Void
    ) -> NotificationToken {
        results.observe(keyPaths: keyPaths, body)
    }

    /// The objects as they are and then each change of them, as a sequence.
    public func changes(keyPaths: [PartialKeyPath<Element>]? = nil) -> Changes<CollectionChange<Results<Element>>> {
        results.changes(keyPaths: keyPaths)
    }
}

extension LinkingObjects: CustomStringConvertible {
    /// The class and the number of links.
    public var description: String { "\(count) linking objects of \(Element.self)" }
}

@available(*, unavailable, message: "linking objects stay with their store; freeze the object instead")
extension LinkingObjects: Sendable {}

extension LinkingObjects: AnyLinkingObjects {
    static var origin: Object.Type { Element.self }

    var originProperty: String { if case .declared(let name) = content { name } else { "" } }
}

extension LinkingObjects: Persistable {
    /// What has no column has no kind; this one keeps it away from links and numbers.
    public static var _kind: ValueKind { .list }
    /// The class of the objects that link.
    public static var _linkTarget: Object.Type? { Element.self }
    /// Without a property that it would be the other end of.
    public static var _zero: LinkingObjects { LinkingObjects(originProperty: "") }
    /// Depends on the store.
    public static func _load(_ row: Row, _ column: Int) -> LinkingObjects? { nil }
    /// Has no stored form.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> LinkingObjects? { nil }
    /// Has no stored form.
    public var __stored: StoredValue { .null }

    /// The objects that link to an object of a store.
    public static func _attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> LinkingObjects? {
        context.linkingObjects(of: object, column)
    }
}

extension ObjectContext {
    /// The objects that link to an object by the property that one of its computed ones is the other end of.
    fileprivate func linkingObjects<Element: Object>(of object: Object, _ number: Int) -> LinkingObjects<Element>? {
        let property = description.linkingProperties[number - LinkingProperty.firstNumber]
        if isFrozen { return LinkingObjects(frozen: frozenLinkingObjects(of: object, property)) }
        let (origin, column) = origin(property)
        return LinkingObjects(
            ResultsCore(origin, [], from: .inverse(of: object.__key, in: table.id, column: column)))
    }

    private func frozenLinkingObjects<Element: Object>(of object: Object, _ property: LinkingProperty) -> [Element] {
        guard let row = object.__rowOwner as? FrozenRow else {
            preconditionFailure("F1: the object is not a frozen one")
        }
        return row.linking(property).compactMap { $0.instance() as? Element }
    }
}

extension Persisted {
    /// The objects that link to this one by a property of theirs; see ``LinkingObjects``.
    public init<Element: Object>(originProperty: String) where Value == LinkingObjects<Element> {
        self.init(LinkingObjects(originProperty: originProperty), [])
    }
}
