internal import TarnRecords

/// Writes unmanaged objects into an open write and makes them managed.
struct ObjectWriter {
    private let connection: Connection
    private let session: RecordSession
    private let policy: UpdatePolicy
    /// The properties to write when an existing object is updated; nil for all.
    private let given: Set<String>?

    init(
        _ connection: Connection, _ session: RecordSession, _ policy: UpdatePolicy, given: Set<String>? = nil
    ) {
        self.connection = connection
        self.session = session
        self.policy = policy
        self.given = given
    }

    func add(_ object: Object) throws(StoreError) {
        let context = connection.context(type(of: object))
        let description = context.description
        let table = context.table
        var keyValue: StoredValue?
        if let property = description.primaryKey {
            let value = property.with(object) { $0.stored }
            keyValue = value
            let existing = try connection.record { () throws(RecordError) in
                try session.object(table, primaryKey: value)
            }
            if let existing {
                try update(object, existing, context, value)
                return
            }
        } else {
            precondition(policy == .error, "P4: \(description.name) has no primary key and cannot be updated")
        }
        try insert(object, context, keyValue)
    }

    private func insert(_ object: Object, _ context: ObjectContext, _ keyValue: StoredValue?) throws(StoreError) {
        let table = context.table
        let key: ObjectKey
        if table.hasIntegerKey, case .integer(let number) = keyValue {
            key = ObjectKey(number)
        } else {
            key = session.nextKey(table)
            if let keyValue {
                try connection.record { () throws(RecordError) in
                    try session.enter(primaryKey: keyValue, of: key, table)
                }
            }
        }
        var writer = try connection.record { () throws(RecordError) in try session.makeObject(table, key) }
        context.attach(object, key)
        object.addedInWrite = connection.writeNumber
        if !table.linkColumns.isEmpty {
            try manageLinks(of: object, context)
            writer = try connection.record { () throws(RecordError) in try session.newRowWriter(table, key) }
        }
        let properties = context.description.properties
        let columns = context.columns
        try connection.record { () throws(RecordError) in
            for index in properties.indices { try properties[index].write(object, writer, columns[index]) }
            if columns.count < table.columns.count { try writer.setDefaults(except: columns) }
        }
    }

    private func update(
        _ object: Object, _ key: ObjectKey, _ context: ObjectContext, _ keyValue: StoredValue
    ) throws(StoreError) {
        let name = context.description.name
        if policy == .error {
            throw StoreError(
                .duplicatePrimaryKey, "P3: there is already a \(name) with the primary key \(keyValue.literal)")
        }
        context.attach(object, key)
        try manageLinks(of: object, context)
        for (property, column) in zip(context.description.properties, context.columns) where !property.isPrimaryKey {
            if let given, !given.contains(property.name) { continue }
            try connection.record { () throws(RecordError) in
                if policy == .modified {
                    let current = try session.value(context.table, key, column)
                    if current == property.with(object, { $0.stored }) { return }
                }
                guard let writer = try session.writer(context.table, key) else { return }
                try property.write(object, writer, column)
            }
        }
    }

    /// Adds what the object links to before its links are written; cycles end at objects that are managed already.
    private func manageLinks(of object: Object, _ context: ObjectContext) throws(StoreError) {
        for property in context.description.properties where property.kind == .link {
            guard let target = property.with(object, { $0.linkedObject }) else { continue }
            if let other = target.context {
                guard other.connection === connection, other.exists(target) else {
                    throw StoreError(
                        .objectOfAnotherStore,
                        "O5: \(context.description.name).\(property.name) links to an object that is deleted or of another store")
                }
                continue
            }
            try ObjectWriter(connection, session, policy).addLinked(target)
        }
    }

    /// Linked objects without a primary key are always new, whatever the policy says.
    private func addLinked(_ target: Object) throws(StoreError) {
        let hasKey = ClassDescription.of(type(of: target)).primaryKey != nil
        try ObjectWriter(connection, session, hasKey ? policy : .error).add(target)
    }
}
