@testable import TarnRecords

/// Random types, queries and commits for live queries. Values are few, so that objects tie, meet and change places.
struct LiveQuerySample {
    let schemas: [ObjectSchema]
    var random: RandomSource
    static let otherKeys = (0..<6).map { ObjectKey(Int64($0)) }

    init(seed: UInt64) {
        var random = RandomSource(seed: seed)
        var properties = [PropertySchema(name: "id", kind: .int64, isPrimaryKey: true)]
        for place in 0...random.below(4) {
            let kind = random.pick(
                [
                    .bool, .int8, .int64, .int64, .double, .double, .float, .string, .string, .decimal, .uuid, .data,
                    .date,
                ] as [ValueKind])
            properties.append(
                PropertySchema(
                    name: "value\(place)", kind: kind, isOptional: random.isOne(in: 3),
                    isIndexed: kind.canBeIndexed && random.isOne(in: 3)))
        }
        if random.isOne(in: 2) {
            properties.append(PropertySchema(name: "self", kind: .link, linkTarget: "Item"))
            properties.append(PropertySchema(name: "other", kind: .link, linkTarget: "Other"))
        }
        let number = PropertySchema(name: "number", kind: .int64)
        schemas = [
            ObjectSchema(name: "Item", properties: properties),
            ObjectSchema(
                name: "Other", properties: [PropertySchema(name: "id", kind: .int64, isPrimaryKey: true), number]),
        ]
        self.random = random
    }

    private mutating func value(_ table: Table, _ column: Int) -> StoredValue {
        let column = table.columns[column]
        if column.isOptional && random.isOne(in: 5) { return .null }
        if column.kind == .int64 { return .integer(Int64(random.below(8))) }
        if column.kind == .double { return .double(random.pick([0, 1, 2, 3, -0.0, .nan, 5, 6, 7, 8])) }
        guard column.kind == .link else { return SampleValues.value(column.kind, &random) }
        return .link(column.linkTarget == table.id ? key() : random.pick(Self.otherKeys))
    }

    /// A key of one of a few clusters.
    mutating func key() -> ObjectKey { ObjectKey(Int64(random.below(4) * 61 + random.below(24)) - 70) }

    /// Filters mostly let something through, and limits cut something off.
    mutating func steps(_ table: Table) -> [RecordQuery.Step] {
        if random.isOne(in: 8) { return QueryModel.steps(table, &random) }
        var steps: [RecordQuery.Step] = []
        if !random.isOne(in: 3) {
            let filter = RandomFilter.leaf(table, random.below(table.columns.count), &random)
            steps.append(.filter(random.isOne(in: 2) ? filter : .not(filter)))
        }
        if !random.isOne(in: 3) { steps.append(.sort(sortKeys(table))) }
        switch random.below(4) {
        case 0: steps.append(.limit(count: random.isOne(in: 5) ? nil : random.below(30), offset: random.below(9)))
        case 1: steps.append(.distinct((0...random.below(2)).map { _ in random.below(table.columns.count) }))
        default: break
        }
        if random.isOne(in: 4) { steps.append(.sort(sortKeys(table))) }
        if random.isOne(in: 6) { steps.append(.limit(count: random.below(20), offset: random.below(4))) }
        return steps
    }

    private mutating func sortKeys(_ table: Table) -> [SortKey] {
        (0...random.below(2)).map { _ in
            SortKey(column: random.below(table.columns.count), ascending: random.isOne(in: 2))
        }
    }

    mutating func filter(_ table: Table) -> ModificationFilter {
        switch random.below(5) {
        case 0: return .paths([])
        case 1: return .reachable
        case 2, 3: return .own
        default: return .paths([[random.below(table.columns.count)], [random.below(table.columns.count)]])
        }
    }

    /// Edits that go with each other, and with the objects that exist.
    mutating func edits(_ table: Table, _ model: LiveModel) -> [LiveEdit] {
        var model = model
        return (0..<(random.isOne(in: 9) ? 120 : random.below(6))).map { _ in
            let edit = edit(table, model)
            model.apply(edit, table)
            return edit
        }
    }

    private mutating func edit(_ table: Table, _ model: LiveModel) -> LiveEdit {
        let key = key()
        guard model.rows.contains(where: { $0.key == key }) else { return .insert(key, newValues(table, key, model)) }
        switch random.below(12) {
        case 0, 1: return .delete(key)
        case 2: return .replace(key, newValues(table, key, model))
        case 3: return .setOther(random.pick(Self.otherKeys), .integer(Int64(random.below(4))))
        default:
            let existing = random.pick(model.rows).key
            let column = 1 + random.below(table.columns.count - 1)
            return .set(existing, column, value(table, column, of: existing, model))
        }
    }

    private mutating func newValues(_ table: Table, _ key: ObjectKey, _ model: LiveModel) -> [StoredValue] {
        table.columns.indices.map { $0 == table.primaryKey ? .integer(key.number) : value(table, $0, of: key, model) }
    }

    /// Links lead to other objects, and to ones that exist.
    private mutating func value(
        _ table: Table, _ column: Int, of key: ObjectKey, _ model: LiveModel
    ) -> StoredValue {
        let value = value(table, column)
        guard case .link(let target) = value, table.columns[column].linkTarget == table.id else { return value }
        return target != key && model.rows.contains { $0.key == target } ? value : .null
    }

    mutating func operation(_ table: Table, _ model: LiveModel, subscriptions: Int) -> LiveOperation {
        switch random.below(12) {
        case 0...4: .commit(edits(table, model))
        case 5, 6, 7: .advance(hasOld: !random.isOne(in: 8))
        case 8 where random.isOne(in: 4): .prune
        case 9 where random.isOne(in: 3): .skip(subscription: random.below(subscriptions))
        default: .take(subscription: random.below(subscriptions))
        }
    }
}
