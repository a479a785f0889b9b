extension Frozen {
    /// The objects that link to the object, frozen in the same version (C6). O(log n + links).
    ///
    /// Traps when the object was frozen within a write (F5).
    public subscript<Linked: Object>(
        dynamicMember keyPath: KeyPath<Element, LinkingObjects<Linked>>
    ) -> [Frozen<Linked>] {
        row.instance(of: Element.self)[keyPath: keyPath].map { $0.frozen() }
    }
}
