public import TarnRecords

/// The base class of everything that can be stored.
///
///     final class Person: Object {
///         @Persisted(primaryKey: true) var id: Int
///         @Persisted var name: String
///     }
///
/// A new object is *unmanaged*: an ordinary instance. `Store.add` makes it *managed*: from then on its properties read
/// from the store's snapshot and can only be set in a write transaction. Objects belong to the thread, queue or actor
/// of their store; they cannot be sent elsewhere.
///
/// A property cannot be called `description`, `hashValue`, `store` or `isInvalidated`, which every object has; with
/// ``propertiesMapping()`` the column in the file still can.
open class Object: ManagedRow {
    /// Makes an unmanaged object with the defaults of its properties.
    public required override init() {}

    /// Properties whose column has another name in the file, by property name.
    open class func propertiesMapping() -> [String: String] { [:] }

    /// Names of properties whose values together no two objects of the class may share, for each such rule; a nil among
    /// them makes an object unlike all others.
    open class func uniqueKeys() -> [[String]] { [] }

    /// What ties the object to a store; nil while it is unmanaged.
    final var context: ObjectContext? { __source(as: ObjectContext.self) }

    /// Reads a column after finding the object again; the path behind the inlined one.
    ///
    /// Inlined as far as the type of the value matters: a generic call costs more than all the rest.
    @inlinable
    public final func __read<Value: Persistable>(_ column: Int) -> Value {
        // To get hold of a collection is not to read it.
        if !Value._kind.isCollection, let row = __row(for: column), let value = Value._load(row, column) {
            return value
        }
        return __readElsewhere(column)
    }

    /// The row for reading a column; nil when the value is not read from there.
    public final func __row(for column: Int) -> Row? { context?.row(self, column) }

    /// Reads a column that is not in the row.
    public final func __readElsewhere<Value: Persistable>(_ column: Int) -> Value {
        guard let context else { preconditionFailure("O1: the object has no store") }
        return context.read(self, column)
    }

    /// Writes a column.
    public final func __write<Value: Persistable>(_ value: Value, _ column: Int) {
        guard let context else { preconditionFailure("O1: the object has no store") }
        context.write(self, value, column)
    }
}

/// Every class of objects: gives methods the class of the object that they are called on, which a method of a class
/// that can be inherited from does not know. Programs have no use for it.
public protocol ConcreteObject: Object {}

extension Object: ConcreteObject {}

@available(*, unavailable, message: "objects stay with their store; send a key or a value instead")
extension Object: Sendable {}

extension Object {
    /// The store that the object belongs to; nil while it is unmanaged. Traps elsewhere than on the thread, queue or
    /// actor of the store (C1).
    public final var store: Store? {
        context?.connection.confinement.check()
        return context?.store
    }

    /// True when the object was deleted, its store closed, or the write that added it cancelled (O1). Never traps for
    /// that reason. O(log n) after the store has moved.
    public final var isInvalidated: Bool {
        guard let context else { return false }
        return !context.isThere(self)
    }

    /// Whether two instances stand for the same stored object (O4). Unmanaged objects are only the same as themselves.
    public final func isSameObject(as other: Object?) -> Bool {
        guard let other else { return false }
        if self === other { return true }
        guard let context, let otherContext = other.context else { return false }
        return context.isSame(otherContext) && __key == other.__key
    }
}

extension Object {
    /// Refuses an object of a subclass of the class that a link leads to.
    ///
    /// A link is the number of an object among those of its own class: among those of another it is another object.
    final func requireClass(_ target: Object.Type?, _ link: @autoclosure () -> String) throws(StoreError) {
        guard let target, target != type(of: self) else { return }
        throw StoreError(
            .invalidValue, "O9: \(link()) leads to objects of \(target) itself, not of its subclass \(type(of: self))")
    }
}

extension Object: Equatable, Hashable {
    /// See ``isSameObject(as:)``.
    public static func == (a: Object, b: Object) -> Bool { a.isSameObject(as: b) }

    /// Hashes what ``isSameObject(as:)`` compares.
    public final func hash(into hasher: inout Hasher) {
        if let context {
            hasher.combine(context.table.id)
            hasher.combine(__key)
        } else {
            hasher.combine(ObjectIdentifier(self))
        }
    }
}

extension Object: CustomStringConvertible {
    /// The type and its properties on one line; deleted objects say so.
    public var description: String {
        if let dynamic = self as? DynamicObject { return dynamic.dynamicDescription }
        let description = ClassDescription.of(type(of: self))
        if isInvalidated { return "\(description.name)(invalidated)" }
        let parts = description.properties.map { "\($0.name): \($0.describe(self))" }
        return "\(description.name)(\(parts.joined(separator: ", ")))"
    }
}

extension Object: Persistable {
    /// Stored as a link.
    public static var _kind: ValueKind { .link }
    /// A link is the optional of an object (L1).
    public static var _linkTarget: Object.Type? { self }
    /// A new object.
    public static var _zero: Self { Self() }
    /// Depends on the store.
    public static func _load(_ row: Row, _ column: Int) -> Self? { nil }
    /// The object behind a link of an object whose row is at hand: the way of every hop, so it asks nothing twice.
    public static func _loadLink(_ object: ManagedRow, _ column: Int, _ isRead: inout Bool) -> Self? {
        guard let row = object.__currentRow, let context = object.__source(as: ObjectContext.self), !context.isFrozen
        else { return nil }
        isRead = true
        return context.store.object(self, ObjectKey(rawValue: row.value(column, as: UInt64.self)))
    }
    /// The object behind a link; nil when it is gone.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Self? {
        guard case .link(let key) = value, let context else { return nil }
        return context.store.object(self, key)
    }
    /// An object of the class.
    public static func _convert(_ value: Any) -> Self? { value as? Self }
    /// The link; only managed objects have one.
    public final var __stored: StoredValue { context == nil ? .null : .link(__key) }
}
