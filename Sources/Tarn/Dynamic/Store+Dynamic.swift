internal import TarnRecords

/// Objects without their classes: a store opened with no object types shows every type of any Tarn file.
///
///     let store = try Store(configuration: .init(fileURL: url))
///     for type in try store.dynamicSchema() { print(type.name) }
///     for person in try store.dynamicObjects("Person").filter("age > 17").sorted(byKeyPath: "name") {
///         print(person["name"], person["owner"].object(DynamicObject.self)?["city"] ?? nil)
///     }
///
/// Properties have the names of their columns. It works beside classes, too.
extension Store {
    /// All objects of a type by its name; does no work until used (Q1). They are filtered by the text of predicates,
    /// sorted by the names of properties, and observed as other results.
    ///
    /// - Throws: ``StoreError`` with `.notFound` when the file has no such type.
    public func dynamicObjects(_ typeName: String) throws(StoreError) -> Results<DynamicObject> {
        Results(ResultsCore(try connection.dynamicContext(typeName), []))
    }

    /// The object with a primary key, or nil; O(log n) (P9).
    ///
    /// - Throws: ``StoreError`` with `.notFound` when the file has no such type, `.invalidValue` when the type has no
    ///   primary key or one of another kind.
    public func dynamicObject(
        ofType typeName: String, forPrimaryKey key: Any?
    ) throws(StoreError) -> DynamicObject? {
        let context = try connection.dynamicContext(typeName)
        let table = context.table
        guard let column = table.primaryKey else {
            throw StoreError(.invalidValue, "P9: \(table.name) has no primary key")
        }
        let input = try DynamicInputs(connection).single(table.columns[column], key, "\(table.name).primaryKey", 0)
        guard case .stored(let value) = input else { return nil }
        let session = try connection.session()
        let found = try connection.record { () throws(RecordError) in try session.object(table, primaryKey: value) }
        connection.tracking?.noteLookUp(table, found)
        return found.flatMap { connection.dynamicObject(at: MixedLink(table: table.id, object: $0)) }
    }

    /// Creates an object of a dictionary by the names of properties, or an array of all properties in order (O7).
    ///
    /// Links take objects, or dictionaries and arrays of which their targets are created; collections take arrays and
    /// dictionaries. What is not given has the default that the class gave it last. Traps outside a write (W8).
    ///
    /// - Throws: ``StoreError`` with `.notFound` for a type that the file does not have, `.invalidValue` for unknown
    ///   names and values that do not fit (O8-O10), `.duplicatePrimaryKey`; nothing has been written then.
    @discardableResult
    public func dynamicCreate(
        _ typeName: String, value: Any = [String: Any](), update: UpdatePolicy = .error
    ) throws(StoreError) -> DynamicObject {
        let session = connection.writing("an object can be created")
        let table = try connection.dynamicContext(typeName).table
        if table.isEmbedded {
            throw StoreError(.invalidValue, "L5: \(table.name) is embedded and only created within its owner")
        }
        if table.primaryKey == nil && update != .error {
            throw StoreError(.invalidValue, "P4: \(table.name) has no primary key and cannot be updated")
        }
        let plan = try DynamicInputs(connection).plan(table, value, 0)
        connection.checkScans()
        connection.dataVersion &+= 1
        let key = try DynamicWriter(connection, session, update).create(plan)
        guard let object = connection.dynamicObject(at: MixedLink(table: table.id, object: key)) else {
            preconditionFailure("the object was made above")
        }
        return object
    }
}

extension Connection {
    /// The context of a type by its name.
    func dynamicContext(_ name: String) throws(StoreError) -> ObjectContext {
        check()
        guard let table = try session().catalogue.table(named: name) else {
            throw StoreError(.notFound, "O9: the file has no type \(name)")
        }
        return context(dynamic: table)
    }

    /// The object behind a link, without its class; nil when it is gone.
    func dynamicObject(at link: MixedLink) -> DynamicObject? {
        guard Int(link.table) < catalogue.tables.count else { return nil }
        let context = context(dynamic: catalogue.tables[Int(link.table)])
        let object = DynamicObject()
        context.attach(object, link.object)
        return context.exists(object) ? object : nil
    }
}
