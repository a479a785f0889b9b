@testable import TarnRecords

/// The objects of one type as a dictionary, with what was done to them since a version.
struct ChangeModel {
    struct Object {
        /// Tells an object from another that has its key later.
        let identity: Int
        var values: [StoredValue]
        /// The columns that were set since the version, also to what they were.
        var set: Set<Int> = []
    }

    private(set) var objects: [ObjectKey: Object] = [:]
    private(set) var before: [ObjectKey: Object] = [:]
    private var identities = 0

    var keys: [ObjectKey] { objects.keys.sorted() }

    /// Forgets what was done so far: the version is now.
    mutating func begin() {
        for key in objects.keys { objects[key]?.set = [] }
        before = objects
    }

    mutating func insert(_ key: ObjectKey, _ values: [StoredValue]) {
        identities += 1
        objects[key] = Object(identity: identities, values: values)
    }

    mutating func delete(_ key: ObjectKey) { objects[key] = nil }

    mutating func set(_ key: ObjectKey, _ column: Int, _ value: StoredValue) {
        objects[key]?.values[column] = value
        objects[key]?.set.insert(column)
    }

    /// What the log tells: what was done.
    func logged(_ table: Table) -> TableChanges {
        changes(table) { old, new in old.identity == new.identity ? new.set : nil }
    }

    /// What two snapshots tell: what is different.
    func compared(_ table: Table) -> TableChanges {
        changes(table) { old, new in
            Set(table.columns.indices.filter { old.values[$0].bits != new.values[$0].bits })
        }
    }

    private func changes(_ table: Table, _ modified: (Object, Object) -> Set<Int>?) -> TableChanges {
        var clusters: [UInt64: TableChanges.Cluster] = [:]
        for key in Set(objects.keys).union(before.keys).sorted() {
            var cluster = clusters[key.cluster] ?? .init(number: key.cluster)
            switch (before[key], objects[key]) {
            case (nil, _): cluster.inserted |= key.bit
            case (let old?, nil):
                cluster.deleted |= key.bit
                if let column = table.primaryKey, !table.hasIntegerKey {
                    let coded = KeyCoding.bytes(old.values[column], table.columns[column].kind).bytes
                    cluster.deletedKeys.append(.init(slot: key.slot, key: coded))
                }
            case (let old?, let new?):
                guard let columns = modified(old, new) else {
                    cluster.replaced |= key.bit
                    break
                }
                for column in columns { cluster.modify(key.bit, column) }
            }
            if !cluster.isEmpty { clusters[key.cluster] = cluster }
        }
        return TableChanges(clusters: clusters.values.sorted { $0.number < $1.number })
    }
}

extension TableChanges.Cluster {
    fileprivate mutating func modify(_ bit: UInt64, _ column: Int) {
        if let place = modified.firstIndex(where: { $0.column == column }) {
            modified[place].slots |= bit
        } else {
            modified.append(.init(column: column, slots: bit))
            modified.sort { $0.column < $1.column }
        }
    }
}

extension TableChanges {
    /// With deleted keys in the order of their slots, which has no meaning.
    var ordered: TableChanges {
        TableChanges(
            clusters: clusters.map { cluster in
                var ordered = cluster
                ordered.deletedKeys.sort { $0.slot < $1.slot }
                return ordered
            })
    }
}

extension StoredValue {
    /// The value with numbers as their bits and text as its bytes, so that equality is sameness: one accent can be
    /// written in two ways.
    var bits: StoredValue {
        switch self {
        case .float(let value): .integer(Int64(value.bitPattern))
        case .double(let value): .integer(Int64(bitPattern: value.bitPattern))
        case .string(let text): .bytes(Array(text.utf8))
        default: self
        }
    }
}
