/// One property of every element of a collection, as a projection shows it; always that of the collection as it is.
public struct ProjectedCollection<Value>: RandomAccessCollection {
    private let size: () -> Int
    private let element: (Int) -> Value
    /// The class of the elements and what of them is shown.
    let elementType: Object.Type
    let keyPath: AnyKeyPath

    fileprivate init<Base: RandomAccessCollection>(_ base: Base, _ keyPath: KeyPath<Base.Element, Value>)
    where Base.Element: Object, Base.Index == Int {
        size = { base.count }
        element = { base[$0][keyPath: keyPath] }
        elementType = Base.Element.self
        self.keyPath = keyPath
    }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { size() }
    /// The property of the element at a place. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Value { element(position) }
}

extension ProjectedCollection: CustomStringConvertible {
    /// The values.
    public var description: String { "\(Array(self))" }
}

@available(*, unavailable, message: "projected collections stay with their store")
extension ProjectedCollection: Sendable {}

/// What `projectTo` of a collection gives: every element, of which a property is chosen next.
@dynamicMemberLookup
public struct ElementProjection<Base: RandomAccessCollection> where Base.Element: Object, Base.Index == Int {
    private let base: Base

    init(_ base: Base) { self.base = base }

    /// A property of every element.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Base.Element, Value>) -> ProjectedCollection<Value> {
        ProjectedCollection(base, keyPath)
    }
}

@available(*, unavailable, message: "projected collections stay with their store")
extension ElementProjection: Sendable {}

extension List where Element: Object {
    /// Every element, for a projection that shows one property of each: `\Person.dogs.projectTo.name`.
    public var projectTo: ElementProjection<List> { ElementProjection(self) }
}

extension MutableSet where Element: Object {
    /// Every element, for a projection that shows one property of each: `\Person.dogs.projectTo.name`.
    public var projectTo: ElementProjection<MutableSet> { ElementProjection(self) }
}

extension LinkingObjects {
    /// Every object, for a projection that shows one property of each: `\Dog.owners.projectTo.name`.
    public var projectTo: ElementProjection<LinkingObjects> { ElementProjection(self) }
}

/// A projected collection whose values are of an unknown type.
protocol AnyProjectedCollection {
    var elementType: Object.Type { get }
    var keyPath: AnyKeyPath { get }
}

extension ProjectedCollection: AnyProjectedCollection {}
