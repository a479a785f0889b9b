internal import TarnRecords

/// An object as it was in one version: a value that never changes and can be read everywhere (C6, F2).
///
///     let snapshot = person.frozen()
///     Task.detached { print(snapshot.name, snapshot.friend?.name ?? "nobody") }
///
/// Properties are read by their names, computed ones too. They cannot be set and there is nothing to observe; see
/// ``thaw(in:)``. The values are copies, so keeping one does not keep old pages in the file, with one exception: an
/// object that links to others keeps its version, so that the links can be followed.
///
/// Reading a property makes an instance for the moment, which costs some hundred nanoseconds. Stored properties of the
/// class that are not persisted have their initial values.
@dynamicMemberLookup
public struct Frozen<Element: Object>: Sendable {
    let row: FrozenRow

    init(_ row: FrozenRow) { self.row = row }

    /// A property.
    public subscript<Value: Sendable>(dynamicMember keyPath: KeyPath<Element, Value>) -> Value {
        row.instance(of: Element.self)[keyPath: keyPath]
    }

    /// A linked object, frozen in the same version (C6). O(log n).
    ///
    /// Traps when the object was frozen within a write and the link is not nil (F5).
    public subscript<Linked: Object>(dynamicMember keyPath: KeyPath<Element, Linked?>) -> Frozen<Linked>? {
        row.instance(of: Element.self)[keyPath: keyPath]?.frozen()
    }

    /// An object that a computed property gives, frozen in the same version.
    public subscript<Linked: Object>(dynamicMember keyPath: KeyPath<Element, Linked>) -> Frozen<Linked> {
        row.instance(of: Element.self)[keyPath: keyPath].frozen()
    }

    /// A value of any kind; objects in it are frozen in the same version.
    public subscript(dynamicMember keyPath: KeyPath<Element, AnyValue>) -> AnyValue {
        row.instance(of: Element.self)[keyPath: keyPath]
    }

    /// The number of the version that the values were read in.
    public var frozenVersion: UInt64 { row.version }

    /// Itself (F1).
    public func frozen() -> Frozen { self }
    /// Itself (F1).
    public func freeze() -> Frozen { self }
}

extension Frozen: Hashable {
    /// Whether both are the same object of the same version, with the same values.
    public static func == (a: Frozen, b: Frozen) -> Bool { a.row.isSame(as: b.row) }

    /// Hashes object and version.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(row.type.table.id)
        hasher.combine(row.key)
        hasher.combine(row.version)
    }
}

/// Frozen objects are told apart as their class says.
extension Frozen: Identifiable where Element: Identifiable {
    /// What identifies the object; that of the instance when the class says nothing.
    public var id: Element.ID {
        // Otherwise it would be that of an instance which is gone by now.
        (ObjectIdentifier(row) as? Element.ID) ?? row.instance(of: Element.self)[keyPath: \.id]
    }
}

extension Frozen: CustomStringConvertible {
    /// The type and its properties on one line.
    public var description: String { row.instance(of: Element.self).description }
}

extension Frozen {
    /// The live object in a store of the same file, or nil when it has been deleted (F1).
    ///
    /// A store that sees an older version moves to at least the version of the frozen object first, unless it is in a
    /// delivery; observers hear of that. An object frozen in a write that was cancelled is nil. Traps when the store is
    /// on another file, and elsewhere than on the store's thread, queue or actor (C1).
    public func thaw(in store: Store) -> Element? {
        store.thaw(Element.self, row.key, StoredPlace(row.type.identity, row.version, row.fate))
    }

    /// An unmanaged copy, for changing or adding elsewhere.
    ///
    /// - Parameter linkDepth: how many links away objects are copied too; links beyond that are nil. Several links to
    ///   one object lead to one copy.
    public func detached(linkDepth: Int = 0) -> Element {
        var copies = DetachedCopies()
        let copy = copies.copy(row, linkDepth)
        guard let object = copy as? Element else {
            preconditionFailure("O9: a frozen \(row.type.description.name) is no \(Element.self)")
        }
        return object
    }
}

extension Object {
    /// Whether this is the instance through which a property of a ``Frozen`` value is read, as computed properties see.
    public final var isFrozen: Bool { context?.isFrozen ?? false }
}

extension ConcreteObject {
    /// The object as it is now, as a value that can be sent everywhere (C6, F1).
    ///
    /// Copies all properties, long text and data included. Works in a write too and copies what has been written so
    /// far (F5). Traps for an unmanaged object (F1), a deleted one (O1), and elsewhere than on the store's thread,
    /// queue or actor (C1).
    public func frozen() -> Frozen<Self> {
        guard let context else { preconditionFailure("F1: only objects of a store can be frozen") }
        if context.isFrozen, let row = __rowOwner as? FrozenRow { return Frozen(row) }
        return Frozen(context.connection.freeze(self, context))
    }

    /// The same as ``frozen()``.
    public func freeze() -> Frozen<Self> { frozen() }
}
