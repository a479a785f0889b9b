internal import TarnRecords

/// An object of a file whose class is not known, or not wanted: its properties are reached by their names.
///
///     person["age"] = 30
///     person["friend"]                    // .object(DynamicObject)
///     try person.list("tags").append("new")
///
/// It is a live object as every other: it shows the current version of its store, can be observed through results,
/// deleted, and compared with objects of classes. Instances come from the store; one that is made with `init()` can do
/// nothing.
public final class DynamicObject: Object {
    /// The type in the file.
    public var dynamicType: DynamicType { DynamicType(live.table, live.connection.catalogue) }

    /// A property. A link is an object, a list or a set a list, a map a map; those are copies, see ``list(_:)``.
    ///
    /// Reading and setting trap for a name that is no property, setting also for a value that does not fit (O9, O10)
    /// and outside a write (W8). For names and values from outside of the program see ``value(for:)`` and
    /// ``set(_:for:)``.
    public subscript(name: String) -> AnyValue {
        get {
            do { return try value(for: name) } catch { preconditionFailure("\(error)") }
        }
        set {
            do { try set(newValue, for: name) } catch { preconditionFailure("\(error)") }
        }
    }

    /// A property by its name.
    ///
    /// - Throws: ``StoreError`` with `.invalidValue` for a name that is no property (O9), or why it cannot be read.
    public func value(for name: String) throws(StoreError) -> AnyValue {
        let (context, column) = try place(name)
        let connection = context.connection
        connection.tracking?.noteRead(context.table, __key, column)
        let session = try connection.session()
        let mixed = try connection.record { () throws(RecordError) in
            try session.mixed(CollectionPlace(table: context.table, object: __key, column: column))
        }
        return AnyValue(mixed) { connection.dynamicObject(at: $0) }
    }

    /// Sets a property by its name: to a value, nil, an object, an array or a dictionary. Traps outside a write (W8).
    ///
    /// - Throws: ``StoreError`` with `.invalidValue` for a name that is no property, a value of another type (O9), nil
    ///   where there must be a value (O10), and another primary key (P2); nothing has been written then.
    public func set(_ value: Any?, for name: String) throws(StoreError) {
        let (context, column) = try place(name)
        let connection = context.connection
        let session = connection.writing("\(context.table.name).\(name) can be set")
        let table = context.table
        let input = try DynamicInputs(connection).input(table, column, value, 0)
        if column == table.primaryKey {
            let current = try connection.record { () throws(RecordError) in try session.value(table, __key, column) }
            if case .stored(let new) = input, current?.isIdentical(to: new) == true { return }
            throw StoreError(.invalidValue, "P2: the primary key \(table.name).\(name) cannot be changed")
        }
        connection.checkScans()
        connection.dataVersion &+= 1
        try DynamicWriter(connection, session, .error).set(input, table, __key, column)
    }

    /// The objects of a type whose link or collection of links leads here; each once. O(log n + objects).
    ///
    /// - Throws: ``StoreError`` with `.notFound` or `.invalidValue` when there is no such property (O9).
    public func linkingObjects(fromType typeName: String, property name: String) throws(StoreError) -> [DynamicObject] {
        let context = live
        let connection = context.connection
        let source = try connection.dynamicContext(typeName).table
        guard let column = source.column(named: name), source.columns[column].isRelation else {
            throw StoreError(.invalidValue, "O9: \(typeName).\(name) does not lead to other objects")
        }
        let session = try connection.session()
        let sources = try connection.record { () throws(RecordError) in
            try session.sources(linkingTo: __key, context.table)
        }
        return sources.filter { $0.table.id == source.id && $0.column == column }
            .compactMap { connection.dynamicObject(at: MixedLink(table: source.id, object: $0.object)) }
    }

    /// The context of an object that exists; traps for every other (O1).
    var live: ObjectContext {
        guard let context else { preconditionFailure("O9: a dynamic object comes from a store: see dynamicCreate") }
        context.connection.check()
        if !context.exists(self) { context.connection.refuseDeleted(context.description.name) }
        return context
    }

    /// The column of a property.
    func place(_ name: String) throws(StoreError) -> (context: ObjectContext, column: Int) {
        let context = live
        guard let column = context.table.column(named: name) else {
            throw StoreError(.invalidValue, "O9: \(context.table.name) has no property \(name)")
        }
        return (context, column)
    }

    /// The properties on one line.
    var dynamicDescription: String {
        guard let context else { return "DynamicObject()" }
        if isInvalidated { return "\(context.description.name)(invalidated)" }
        let parts = context.table.columns.map { column in
            "\(column.name): \((try? value(for: column.name))?.description ?? "?")"
        }
        return "\(context.description.name)(\(parts.joined(separator: ", ")))"
    }
}

extension RecordSession {
    /// The value of a column as one that says of which kind it is; collections as copies.
    func mixed(_ place: CollectionPlace) throws(RecordError) -> MixedValue {
        let column = place.table.columns[place.column]
        guard let element = column.element else {
            let stored = try value(place.table, place.object, place.column) ?? .null
            return stored.mixed(column.kind, linkTarget: column.linkTarget) ?? .null
        }
        func mixed(_ stored: StoredValue) -> MixedValue {
            stored.mixed(element.kind, linkTarget: column.linkTarget) ?? .null
        }
        let all = 0..<(try count(place))
        if column.kind != .map { return .list(try elements(place, all).map(mixed)) }
        let entries = try entries(place, all).map { ($0.key, mixed($0.value)) }
        return .map(Dictionary(entries, uniquingKeysWith: { $1 }))
    }
}
