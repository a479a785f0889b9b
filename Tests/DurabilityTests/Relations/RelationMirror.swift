import Tarn

/// What an observer makes of the changes it is told: arrays that are only ever changed by them.
final class RelationMirror {
    private var tokens: [NotificationToken] = []
    private(set) var items: [String] = []
    private(set) var words: [String] = []
    private(set) var numbers: [Int] = []
    private(set) var counts: [String: Int?] = [:]
    private(set) var holders: [Int] = []
    /// Which box is observed.
    let serial: Int

    init(_ box: Box, _ serial: Int, _ store: Store) {
        self.serial = serial
        tokens = [
            box.items.observe { [unowned self] in items = Self.changed(items, $0) { $0.name } },
            box.words.observe { [unowned self] in words = Self.changed(words, $0) { $0 } },
            box.numbers.observe { [unowned self] change in
                switch change {
                case .initial(let set): numbers = set.map { $0 }
                case .update(let set, let update): Self.apply(update, to: &numbers, set.map { $0 })
                }
            },
            box.counts.observe { [unowned self] change in
                switch change {
                case .initial(let map): counts = Self.values(map)
                case .update(let map, let update):
                    for key in update.deletions { counts[key] = nil }
                    for key in update.insertions + update.modifications { counts.updateValue(map[key]!, forKey: key) }
                }
            },
            store.objects(Box.self).where { $0.items.count > 2 }.observe { [unowned self] change in
                switch change {
                case .initial(let results): holders = results.map(\.id)
                case .update(let results, let update): Self.apply(update, to: &holders, results.map(\.id))
                }
            },
        ]
    }

    private static func values(_ map: Map<String, Int?>) -> [String: Int?] {
        Dictionary(uniqueKeysWithValues: map.asKeyValueSequence().map { ($0.key, $0.value) })
    }

    private static func changed<Element>(
        _ old: [String], _ change: CollectionChange<List<Element>>, _ name: (Element) -> String
    ) -> [String] {
        switch change {
        case .initial(let list): return list.map(name)
        case .update(let list, let update):
            var new = old
            apply(update, to: &new, list.map(name))
            return new
        }
    }

    /// N3: deletions from the back, insertions from the front; modified elements are read again.
    private static func apply<Value>(_ update: CollectionUpdate, to values: inout [Value], _ now: [Value]) {
        for index in update.deletions.reversed() { values.remove(at: index) }
        for index in update.insertions { values.insert(now[index], at: index) }
        for index in update.newModifications { values[index] = now[index] }
    }

    /// What differs from a row; nil when nothing does.
    func difference(from row: RelationModel.BoxRow, _ model: RelationModel) -> String? {
        if items != row.items { return "items" }
        if words != row.words { return "words" }
        if Set(numbers) != row.numbers || numbers.count != row.numbers.count { return "numbers" }
        if counts != row.counts { return "counts" }
        if holders != model.boxes.filter({ $0.value.items.count > 2 }).keys.sorted() { return "holders" }
        return nil
    }
}
