internal import TarnRecords

/// What the frozen objects of one class have in common.
final class FrozenClass: Sendable {
    let description: ClassDescription
    let table: Table
    let columns: [Int]
    let identity: StoreIdentity
    let failureHandler: (@Sendable (StoreError) -> Void)?
    /// All types of the store, for queries that lead to others.
    let types: QueryTypes
    /// What instances are tied to while a property is read. Carried, since nothing of it changes once it is made.
    private let carried: Carried<ObjectContext>

    init(
        _ description: ClassDescription, _ table: Table, _ types: QueryTypes, _ identity: StoreIdentity,
        _ failureHandler: (@Sendable (StoreError) -> Void)?
    ) {
        self.description = description
        self.table = table
        self.types = types
        self.identity = identity
        self.failureHandler = failureHandler
        let context = ObjectContext(freezing: description, table)
        columns = context.columns
        carried = Carried(context)
    }

    var context: ObjectContext { carried.value }

    /// A context for one query: it remembers key paths, which the shared one may not.
    func queryContext() -> ObjectContext {
        let context = ObjectContext(freezing: description, table)
        context.frozenTypes = types
        return context
    }

    /// Damage met while reading a value, which cannot throw.
    func note(_ error: RecordError) { failureHandler?(StoreError(error, path: identity.path)) }
}

extension ObjectContext {
    /// The frozen class for the table as it is now.
    var frozenClass: FrozenClass {
        if let known = knownFrozenClass, known.table === table { return known }
        let made = FrozenClass(
            description, table, queryTypes, connection.identity, connection.configuration.readFailureHandler)
        knownFrozenClass = made
        return made
    }

    /// A property of a frozen object whose type is not known; nil as an optional, when its type has no such value.
    func frozenValue(_ object: Object, _ property: PropertyDescription) -> Any {
        guard let row = object.__rowOwner as? FrozenRow, let column = table.column(named: property.columnName) else {
            return Any?.none as Any
        }
        if property.kind.isCollection { return property.field.attach(object, self, column) ?? Any?.none as Any }
        if case .link(let key) = row.values[column], let target = property.field.linkTarget {
            return row.linked(target, key) as Any
        }
        if property.kind == .any, row.values[column] != .null { return row.anyValue(row.values[column]) }
        return property.field.decode(row.values[column], self) ?? Any?.none as Any
    }

    /// A property of a frozen object.
    func readFrozen<Value: Persistable>(_ object: Object, _ column: Int) -> Value {
        guard let row = object.__rowOwner as? FrozenRow else {
            preconditionFailure("F1: the object is not a frozen one")
        }
        if let collection = Value._attach(object, self, column) { return collection }
        let stored = row.values[column]
        if let target = Value._linkTarget {
            guard case .link(let key) = stored, let linked = row.linked(target, key) else { return Value._zero }
            return Value._convert(linked) ?? Value._zero
        }
        if Value._kind == .any, stored != .null, let value = Value._convert(row.anyValue(stored)) { return value }
        if let value = Value._decode(stored, self) { return value }
        let place = "\(description.name).\(table.columns[column].name)"
        Value.requireValue(of: stored, place)
        row.type.note(
            RecordError(
                .corrupt, tree: "clusters", key: "\(place) of object \(object.__key.number)",
                message: "no \(Value.self)"))
        return substitute(column)
    }
}
