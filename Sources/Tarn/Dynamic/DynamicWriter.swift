internal import TarnRecords

/// Writes what was found to fit.
struct DynamicWriter {
    private let connection: Connection
    private let session: RecordSession
    private let policy: UpdatePolicy

    init(_ connection: Connection, _ session: RecordSession, _ policy: UpdatePolicy) {
        self.connection = connection
        self.session = session
        self.policy = policy
    }

    /// Creates an object, or updates the one with its primary key.
    func create(_ plan: DynamicPlan) throws(StoreError) -> ObjectKey {
        let table = plan.table
        let keyValue = table.primaryKey.map { column -> StoredValue in
            if case .stored(let value) = plan.inputs[column] { value } else { table.columns[column].defaultValue }
        }
        if let keyValue {
            let found = try connection.record { () throws(RecordError) in
                try session.object(table, primaryKey: keyValue)
            }
            if let found {
                try update(found, plan, keyValue)
                return found
            }
        }
        let key = try connection.record { () throws(RecordError) -> ObjectKey in
            let key: ObjectKey
            if table.hasIntegerKey, case .integer(let number) = keyValue {
                key = ObjectKey(number)
            } else {
                key = session.nextKey(table)
                if let keyValue { try session.enter(primaryKey: keyValue, of: key, table) }
            }
            let writer = try session.makeObject(table, key)
            for (column, description) in table.columns.enumerated() {
                var value = description.defaultValue
                if case .stored(let given) = plan.inputs[column] { value = given }
                _ = try writer.set(value, column)
            }
            return key
        }
        for (column, input) in plan.inputs.sorted(by: { $0.key < $1.key }) {
            if case .stored = input { continue }
            try set(input, table, key, column)
        }
        return key
    }

    private func update(_ key: ObjectKey, _ plan: DynamicPlan, _ keyValue: StoredValue) throws(StoreError) {
        let table = plan.table
        if policy == .error {
            throw StoreError(
                .duplicatePrimaryKey, "P3: there is already a \(table.name) with the primary key \(keyValue.literal)")
        }
        for (column, input) in plan.inputs.sorted(by: { $0.key < $1.key }) where column != table.primaryKey {
            if policy == .modified, case .stored(let value) = input {
                let current = try connection.record { () throws(RecordError) in try session.value(table, key, column) }
                if current?.isIdentical(to: value) == true { continue }
            }
            try set(input, table, key, column)
        }
    }

    /// Sets a property of an object that exists.
    func set(_ input: DynamicInput, _ table: Table, _ key: ObjectKey, _ column: Int) throws(StoreError) {
        let place = CollectionPlace(table: table, object: key, column: column)
        switch input {
        case .elements(let inputs):
            var values: [StoredValue] = []
            for input in inputs { values.append(try resolve(input)) }
            try empty(place)
            try connection.record { () throws(RecordError) in
                if table.columns[column].kind == .list {
                    try session.replace(0..<0, with: values, in: place)
                } else {
                    for value in values { _ = try session.insert(value, intoSet: place) }
                }
            }
        case .entries(let entries):
            var values: [(String, StoredValue)] = []
            for (key, input) in entries { values.append((key, try resolve(input))) }
            try empty(place)
            try connection.record { () throws(RecordError) in
                for (key, value) in values { try session.set(value, forKey: key, in: place) }
            }
        default:
            let value = try resolve(input)
            try connection.record { () throws(RecordError) in
                try session.deleteEmbedded(table, key, column)
                _ = try session.writer(table, key)?.set(value, column)
            }
        }
    }

    /// Empties a collection; what it owns goes.
    func empty(_ place: CollectionPlace) throws(StoreError) {
        try connection.record { () throws(RecordError) in
            try deleteEmbedded(place, 0..<(try session.count(place)))
            try session.removeAll(place)
        }
    }

    /// Deletes the embedded objects at some places of a collection before they are replaced (L4).
    func deleteEmbedded(_ place: CollectionPlace, _ range: Range<Int>) throws(RecordError) {
        guard let target = session.embeddedTarget(place.table, place.column) else { return }
        for value in try session.elements(place, range) {
            if case .link(let key) = value { _ = try session.delete(target, key) }
        }
    }

    /// The stored form of an input, after creating and adding what it needs.
    func resolve(_ input: DynamicInput) throws(StoreError) -> StoredValue {
        switch input {
        case .stored(let value): return value
        case .any(let value):
            try connection.store.manage(heldBy: value, "a value")
            return value.__stored
        case .adopted(let object):
            if object.context == nil { try connection.store.add(object, update: policy) }
            return object.__stored
        case .new(let plan): return .link(try create(plan))
        case .elements, .entries: preconditionFailure("collections are not nested")
        }
    }
}
