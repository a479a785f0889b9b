public import TarnRecords

/// What the objects of one class share in one store: the table, which column belongs to which property, and the way to
/// the store. Not for use by programs.
public final class ObjectContext: RowSource {
    let description: ClassDescription
    /// The table as the current snapshot knows it.
    private(set) var table: Table
    /// For each property of the class its column.
    private(set) var columns: [Int] = []
    let assignment: ColumnAssignment
    /// How a new instance is written, property by property.
    private(set) var plans: [FieldPlan]
    /// The plan of an integer primary key.
    private(set) var keyPlan: FieldPlan?
    private let link: Connection?
    /// True after `invalidate()` or `close()`: none of the objects is usable any more.
    private(set) var isInvalidated = false
    /// Where the key paths of queries so far lead.
    var knownPaths: [AnyKeyPath: QueryProperty] = [:]
    /// Whether the objects read copies; see `Frozen`.
    let isFrozen: Bool
    /// What frozen objects of the class have in common.
    var knownFrozenClass: FrozenClass?
    /// The types of the store, for queries on frozen results.
    var frozenTypes: QueryTypes?
    /// The property read last, while key paths are traced.
    private(set) var tracedColumn: Int?
    /// Follows key paths through links.
    private var trace: PathTrace?

    init(_ connection: Connection, _ description: ClassDescription, _ table: Table) {
        self.description = description
        self.table = table
        link = connection
        isFrozen = false
        columns = description.properties.map { table.column(named: $0.columnName) ?? 0 }
        assignment = description.assignment(columns)
        plans = Self.plans(description, columns, table)
        keyPlan = table.hasIntegerKey ? plans.first { $0.column == table.primaryKey && !$0.isOther } : nil
        super.init(connection.generation)
        keyColumn = table.hasIntegerKey ? table.primaryKey ?? -1 : -1
    }

    /// A context whose objects report which property is read instead of reading it.
    init(tracing description: ClassDescription, _ trace: PathTrace? = nil) {
        self.description = description
        self.trace = trace
        table = Table(id: 0, name: description.name, columns: [], primaryKey: nil)
        assignment = ColumnAssignment([])
        plans = []
        keyPlan = nil
        link = nil
        isFrozen = false
        super.init(Generation())
    }

    /// A context whose objects read what was copied; nothing of it changes any more.
    init(freezing description: ClassDescription, _ table: Table) {
        self.description = description
        self.table = table
        columns = description.properties.map { table.column(named: $0.columnName) ?? 0 }
        assignment = description.assignment(columns)
        plans = []
        keyPlan = nil
        link = nil
        isFrozen = true
        super.init(Generation())
    }

    /// Follows a change of the file's schema; columns keep their numbers.
    func adopt(_ table: Table) {
        self.table = table
        // With more columns they lie elsewhere in a cluster that is being edited.
        plans = Self.plans(description, columns, table)
        keyPlan = table.hasIntegerKey ? plans.first { $0.column == table.primaryKey && !$0.isOther } : nil
    }

    private static func plans(_ description: ClassDescription, _ columns: [Int], _ table: Table) -> [FieldPlan] {
        zip(description.properties, columns).map { property, column in
            FieldPlan(
                offset: property.offset + property.field.valueOffset, column: column, of: table,
                type: property.field.valueType)
        }
    }

    func invalidate() { isInvalidated = true }

    var connection: Connection {
        guard let link else {
            preconditionFailure(
                isFrozen
                    ? "F2: a frozen object has no store and cannot be changed; thaw it"
                    : "Q9: a query can only look at persisted properties")
        }
        return link
    }

    /// Whether another context is of the same class and store.
    func isSame(_ other: ObjectContext) -> Bool {
        self === other || (link === other.link && table.id == other.table.id)
    }

    /// Traps when a condition was made for objects of another class or store: its columns are others.
    func requireSame(_ other: ObjectContext) {
        precondition(
            isSame(other),
            "Q12: a condition on \(other.description.name) is used on \(description.name), or in another store")
    }

    var store: Store { connection.store }

    /// Makes an instance stand for a stored object whose row will be found when it is needed.
    func attach(_ object: Object, _ key: ObjectKey, isKnown: Bool = true) {
        assignment.apply(to: object)
        object.__manage(self, key, isKnown: isKnown)
    }

    /// A managed object for a row that was just read.
    func bind(_ object: Object, _ key: ObjectKey, _ row: Row, _ owner: AnyObject?) {
        assignment.apply(to: object)
        object.__manage(self, key, isKnown: true)
        object.__found(row, owner)
    }

    /// Finds the object's row again; false when the object is gone.
    private func find(_ object: Object) -> Bool {
        connection.confinement.check()
        if object.__isFound && !object.__wasDeleted { return true }
        if isUnusable(object) { return false }
        guard
            let cluster = connection.readable({ (session) throws(RecordError) in
                try session.cluster(table, object.__key.cluster)
            }), let row = cluster?.row(slot: object.__key.slot)
        else { return false }
        object.__found(row, cluster?.owner)
        return true
    }

    func exists(_ object: Object) -> Bool { link == nil || find(object) }

    /// Whether there is the object, for the program.
    func isThere(_ object: Object) -> Bool {
        link?.tracking?.noteRead(table, object.__key, -1)
        return exists(object)
    }

    /// The row of an object for reading a column, found again if need be; nil when the value does not come from there.
    func row(_ object: Object, _ column: Int) -> Row? {
        guard let link else { return nil }
        link.tracking?.noteRead(table, object.__key, column)
        if column == keyColumn { return nil }
        if !find(object) { connection.refuseDeleted(description.name) }
        return object.__foundRow
    }

    func read<Value: Persistable>(_ object: Object, _ column: Int) -> Value {
        if link == nil {
            if isFrozen { return readFrozen(object, column) }
            tracedColumn = column
            if let trace, let value: Value = trace.follow(description, column) { return value }
            // Behind a link stands an object, so that a path that goes on with `!` is refused and not unwrapped.
            return Value._linkTarget.flatMap { Value._convert($0.init()) } ?? substitute(column)
        }
        if column == keyColumn, object.__isSeen, !object.__wasDeleted,
            let value = Value._decode(.integer(object.__key.number), self)
        {
            connection.confinement.check()
            return value
        }
        if !find(object) { connection.refuseDeleted(description.name) }
        if let value = Value._load(object.__foundRow, column) ?? Value._attach(object, self, column) { return value }
        let stored = connection.readable { (session) throws(RecordError) in
            try session.value(table, object.__key, column) ?? .null
        }
        guard let stored else { return substitute(column) }
        guard let value = Value._decode(stored, self) else {
            if Value._linkTarget != nil { return Value._zero }
            let place = "\(description.name).\(table.columns[column].name)"
            Value.requireValue(of: stored, place)
            let damage = RecordError(
                .corrupt, tree: "clusters", key: "\(place) of object \(object.__key.number)",
                message: "no \(Value.self)")
            connection.note(StoreError(damage, path: connection.path))
            return substitute(column)
        }
        return value
    }

    /// What a property reads as that cannot be read: zero, or what a new object has where the type may have no zero.
    func substitute<Value: Persistable>(_ column: Int) -> Value {
        if Value.self is any FailableCustomPersistable.Type {
            // While paths are traced the columns are the numbers of the properties.
            let place = columns.isEmpty ? column : columns.firstIndex(of: column)
            if let place, let value: Value = description.properties[place].initialValue(in: description.type) {
                return value
            }
        }
        return Value._zero
    }

    func write<Value: Persistable>(_ object: Object, _ value: Value, _ column: Int) {
        precondition(column < LinkingProperty.firstNumber, "L2: \(Value.self) is computed and cannot be set")
        if Value._kind.isCollection, let collection = Value._attach(object, self, column) {
            _ = Value._assigned(value, to: collection)
            return
        }
        connection.confinement.check()
        guard let session = connection.writeSession else {
            preconditionFailure("W8: \(name(of: column)) can only be set in a write transaction")
        }
        if isUnusable(object) { connection.refuseDeleted(description.name) }
        if column == table.primaryKey {
            let current: Value = read(object, column)
            precondition(
                current.__stored.isIdentical(to: value.__stored),
                "P2: the primary key \(name(of: column)) cannot be changed")
            return
        }
        connection.checkScans()
        connection.dataVersion &+= 1
        do throws(StoreError) {
            if Value._kind == .any { try connection.store.manage(heldBy: value, name(of: column)) }
            if Value._kind == .link { try prepare(value as? Object, of: object, column, session, Value._linkTarget) }
            do {
                guard let writer = try session.writer(table, object.__key) else {
                    connection.refuseDeleted(description.name)
                }
                try value.__write(writer, column)
            } catch {
                throw connection.failure(error)
            }
        } catch {
            connection.keepWriteFailure(error)
        }
    }

    /// Before a link is set: the new target becomes managed, and an embedded one that is replaced goes (L4).
    private func prepare(
        _ target: Object?, of object: Object, _ column: Int, _ session: RecordSession, _ type: Object.Type?
    ) throws(StoreError) {
        if type is EmbeddedObject.Type {
            if let target, try isTarget(target, of: object, column, session) { return }
            target?.requireNoOwner(name(of: column))
            try connection.record { () throws(RecordError) in try session.deleteEmbedded(table, object.__key, column) }
        }
        if let target { try connection.store.manage(target, target: type, name(of: column)) }
    }

    /// Whether a link leads to an object now: to set it again changes nothing.
    private func isTarget(
        _ target: Object, of object: Object, _ column: Int, _ session: RecordSession
    ) throws(StoreError) -> Bool {
        guard let other = target.context, other.connection === connection, other.exists(target) else { return false }
        let current = try connection.record { () throws(RecordError) in try session.value(table, object.__key, column) }
        return current == .link(target.__key)
    }

    private func name(of column: Int) -> String {
        "\(description.name).\(column < table.columns.count ? table.columns[column].name : "")"
    }

    /// Whether an instance can never be used again.
    private func isUnusable(_ object: Object) -> Bool {
        isInvalidated || object.__wasDeleted || connection.wasCancelled(object, table)
    }

    /// The value of a property whose type is not known; nil as an optional, when it cannot be read.
    func anyValue(_ object: Object, _ property: PropertyDescription) -> Any {
        if isFrozen { return frozenValue(object, property) }
        if !find(object) { connection.refuseDeleted(description.name) }
        guard let column = table.column(named: property.columnName) else { return Any?.none as Any }
        connection.tracking?.noteRead(table, object.__key, column)
        if property.kind.isCollection { return property.field.attach(object, self, column) ?? Any?.none as Any }
        let stored = connection.readable { (session) throws(RecordError) in
            try session.value(table, object.__key, column)
        }
        guard let stored, let stored, let value = property.field.decode(stored, self) else { return Any?.none as Any }
        return value
    }

    /// The value of a property as text; long ones are cut.
    func describe(_ object: Object, _ property: PropertyDescription) -> String {
        let value = anyValue(object, property)
        if let linked = value as? Object { return "\(ClassDescription.of(type(of: linked)).name)(...)" }
        let text = "\(value)"
        return text.count > 120 ? String(text.prefix(117)) + "..." : text
    }
}
