internal import TarnRecords

/// A view of an object that shows some of its properties, and some of what it leads to, under names of its own.
///
///     final class PersonSummary: Projection<Person> {
///         @Projected(\Person.name) var name
///         @Projected(\Person.home?.city) var city
///         @Projected(\Person.friends.projectTo.name) var friendNames
///     }
///     for summary in store.objects(PersonSummary.self).where({ $0.age > 17 }) { print(summary.name) }
///
/// It holds nothing but its ``rootObject``: reading a property reads that of the root, and setting one sets it, in a
/// write transaction. Filters and orders use the properties of the root; observers hear the names of the projection
/// (PR1).
open class Projection<Root: Object> {
    /// The object that is shown.
    public let rootObject: Root

    /// Shows an object, of a store or not.
    public required init(projecting rootObject: Root) { self.rootObject = rootObject }

    /// The store of the root; nil while that is unmanaged.
    public final var store: Store? { rootObject.store }

    /// Whether the root was deleted, or cannot be used any more for another reason.
    public final var isInvalidated: Bool { rootObject.isInvalidated }
}

@available(*, unavailable, message: "projections stay with their store; send a key or a value instead")
extension Projection: Sendable {}

extension Projection: Equatable, Hashable {
    /// Whether two projections of one class show one object.
    public static func == (a: Projection, b: Projection) -> Bool {
        type(of: a) == type(of: b) && a.rootObject == b.rootObject
    }

    /// Hashes class and object.
    public final func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: self)))
        hasher.combine(rootObject)
    }
}

extension Projection: CustomStringConvertible {
    /// The class and the projected values on one line; those of a deleted object are not read.
    public var description: String {
        if isInvalidated { return "\(type(of: self))(invalidated)" }
        let parts = projectedProperties.map { "\($0.name): \($0.value(rootObject))" }
        return "\(type(of: self))(\(parts.joined(separator: ", ")))"
    }
}

/// Every class of projections: gives methods the class that they are called on. Programs have no use for it.
public protocol ProjectionClass: AnyObject {
    /// The class of the objects that are shown.
    associatedtype Root: Object
    /// The object that is shown.
    var rootObject: Root { get }
    /// Shows an object.
    init(projecting rootObject: Root)
}

extension Projection: ProjectionClass {}

/// A property of a ``Projection``: what a key path of its root leads to.
@propertyWrapper
public struct Projected<Root: Object, Value> {
    private let keyPath: KeyPath<Root, Value>

    /// Shows what a key path leads to: a property, one behind links (`\.home?.city`), or a property of every element of
    /// a collection (`\.friends.projectTo.name`).
    public init(_ keyPath: KeyPath<Root, Value>) { self.keyPath = keyPath }

    /// Projected properties belong in classes that inherit from ``Projection``.
    @available(*, unavailable, message: "@Projected works only in classes that inherit from Projection")
    public var wrappedValue: Value {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }

    /// Reads and writes through the root. Setting traps when the key path leads to nothing that can be set (PR1).
    public static subscript<Owner: Projection<Root>>(
        _enclosingInstance projection: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Projected>
    ) -> Value {
        get { projection.rootObject[keyPath: projection[keyPath: storage].keyPath] }
        set {
            guard let keyPath = projection[keyPath: storage].keyPath as? ReferenceWritableKeyPath<Root, Value> else {
                preconditionFailure("PR1: \(projection[keyPath: storage].keyPath) of \(Root.self) cannot be set")
            }
            projection.rootObject[keyPath: keyPath] = newValue
        }
    }
}

extension Projected: AnyProjected {
    var anyKeyPath: AnyKeyPath { keyPath }
    func value(of root: Object) -> Any? { (root as? Root).map { $0[keyPath: keyPath] } }
}

/// A projected property whose type is not known.
protocol AnyProjected {
    var anyKeyPath: AnyKeyPath { get }
    func value(of root: Object) -> Any?
}

/// A property of a projection with its name.
struct ProjectedProperty {
    let name: String
    let keyPath: AnyKeyPath
    let value: (Object) -> Any
}

extension ProjectionClass {
    /// The properties in the order of their declaration, inherited ones first.
    var projectedProperties: [ProjectedProperty] {
        var found: [ProjectedProperty] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let level = mirror {
            found =
                level.children.compactMap { child in
                    guard let label = child.label, let projected = child.value as? any AnyProjected else { return nil }
                    let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
                    return ProjectedProperty(name: name, keyPath: projected.anyKeyPath) { root in
                        projected.value(of: root) ?? Any?.none as Any
                    }
                } + found
            mirror = level.superclassMirror
        }
        return found
    }
}
