@testable import TarnRecords

/// One thing that can be done to the objects that live queries watch.
enum LiveEdit {
    case insert(ObjectKey, [StoredValue])
    case delete(ObjectKey)
    /// Removes an object and makes another of the same key in the same commit (P8).
    case replace(ObjectKey, [StoredValue])
    case set(ObjectKey, Int, StoredValue)
    /// Sets a value of an object of the type that is linked to.
    case setOther(ObjectKey, StoredValue)
}

/// One thing that can happen around live queries.
enum LiveOperation {
    case commit([LiveEdit])
    /// The queries move to the newest version; whether the old snapshot is still there.
    case advance(hasOld: Bool)
    /// The change log forgets all but the last few commits.
    case prune
    case take(subscription: Int)
    case skip(subscription: Int)
}

/// The objects as an array, with what nobody but the model knows: which object is which.
struct LiveModel {
    struct Row {
        let key: ObjectKey
        let identity: Int
        var values: [StoredValue]
    }

    /// Ascending by key.
    private(set) var rows: [Row] = []
    /// The columns that were set, by identity, since somebody asked.
    private(set) var touched: [Int: Set<Int>] = [:]
    private var identities = 0

    /// What has been set since the last call.
    mutating func takeTouched() -> [Int: Set<Int>] {
        defer { touched = [:] }
        return touched
    }

    /// Does to the array what the session does to the file.
    mutating func apply(_ edit: LiveEdit, _ table: Table) {
        switch edit {
        case .insert(let key, let values): insert(key, values)
        case .delete(let key): delete(key, table)
        case .replace(let key, let values):
            delete(key, table)
            insert(key, values)
        case .set(let key, let column, let value):
            guard let place = rows.firstIndex(where: { $0.key == key }) else { return }
            rows[place].values[column] = value
            touched[rows[place].identity, default: []].insert(column)
        case .setOther: break
        }
    }

    private mutating func insert(_ key: ObjectKey, _ values: [StoredValue]) {
        identities += 1
        let row = Row(key: key, identity: identities, values: values)
        rows.insert(row, at: rows.firstIndex { key < $0.key } ?? rows.count)
    }

    /// Links to the object become nil, which counts as setting them.
    private mutating func delete(_ key: ObjectKey, _ table: Table) {
        for column in table.linkColumns where table.columns[column].linkTarget == table.id {
            for place in rows.indices where rows[place].values[column] == .link(key) && rows[place].key != key {
                rows[place].values[column] = .null
                touched[rows[place].identity, default: []].insert(column)
            }
        }
        rows.removeAll { $0.key == key }
    }

    /// The identities that a query finds, in its order.
    func run(_ query: RecordQuery) -> [Member] {
        let identities = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.identity) })
        return QueryModel.run(query.steps, rows.map { SampleRows.Row(key: $0.key, values: $0.values) }).map {
            Member(key: $0.key, identity: identities[$0.key] ?? 0)
        }
    }

    struct Member: Hashable {
        let key: ObjectKey
        let identity: Int
    }
}

extension LiveEdit {
    func apply(_ session: RecordSession, _ table: Table, _ other: Table) throws {
        switch self {
        case .insert(let key, let values): try session.make(table, key, values)
        case .delete(let key): _ = try session.delete(table, key)
        case .replace(let key, let values):
            _ = try session.delete(table, key)
            try session.make(table, key, values)
        case .set(let key, let column, let value): try session.change(table, key, column, value)
        case .setOther(let key, let value): try session.change(other, key, 1, value)
        }
    }
}
