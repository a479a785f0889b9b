extension LinkCollection {
    /// The objects that pass a predicate; as ``Results/filter(_:_:)``.
    ///
    /// - Throws: as that.
    public func filter(_ predicate: String, _ arguments: Any?...) throws(StoreError) -> Results<Linked> {
        try results.filter(predicate, arguments: arguments)
    }

    /// The objects ordered by what a path of names leads to; as ``Results/sorted(byKeyPath:ascending:)``.
    public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Linked> {
        results.sorted(byKeyPath: keyPath, ascending: ascending)
    }

    /// The objects in sections by a property; as ``Results/sectioned(by:ascending:)``.
    public func sectioned<Key: Persistable & Hashable>(
        by keyPath: KeyPath<Linked, Key>, ascending: Bool = true
    ) -> SectionedResults<Key, Linked> { results.sectioned(by: keyPath, ascending: ascending) }
}

extension LinkingObjects {
    /// The objects that pass a predicate; as ``Results/filter(_:_:)``.
    ///
    /// - Throws: as that.
    public func filter(_ predicate: String, _ arguments: Any?...) throws(StoreError) -> Results<Element> {
        try results.filter(predicate, arguments: arguments)
    }

    /// The objects ordered by what a path of names leads to; as ``Results/sorted(byKeyPath:ascending:)``.
    public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Element> {
        results.sorted(byKeyPath: keyPath, ascending: ascending)
    }
}
