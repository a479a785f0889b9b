internal import TarnRecords

/// A property that leads to many: ``List``, ``MutableSet``, ``Map``, ``LinkingObjects``.
///
/// A condition on what it leads to holds when it does for any element; put `!` before it for none.
public protocol QueriedCollection: Persistable {
    /// What a condition looks at: an element of a list or a set, a value of a map.
    associatedtype QueriedElement: Persistable
}

/// How `#Predicate` writes that it counts the elements of a collection. The key paths that Foundation knows by itself
/// are those of the protocol, and classes have their own.
protocol CountedCollection {
    static var countPath: AnyKeyPath { get }
    static var isEmptyPath: AnyKeyPath { get }
}

extension List: CountedCollection {
    static var countPath: AnyKeyPath { \List.count }
    static var isEmptyPath: AnyKeyPath { \List.isEmpty }
}

extension MutableSet: CountedCollection {
    static var countPath: AnyKeyPath { \MutableSet.count }
    static var isEmptyPath: AnyKeyPath { \MutableSet.isEmpty }
}

extension Map: CountedCollection {
    static var countPath: AnyKeyPath { \Map.count }
    static var isEmptyPath: AnyKeyPath { \Map.isEmpty }
}

extension LinkingObjects: CountedCollection {
    static var countPath: AnyKeyPath { \LinkingObjects.count }
    static var isEmptyPath: AnyKeyPath { \LinkingObjects.isEmpty }
}

extension LinkingObjects: QueriedCollection {
    /// An object that links.
    public typealias QueriedElement = Element
}

extension List: QueriedCollection {
    /// An element.
    public typealias QueriedElement = Element
}

extension MutableSet: QueriedCollection {
    /// An element.
    public typealias QueriedElement = Element
}

extension Map: QueriedCollection {
    /// A value.
    public typealias QueriedElement = Value
}

extension Query where Value: QueriedCollection {
    /// A property of the elements, which are objects: `$0.dogs.age > 3` holds when it does for any of them.
    ///
    /// Traps when the key path does not lead to a persisted property of the class (Q9).
    public subscript<Property: Persistable>(
        dynamicMember keyPath: KeyPath<Value.QueriedElement, Property>
    ) -> Query<Property> where Value.QueriedElement: Object { property(keyPath, of: Value.QueriedElement.self) }

    /// A property of the objects that the elements link to.
    ///
    /// Traps when the key path does not lead to a persisted property of the class (Q9).
    public subscript<Linked: Object, Property: Persistable>(
        dynamicMember keyPath: KeyPath<Linked, Property>
    ) -> Query<Property> where Value.QueriedElement == Linked? { property(keyPath, of: Linked.self) }

    /// The number of elements.
    public var count: Query<Int> {
        guard case .relation(let relation) = place.end else { refuseElement() }
        return Query<Int>(.place(FilterPlace(place.hops, .count(relation, nil), kind: .int64)), context)
    }

    /// Holds where there is no element.
    public var isEmpty: Query<Bool> { count == 0 }

    /// Holds where any element is the value.
    public static func == (query: Query, value: Value.QueriedElement) -> Query<Bool> {
        query.elements.compare(.equal, query.context.operand(value))
    }

    /// Holds where any element is another value.
    public static func != (query: Query, value: Value.QueriedElement) -> Query<Bool> {
        query.elements.compare(.notEqual, query.context.operand(value))
    }

    /// Holds where any element is the value.
    public func contains(_ value: Value.QueriedElement) -> Query<Bool> { self == value }

    /// Holds where any element is one of the values.
    public func containsAny(in values: some Sequence<Value.QueriedElement>) -> Query<Bool> { elements.isIn(values) }

    /// One of the elements, as conditions look at them.
    var elements: Query<Value.QueriedElement> {
        let areObjects = Value.QueriedElement._kind == .link
        return Query<Value.QueriedElement>(.place(place.elements(areObjects: areObjects)), context)
    }

    private func refuseElement() -> Never {
        preconditionFailure("Q9: a query of \(context.description.name) counts something that is no collection")
    }
}

extension Query where Value: QueriedCollection, Value.QueriedElement: OrderedValue {
    /// Holds where any element is less than the value.
    public static func < (query: Query, value: Value.QueriedElement) -> Query<Bool> { query.elements < value }
    /// Holds where any element is at most the value.
    public static func <= (query: Query, value: Value.QueriedElement) -> Query<Bool> { query.elements <= value }
    /// Holds where any element is greater than the value.
    public static func > (query: Query, value: Value.QueriedElement) -> Query<Bool> { query.elements > value }
    /// Holds where any element is at least the value.
    public static func >= (query: Query, value: Value.QueriedElement) -> Query<Bool> { query.elements >= value }

    /// Holds where any element lies in the range, both bounds included.
    public func contains(_ range: ClosedRange<Value.QueriedElement.Bound>) -> Query<Bool> { elements.contains(range) }
    /// Holds where any element lies in the range, the upper bound left out.
    public func contains(_ range: Range<Value.QueriedElement.Bound>) -> Query<Bool> { elements.contains(range) }

    /// The smallest element; nil, which is less than nothing, where there is none.
    public var min: Query<Value.QueriedElement> { elements.min }
    /// The largest element; nil, which is greater than nothing, where there is none.
    public var max: Query<Value.QueriedElement> { elements.max }
}

extension Query where Value: QueriedCollection, Value.QueriedElement: SummableProperty & OrderedValue {
    /// The sum of the elements, zero where there is none.
    public var sum: Query<Value.QueriedElement> { elements.sum }
    /// The average of the elements; nil, which equals no number, where there is none.
    public var avg: Query<Double> { elements.avg }
}

extension Query where Value: QueriedCollection, Value.QueriedElement: TextValue {
    /// Holds where any element begins with the text.
    public func starts(with text: String, options: StringOptions = []) -> Query<Bool> {
        elements.starts(with: text, options: options)
    }
    /// Holds where any element ends with the text.
    public func ends(with text: String, options: StringOptions = []) -> Query<Bool> {
        elements.ends(with: text, options: options)
    }
    /// Holds where any element matches the pattern.
    public func like(_ pattern: String, caseInsensitive: Bool = false) -> Query<Bool> {
        elements.like(pattern, caseInsensitive: caseInsensitive)
    }
    /// Holds where any element is the text under the options.
    public func equals(_ text: Value.QueriedElement, options: StringOptions = []) -> Query<Bool> {
        elements.equals(text, options: options)
    }
}
