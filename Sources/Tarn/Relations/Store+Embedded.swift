/// What the compiler can say about embedded objects before they trap (L5).
extension Store {
    /// Embedded objects are added with their owners: this traps.
    @available(*, deprecated, message: "L5: an embedded object is added by giving it to its owner; this traps")
    public func add(_ object: EmbeddedObject, update: UpdatePolicy = .error) throws(StoreError) {
        try add(object as Object, update: update)
    }

    /// Embedded objects are created with their owners: this traps.
    @available(*, deprecated, message: "L5: an embedded object is created with its owner; this traps")
    @discardableResult
    public func create<T: EmbeddedObject>(
        _ type: T.Type, value: Any = [String: Any](), update: UpdatePolicy = .error
    ) throws(StoreError) -> T {
        ClassDescription.of(type).requireTopLevel("created")
        return T()
    }

    /// Embedded objects are read through their owners: this traps.
    @available(*, deprecated, message: "L5: embedded objects are found through their owners; this traps")
    public func objects<T: EmbeddedObject>(_ type: T.Type) -> Results<T> {
        ClassDescription.of(type).requireTopLevel("queried")
        return Results(ResultsCore(connection.context(type), []))
    }

    /// Embedded objects go with their owners: this traps.
    @available(*, deprecated, message: "L5: an embedded object is deleted by taking it from its owner; this traps")
    public func delete(_ object: EmbeddedObject) throws(StoreError) { try delete(object as Object) }
}
