internal import TarnRecords

/// Writes unmanaged objects into an open write and makes them managed.
struct ObjectWriter {
    private let connection: Connection
    private let session: RecordSession
    private let policy: UpdatePolicy
    /// The properties to write when an existing object is updated, by instance; all of those not named here.
    private let given: [ObjectIdentifier: Set<String>]

    init(
        _ connection: Connection, _ session: RecordSession, _ policy: UpdatePolicy,
        given: [ObjectIdentifier: Set<String>] = [:]
    ) {
        self.connection = connection
        self.session = session
        self.policy = policy
        self.given = given
    }

    /// Adds an object with all that it links to (O6). What cannot be added is refused before anything is written.
    func add(_ object: Object) throws(StoreError) {
        let context = connection.context(type(of: object))
        let hasKey = context.description.primaryKey != nil
        precondition(
            hasKey || policy == .error, "P4: \(context.description.name) has no primary key and cannot be updated")
        if !context.description.canBeRefused {
            // Nothing but the key can be wrong, which is looked at first.
            if let plan = context.keyPlan, try insert(object, context, plan) { return }
            try write(object, context, makeRow(object, context))
            return
        }
        let graph = try ObjectGraph(object, connection, session, policy)
        var rows: [RowWriter?] = []
        for (object, context) in graph.members {
            if let owner = graph.owners[ObjectIdentifier(object)], policy == .modified, rows[owner.member] == nil,
                try takePlace(of: object, context, graph.members[owner.member], owner.property)
            {
                rows.append(nil)
            } else {
                rows.append(try makeRow(object, context))
            }
        }
        for (index, (object, context)) in graph.members.enumerated() {
            let isNew = rows[index] != nil
            let writer = try connection.record { () throws(RecordError) in
                isNew ? try session.newRowWriter(context.table, object.__key) : nil
            }
            try write(object, context, writer)
        }
        for (index, (object, context)) in graph.members.enumerated() {
            try writeCollections(of: object, context, isNew: rows[index] != nil)
        }
        // The store has the links now. If the instances kept them too, objects in a circle would never be freed.
        for (object, context) in graph.members { context.description.forgetLinks(of: object, context) }
    }

    /// Inserts an object with an integer primary key; false when the key is in use.
    private func insert(_ object: Object, _ context: ObjectContext, _ plan: FieldPlan) throws(StoreError) -> Bool {
        do {
            guard let writer = try session.insert(context.table, object, key: plan) else { return false }
            context.attach(object, writer.key)
            try write(object, context, writer)
            return true
        } catch {
            throw connection.failure(error)
        }
    }

    /// Writes all values of a new row.
    private func write(_ object: Object, _ context: ObjectContext, _ writer: RowWriter) throws(RecordError) {
        try writer.writeNew(object, context.plans)
        for (index, plan) in context.plans.enumerated() where plan.isOther {
            try context.description.properties[index].write(object, writer, plan.column)
        }
        if context.columns.count < context.table.columns.count { try writer.setDefaults(except: context.columns) }
    }

    /// Has an embedded instance stand for the one that its owner has already, which is then changed in place (P6).
    ///
    /// - Returns: false when the owner has none.
    private func takePlace(
        of object: Object, _ context: ObjectContext, _ owner: (object: Object, context: ObjectContext), _ property: Int
    ) throws(StoreError) -> Bool {
        let column = owner.context.columns[property]
        let current = try connection.record { () throws(RecordError) in
            try session.value(owner.context.table, owner.object.__key, column) ?? .null
        }
        guard case .link(let key) = current else { return false }
        context.attach(object, key)
        return true
    }

    /// Makes the row of an object, or finds the one with its primary key; the instance stands for it from then on.
    ///
    /// - Returns: the writer of a new row; nil for one that is to be updated.
    private func makeRow(_ object: Object, _ context: ObjectContext) throws(StoreError) -> RowWriter? {
        let table = context.table
        let keyValue = context.description.primaryKey?.with(object) { $0.stored }
        let (key, writer) = try connection.record { () throws(RecordError) -> (ObjectKey, RowWriter?) in
            if let keyValue, let existing = try session.object(table, primaryKey: keyValue) { return (existing, nil) }
            if table.hasIntegerKey, case .integer(let number) = keyValue {
                let key = ObjectKey(number)
                return (key, try session.makeObject(table, key))
            }
            let key = session.nextKey(table)
            if let keyValue { try session.enter(primaryKey: keyValue, of: key, table) }
            return (key, try session.makeObject(table, key))
        }
        if writer == nil && policy == .error {
            let literal = keyValue?.literal ?? ""
            throw StoreError(
                .duplicatePrimaryKey, "P3: there is already a \(table.name) with the primary key \(literal)")
        }
        context.attach(object, key)
        return writer
    }

    private func write(
        _ object: Object, _ context: ObjectContext, _ writer: RowWriter?
    ) throws(StoreError) {
        guard let writer else {
            try update(object, context)
            return
        }
        try connection.record { () throws(RecordError) in try write(object, context, writer) }
    }

    private func update(_ object: Object, _ context: ObjectContext) throws(StoreError) {
        let given = given[ObjectIdentifier(object)]
        for (property, column) in zip(context.description.properties, context.columns)
        where !property.isPrimaryKey && !property.kind.isCollection {
            if let given, !given.contains(property.name) { continue }
            try connection.record { () throws(RecordError) in
                if policy == .modified {
                    let current = try session.value(context.table, object.__key, column)
                    if let current, current.isIdentical(to: property.with(object) { $0.stored }) { return }
                }
                if property.kind == .link { try session.deleteEmbedded(context.table, object.__key, column) }
                guard let writer = try session.writer(context.table, object.__key) else { return }
                try property.write(object, writer, column)
            }
        }
    }
}

/// Collections, whose elements are written when every object has its row.
extension ObjectWriter {
    /// Writes the collections of an object. Those of an existing one are replaced whole (P5), with `.modified` only
    /// where they differ (P6).
    private func writeCollections(of object: Object, _ context: ObjectContext, isNew: Bool) throws(StoreError) {
        let given = given[ObjectIdentifier(object)]
        for (property, column) in zip(context.description.properties, context.columns)
        where property.kind.isCollection {
            guard let collection = property.with(object, { $0.collection }) else { continue }
            if isNew ? collection.isEmpty : given?.contains(property.name) == false { continue }
            let home = CollectionHome(owner: object, context: context, column: column)
            if !isNew && policy == .modified {
                let isStored = try connection.record { () throws(RecordError) in
                    try collection.isStored(at: home, session)
                }
                if isStored { continue }
            }
            try collection.write(to: home, session)
        }
    }
}

extension StoredValue {
    /// Whether two values are the same to the last bit: -0.0 is not 0.0 here, NaN is NaN, and an accented letter is
    /// not the same when it is written in another way.
    func isIdentical(to other: StoredValue) -> Bool {
        switch (self, other) {
        case (.double(let one), .double(let two)): one.bitPattern == two.bitPattern
        case (.float(let one), .float(let two)): one.bitPattern == two.bitPattern
        case (.string(let one), .string(let two)): one.utf8.elementsEqual(two.utf8)
        default: self == other
        }
    }
}
