import Foundation
import Tarn

/// Holds a store against the model: every value, and what queries, orders and sums answer.
struct ModelComparison {
    let store: Store
    let model: DictionaryModel

    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    func run() throws {
        try compare(Numbered.self, .numbered) { .number($0.id) }
        try compare(Named.self, .named) { .text(Array($0.key.utf8)) }
        try compare(Loose.self, .loose) { .number($0.serial) }
        try compareOrders()
        try compareSums()
        try expect(store.readFailure == nil, "a read failed: \(String(describing: store.readFailure))")
    }

    private func compare<T: Object>(_ type: T.Type, _ kind: ModelKind, _ key: (T) -> ModelKey) throws {
        for filter in ModelFilter.kinds[kind]! {
            let expected = Set(model.matches(kind, filter))
            let results = filter.results(of: type, in: store)
            try expect(results.count == expected.count, "\(kind) \(filter): \(results.count), not \(expected.count)")
            let found = results.map { key($0) }
            try expect(found.count == expected.count && Set(found) == expected, "\(kind) \(filter): other objects")
        }
        for object in store.objects(type) { try compare(object, kind, key(object)) }
        for known in model.keys(kind) {
            guard let object = StoreExecutor(store: store).find(kind, known) else {
                throw Difference(description: "\(kind) \(known) is not found by its key")
            }
            try expect(key(object as! T) == known, "\(kind) \(known) is another by its key")
        }
    }

    /// Holds one object against its row.
    func compare(_ object: Object, _ kind: ModelKind, _ key: ModelKey) throws {
        guard let row = model.row(kind, key) else { throw Difference(description: "\(kind) \(key) should not exist") }
        for field in kind.fields {
            let value = field.read(object)
            try expect(value == row[field.name], "\(kind) \(key).\(field.name): \(value), not \(row[field.name]!)")
        }
    }

    private func compareOrders() throws {
        let numbered = store.objects(Numbered.self)
        let ids = model.keys(.numbered).map { $0.any as! Int }.sorted()
        try expect(numbered.map(\.id) == ids, "numbered objects in order of their keys")
        let byNumber = ids.sorted { (value($0, "number").integer!, $0) < (value($1, "number").integer!, $1) }
        try expect(numbered.sorted(by: \.number).map(\.id) == byNumber, "sorted by number")
        try expect(
            numbered.sorted(by: \.number).limit(7, offset: 2).map(\.id) == byNumber.dropFirst(2).prefix(7).map { $0 },
            "some by number")
        let byText = ids.enumerated().sorted { one, other in
            let (a, b) = (value(one.element, "text").bytes!, value(other.element, "text").bytes!)
            return a == b ? one.offset < other.offset : b.lexicographicallyPrecedes(a)
        }.map(\.element)
        try expect(numbered.sorted(by: \.text, ascending: false).map(\.id) == byText, "sorted by text, backwards")
        let firstOfNumber = Dictionary(ids.map { (value($0, "number"), $0) }, uniquingKeysWith: { first, _ in first })
        try expect(Set(numbered.distinct(by: \.number).map(\.id)) == Set(firstOfNumber.values), "distinct by number")
        let labels = store.objects(Named.self).sorted(by: \.label).values(of: \.label).map { Array($0.utf8) }
        let expected = model.keys(.named).map { model.row(.named, $0)!["label"]!.bytes! }
        try expect(labels == expected.sorted { $0.lexicographicallyPrecedes($1) }, "sorted by label")
    }

    private func compareSums() throws {
        let small = store.objects(Numbered.self).sum(of: \.small)
        let rows = model.keys(.numbered).map { model.row(.numbered, $0)! }
        try expect(small == rows.reduce(0) { $0 + $1["small"]!.integer! }, "sum of small")
        let maybe = rows.compactMap { $0["maybe"]!.integer }
        try expect(store.objects(Numbered.self).max(of: \.maybe) == maybe.max(), "largest maybe")
        let real = rows.compactMap { $0["real"]!.number }.filter { !$0.isNaN }
        try expect(store.objects(Numbered.self).min(of: \.real) == real.min(), "smallest real")
    }

    private func value(_ id: Int, _ field: String) -> ModelValue { model.row(.numbered, .number(id))![field]! }

    private func expect(_ holds: Bool, _ what: @autoclosure () -> String) throws {
        if !holds { throw Difference(description: what()) }
    }
}
