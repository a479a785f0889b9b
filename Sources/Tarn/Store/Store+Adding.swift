internal import TarnRecords

extension Store {
    /// Adds an object and every unmanaged object that it links to (O6). The instance itself becomes managed.
    ///
    /// With an update policy, an object with the same primary key is updated and this instance stands for it. Adding
    /// an object that is in the store already does nothing (O5). Traps outside a write (W8), and with an update policy
    /// when the class has no primary key (P4). Traps for an embedded object, which is added with its owner (L5).
    ///
    /// - Throws: ``StoreError`` with `.duplicatePrimaryKey`, `.keyTooLong`, `.objectOfAnotherStore` or
    ///   `.invalidatedObject`; nothing of the object has been written then.
    public func add(_ object: Object, update: UpdatePolicy = .error) throws(StoreError) {
        object.requireTopLevel("added")
        try insert(object, update)
    }

    private func insert(_ object: Object, _ update: UpdatePolicy) throws(StoreError) {
        let session = connection.writing("an object can be added")
        if let context = object.context {
            guard context.connection === connection else {
                throw StoreError(
                    .objectOfAnotherStore, "O5: the object belongs to another store; copy it with create(_:value:)")
            }
            guard context.exists(object) else {
                throw StoreError(.invalidatedObject, "O5: a deleted \(context.description.name) cannot be added again")
            }
            return
        }
        connection.dataVersion &+= 1
        try ObjectWriter(connection, session, update).add(object)
    }

    /// Adds several objects; the first failure ends it, with the earlier ones added.
    ///
    /// - Throws: as ``add(_:update:)-(Object,_)``.
    public func add(_ objects: some Sequence<Object>, update: UpdatePolicy = .error) throws(StoreError) {
        for object in objects { try add(object, update: update) }
    }

    /// Makes a linked object managed, as setting a property does. Traps for an embedded object that has an owner (L4).
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - target: the class that the link leads to.
    ///   - link: the name of the property.
    func manage(_ object: Object, target: Object.Type?, _ link: @autoclosure () -> String) throws(StoreError) {
        try object.requireClass(target, link())
        object.requireNoOwner(link())
        if object.context == nil || object.context?.connection !== connection || object.isInvalidated {
            try insert(object, .error)
        }
    }

    /// Creates an object of a dictionary by property name, an array of all properties in order, or another object (O7).
    ///
    /// A dictionary may omit properties: they get their defaults, or stay as they are when an object is updated. Links
    /// take objects or dictionaries. Traps outside a write (W8).
    ///
    /// - Returns: the object.
    /// - Throws: ``StoreError`` with `.invalidValue` for unknown names and values that do not fit (O8-O10), or as
    ///   ``add(_:update:)-(Object,_)``.
    @discardableResult
    public func create<T: Object>(
        _ type: T.Type, value: Any = [String: Any](), update: UpdatePolicy = .error
    ) throws(StoreError) -> T {
        let session = connection.writing("an object can be created")
        ClassDescription.of(type).requireTopLevel("created")
        let object = T()
        var values = ObjectValues(ClassDescription.of(type), value, connection)
        try values.assign(to: object)
        connection.dataVersion &+= 1
        try ObjectWriter(connection, session, update, given: values.given).add(object)
        return object
    }
}
