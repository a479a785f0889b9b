import Foundation
import Tarn
import Testing

@Suite struct NotificationRules {
    let folder = TemporaryFolder()

    // N1, N2
    @Test func theFirstCallIsInitialAndLaterOnesSayWhatChanged() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let heard = Heard<Item>()
        let token = store.objects(Item.self).where { $0.count < 10 }.sorted(by: \.count).observe(heard.note)
        #expect(heard.isEmpty)
        try store.refresh()
        #expect(heard.take() == ["initial 0 1 2"])
        try store.write { store.item(1)?.count = 9 }
        #expect(heard.take() == ["0 2 1: -[1] +[2] ~[] moves 1>2"])
        try store.write {
            try store.add(Item(7, count: -1))
            store.item(0)?.name = "other"
            try store.delete(try #require(store.item(2)))
        }
        #expect(heard.take() == ["7 0 1: -[1] +[0] ~[0>1]"])
        token.invalidate()
        try store.addItems(20..<30)
        #expect(heard.isEmpty)
    }
}

/// What an observer was told, as text.
final class Heard<Element: Object> {
    private(set) var calls: [String] = []
    var isEmpty: Bool { calls.isEmpty }

    func note(_ change: CollectionChange<Results<Element>>) { calls.append(Self.text(change)) }

    func take() -> [String] {
        defer { calls = [] }
        return calls
    }

    static func text(_ change: CollectionChange<Results<Element>>) -> String {
        switch change {
        case .initial(let results): return "initial " + keys(results)
        case .update(let results, let update):
            let modified = zip(update.modifications, update.newModifications).map { "\($0)>\($1)" }
            let moves = update.moves.map { "\($0.from)>\($0.to)" }
            return "\(keys(results)): -\(update.deletions) +\(update.insertions) ~[\(modified.joined(separator: " "))]"
                + (moves.isEmpty ? "" : " moves " + moves.joined(separator: " "))
        }
    }

    private static func keys(_ results: Results<Element>) -> String {
        results.map { ($0 as? Item).map { "\($0.id)" } ?? "?" }.joined(separator: " ")
    }
}
