import Tarn

/// What an observer was told, as text.
final class Heard {
    private(set) var calls: [String] = []
    var isEmpty: Bool { calls.isEmpty }

    /// What came since the last question.
    func take() -> [String] {
        defer { calls = [] }
        return calls
    }

    func note(_ text: String) { calls.append(text) }
    func note(_ change: CollectionChange<Results<Item>>) { calls.append(Self.text(change)) }
    func note(_ change: ObjectChange<Item>) { calls.append(Self.text(change)) }

    /// The keys of the results as they are now, then deletions, insertions, modifications and moves.
    static func text(_ change: CollectionChange<Results<Item>>) -> String {
        switch change {
        case .initial(let items): return "initial \(items.map(\.id))"
        case .update(let items, let update):
            var text = "\(items.map(\.id))"
            if !update.deletions.isEmpty { text += " -\(update.deletions)" }
            if !update.insertions.isEmpty { text += " +\(update.insertions)" }
            for (old, new) in zip(update.modifications, update.newModifications) { text += " ~\(old)>\(new)" }
            for move in update.moves { text += " move \(move.from)>\(move.to)" }
            return text
        }
    }

    /// Name, old and new value of each property.
    static func text(_ change: ObjectChange<Item>) -> String {
        switch change {
        case .initial(let item): return "initial \(item.id)"
        case .change(let item, let properties):
            return "\(item.id)" + properties.map { " \($0.name) \(text($0.oldValue))>\(text($0.newValue))" }.joined()
        case .deleted: return "deleted"
        }
    }

    private static func text(_ value: Any?) -> String {
        guard let value else { return "nil" }
        guard let item = value as? Item else { return "\(value)" }
        return item.isInvalidated ? "gone" : "item \(item.id)"
    }
}

extension TemporaryFolder {
    /// Two stores on one file, the first to observe with.
    func pair() throws -> (Store, Store) { (try Store(configuration: rules), try Store(configuration: rules)) }
}

extension Store {
    /// Sets properties of an item in a write of its own.
    func change(_ key: Int, _ body: (Item) -> Void) throws {
        try write { item(key).map(body) }
    }
}
