import Foundation
import Tarn

/// The store as it ought to be: dictionaries.
struct DictionaryModel {
    private(set) var rows: [ModelKind: [ModelKey: ModelOperation.Row]] = [:]

    func keys(_ kind: ModelKind) -> Dictionary<ModelKey, ModelOperation.Row>.Keys { (rows[kind] ?? [:]).keys }
    func row(_ kind: ModelKind, _ key: ModelKey) -> ModelOperation.Row? { rows[kind]?[key] }
    func matches(_ kind: ModelKind, _ filter: ModelFilter) -> [ModelKey] {
        (rows[kind] ?? [:]).filter { filter.matches($0.value) }.map(\.key)
    }

    /// Does an operation; the code of its refusal, if it must be refused.
    mutating func run(_ operation: ModelOperation) -> StoreError.Code? {
        switch operation {
        case .add(let kind, let key, let row, let policy):
            return put(kind, key, row, policy)
        case .addPair(let number, var numbered, let name, var named, let policy):
            let exists = row(.numbered, number) != nil || row(.named, name) != nil
            if policy == .error && exists { return .duplicatePrimaryKey }
            numbered["link"] = .link(name)
            named["owner"] = .link(number)
            _ = put(.numbered, number, numbered, policy)
            _ = put(.named, name, named, policy)
        case .create(let kind, let key, let given, let policy):
            return put(kind, key, (row(kind, key) ?? Self.defaults(kind)).merging(given) { $1 }, policy)
        case .set(let kind, let key, let field, let value):
            rows[kind]![key]![field] = value
        case .delete(let kind, let key): remove(kind, [key])
        case .deleteAll(let kind): remove(kind, Set(keys(kind)))
        case .setMany(let kind, let filter, let field, let value):
            for key in matches(kind, filter) { rows[kind]![key]![field] = value }
        case .deleteMany(let kind, let filter): remove(kind, Set(matches(kind, filter)))
        }
        return nil
    }

    private mutating func put(
        _ kind: ModelKind, _ key: ModelKey, _ row: ModelOperation.Row, _ policy: UpdatePolicy
    ) -> StoreError.Code? {
        if policy == .error && self.row(kind, key) != nil { return .duplicatePrimaryKey }
        rows[kind, default: [:]][key] = row
        return nil
    }

    /// Links to what goes become nil.
    private mutating func remove(_ kind: ModelKind, _ keys: Set<ModelKey>) {
        for key in keys { rows[kind]?[key] = nil }
        for source in ModelKind.allCases {
            for field in source.fields where field.content == .link(kind) {
                for (key, row) in rows[source] ?? [:] {
                    if case .link(let target) = row[field.name], keys.contains(target) {
                        rows[source]![key]![field.name] = .null
                    }
                }
            }
        }
    }

    private static func defaults(_ kind: ModelKind) -> ModelOperation.Row {
        var row: ModelOperation.Row = [:]
        for field in kind.fields {
            row[field.name] =
                if field.isOptional {
                    .null
                } else {
                    switch field.content {
                    case .int, .small: .int(0)
                    case .real, .day: .real(0)
                    case .bool: .bool(false)
                    default: .text([])
                    }
                }
        }
        return row
    }
}
