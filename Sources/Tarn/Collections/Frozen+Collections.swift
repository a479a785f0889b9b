internal import TarnRecords

/// Collections of frozen objects: those of links are frozen results in the order of the collection, those of values
/// arrays and dictionaries. All are of the version of the object (C6). Traps for an object that was frozen within a
/// write, unless the collection is empty (F5).
extension Frozen {
    /// The objects of a list.
    public subscript<Linked: Object>(dynamicMember keyPath: KeyPath<Element, List<Linked>>) -> FrozenResults<Linked> {
        row.instance(of: Element.self)[keyPath: keyPath].frozen()
    }

    /// The objects of a set.
    public subscript<Linked: Object>(
        dynamicMember keyPath: KeyPath<Element, MutableSet<Linked>>
    ) -> FrozenResults<Linked> { row.instance(of: Element.self)[keyPath: keyPath].frozen() }

    /// The objects of a map. O(n).
    public subscript<Key: MapKey, Linked: Object>(
        dynamicMember keyPath: KeyPath<Element, Map<Key, Linked?>>
    ) -> [Key: Frozen<Linked>?] { row.instance(of: Element.self)[keyPath: keyPath].frozen() }

    /// The values of a list. O(n).
    public subscript<Value: CollectionValue & Sendable>(
        dynamicMember keyPath: KeyPath<Element, List<Value>>
    ) -> [Value] { Array(row.instance(of: Element.self)[keyPath: keyPath]) }

    /// The values of a set. O(n).
    public subscript<Value: CollectionValue & Sendable>(
        dynamicMember keyPath: KeyPath<Element, MutableSet<Value>>
    ) -> [Value] { Array(row.instance(of: Element.self)[keyPath: keyPath]) }

    /// The entries of a map. O(n).
    public subscript<Key: MapKey, Value: CollectionValue & Sendable>(
        dynamicMember keyPath: KeyPath<Element, Map<Key, Value>>
    ) -> [Key: Value] { row.instance(of: Element.self)[keyPath: keyPath].dictionary }
}

extension List where Element: Object {
    /// The objects as they are now, in the order of the list, as a value that can be sent everywhere (C6).
    ///
    /// Traps within a write (F5), for an unmanaged list (F1), and elsewhere than in its place (C1).
    public func frozen() -> FrozenResults<Element> { frozenLinks() }
    /// The same as `frozen()`.
    public func freeze() -> FrozenResults<Element> { frozenLinks() }
}

extension List where Element: Sendable {
    /// The values as they are now. Traps as ``frozen()``, but works within a write.
    public func frozen() -> [Element] {
        requireManaged()
        return Array(self)
    }
    /// The same as `frozen()`.
    public func freeze() -> [Element] { frozen() }
}

extension MutableSet where Element: Object {
    /// The objects as they are now; as that of a list.
    public func frozen() -> FrozenResults<Element> { frozenLinks() }
    /// The same as `frozen()`.
    public func freeze() -> FrozenResults<Element> { frozenLinks() }
}

extension MutableSet where Element: Sendable {
    /// The values as they are now; as those of a list.
    public func frozen() -> [Element] {
        requireManaged()
        return Array(self)
    }
    /// The same as `frozen()`.
    public func freeze() -> [Element] { frozen() }
}

extension Map {
    /// The objects as they are now, by key. O(n). Traps for an unmanaged map (F1).
    public func frozen<Linked: Object>() -> [Key: Frozen<Linked>?] where Value == Linked? {
        requireManaged()
        return Dictionary(map { ($0.key, $0.value?.frozen()) }) { _, last in last }
    }
    /// The same as `frozen()`.
    public func freeze<Linked: Object>() -> [Key: Frozen<Linked>?] where Value == Linked? { frozen() }
}

extension Map where Value: Sendable {
    /// The entries as they are now; as the values of a list.
    public func frozen() -> [Key: Value] {
        requireManaged()
        return dictionary
    }
    /// The same as `frozen()`.
    public func freeze() -> [Key: Value] { frozen() }
}

extension PersistedCollection {
    /// Traps for an unmanaged collection.
    fileprivate final func requireManaged() {
        precondition(home != nil, "F1: only collections of stored objects can be frozen")
    }

    /// The linked objects as they are now.
    fileprivate final func frozenLinks<Linked: Object>() -> FrozenResults<Linked> {
        requireManaged()
        guard let home, home.context.isFrozen, let row = home.owner.__rowOwner as? FrozenRow else {
            return linkResults(Linked.self).frozen()
        }
        // Traps where the elements cannot be read (F5).
        let count = home.read(0) { (session, place) throws(RecordError) in try session.count(place) }
        if count > 0, let version = row.snapshot {
            return FrozenResults(FrozenCore(version, version.type(Linked.self), [], from: home.source))
        }
        // What is empty keeps no version.
        let target = row.type.table.columns[home.column].linkTarget ?? 0
        let type = FrozenClass(
            ClassDescription.of(Linked.self), row.type.types.catalogue.tables[Int(target)], row.type.types,
            row.type.identity, row.type.failureHandler)
        return FrozenResults(FrozenCore(nil, type, []))
    }
}
