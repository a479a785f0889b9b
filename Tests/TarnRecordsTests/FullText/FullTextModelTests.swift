import Foundation
import Testing

@testable import TarnRecords

/// The index against a model that looks at all texts, over random writes.
struct FullTextModelTests {
    private static let vocabulary = [
        "a", "the", "the", "the", "of", "of", "swift", "Swift", "rust", "concurrency", "concurrent", "lmdb", "map",
        "mapped",
        "M\u{FC}nchen", "munchen", "\u{6771}\u{4EAC}", "\u{43C}\u{43E}\u{441}\u{43A}\u{432}\u{430}", "well-known", "x1",
    ]

    private static let searches = [
        "the", "of", "swift", "swift rust", "the of", "\"the of\"", "\"of the swift\"", "con*", "m*", "\"the con\"*",
        "the -of", "swift OR rust", "swift -the OR lmdb", "MUNCHEN", "\u{6771}\u{4EAC}", "\u{4EAC}", "\u{6771}*",
        "nothing", "the nothing", "well-known", "-the", "",
    ]

    private func text(_ random: inout RandomSource) -> StoredValue {
        if random.isOne(in: 12) { return .null }
        let count = random.isOne(in: 10) ? random.below(300) : random.below(20)
        return .string((0..<count).map { _ in random.pick(Self.vocabulary) }.joined(separator: " "))
    }

    private func check(_ session: RecordSession, _ table: Table, _ model: FullTextModel) throws {
        #expect(try session.wordTotals(table, 0) == model.totals())
        for text in Self.searches {
            let search = TextSearch(text)
            let expected = model.found(search)
            let filter = Filter.fullText(column: 0, search)
            let found = try session.run(RecordQuery(table: table, steps: [.filter(filter)]))
            #expect(found.keys == expected.map(\.rawValue), "\(text)")
            #expect(
                try session.count(RecordQuery(table: table, steps: [.filter(.not(filter))])) == model.texts.count
                    - expected.count)
            let ranked = model.ranked(search)
            for limit in [1, 5, nil] {
                let steps: [RecordQuery.Step] =
                    [.rank(column: 0, search)] + (limit.map { [.limit(count: $0, offset: 0)] } ?? [])
                let best = try session.run(RecordQuery(table: table, steps: steps)).keys
                let wanted = ranked.prefix(limit ?? .max).map(\.key.rawValue)
                #expect(best == wanted, "\(text) limit \(limit ?? 0)")
            }
        }
        var verification = Verification(session) { _, _ in }
        verification.run()
        #expect(verification.faults.isEmpty, "\(verification.faults.prefix(3))")
    }

    @Test(arguments: [RandomSource.seed(), RandomSource.seed()])
    func `random writes leave the index as a look at all texts would have it`(_ seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        let file = try RecordFile([
            ObjectSchema(
                name: "Note",
                properties: [
                    PropertySchema(name: "body", kind: .string, isOptional: true, isFullText: true),
                    PropertySchema(name: "number", kind: .int64),
                ])
        ])
        let table = file.table
        var model = FullTextModel()
        var keys: [ObjectKey] = []
        for round in 0..<8 {
            try file.write { session in
                for _ in 0..<(round == 0 ? 300 : random.below(120)) {
                    if keys.isEmpty || !random.isOne(in: 3) || round == 0 {
                        let key = session.nextKey(table)
                        let value = text(&random)
                        try session.make(table, key, [value, .integer(1)])
                        model.set(value.text, of: key)
                        keys.append(key)
                    } else if random.isOne(in: 2) {
                        let key = random.pick(keys)
                        let value = text(&random)
                        try session.change(table, key, 0, value)
                        model.set(value.text, of: key)
                    } else {
                        let place = random.below(keys.count)
                        #expect(try session.delete(table, keys[place]))
                        model.remove(keys[place])
                        keys.remove(at: place)
                    }
                    if random.isOne(in: 50) { try session.flush() }
                }
                if round == 5 { try session.flush(); try check(session, table, model) }
            }
            try file.read { try check($0, table, model) }
        }
        try file.write { try $0.deleteAll(table) }
        try file.read { try check($0, table, FullTextModel()) }
        let entries = try file.read { try $0.transaction.statistics(of: $0.trees.words).entries }
        #expect(entries == 1, "only the totals are left; seed \(seed)")
    }
}

extension Membership {
    /// The raw keys, in order.
    fileprivate var keys: [UInt64] {
        switch self {
        case .set(let set): set.keys
        case .list(let keys): keys
        }
    }
}

extension StoredValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
