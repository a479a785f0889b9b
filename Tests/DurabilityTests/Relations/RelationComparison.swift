import Tarn

/// Holds a store against the relation model: what every object holds, who holds it, and what queries answer.
struct RelationComparison {
    let store: Store
    let model: RelationModel

    func run() throws {
        let boxes = store.objects(Box.self)
        try expect(boxes.map(\.id) == model.boxes.keys.sorted(), "other boxes")
        try expect(Set(store.objects(Thing.self).map(\.name)) == Set(model.things.keys), "other things")
        for box in boxes { try compare(box, model.boxes[box.id]!) }
        for thing in store.objects(Thing.self) {
            try expect(thing.part?.name == model.things[thing.name]!, "\(thing.name).part")
            try expect(thing.boxes.map(\.id).sorted() == model.holders(of: thing.name), "who holds \(thing.name)")
        }
        try compareQueries()
        try expect(store.readFailure == nil, "a read failed: \(String(describing: store.readFailure))")
    }

    private func compare(_ box: Box, _ row: RelationModel.BoxRow) throws {
        let place = "box \(box.id)"
        try expect(box.items.map(\.name) == row.items, "\(place).items")
        try expect(box.items.count == row.items.count, "\(place).items.count")
        try expect(box.words.map { $0 } == row.words, "\(place).words")
        try expect(box.marks.count == row.marks.count, "\(place).marks.count")
        try expect(Set(box.marks.map(\.name)) == row.marks, "\(place).marks")
        try expect(box.numbers.sorted() == row.numbers.sorted(), "\(place).numbers")
        let named = Dictionary(uniqueKeysWithValues: box.named.asKeyValueSequence().map { ($0.key, $0.value?.name) })
        try expect(named == row.named, "\(place).named")
        let counts = Dictionary(uniqueKeysWithValues: box.counts.asKeyValueSequence().map { ($0.key, $0.value) })
        try expect(counts == row.counts, "\(place).counts")
        try expect(box.label.map(self.row) == row.label, "\(place).label")
        try expect(box.labels.map(self.row) == row.labels, "\(place).labels")
        try expect(box.owned.map(\.name) == row.owned, "\(place).owned")
        try expect(box.guarded?.name == row.guarded, "\(place).guarded")
    }

    private func row(_ tag: Tag) -> RelationModel.TagRow { .init(text: tag.text, about: tag.about?.name) }

    private func compareQueries() throws {
        let boxes = store.objects(Box.self)
        try expect(
            boxes.where { $0.items.count > 2 }.map(\.id) == ids { $0.items.count > 2 }, "boxes with more than 2 items")
        try expect(
            boxes.where { $0.items.name == "thing 3" }.map(\.id) == ids { $0.items.contains("thing 3") },
            "boxes with an item")
        try expect(
            boxes.where { $0.numbers.contains(4) }.map(\.id) == ids { $0.numbers.contains(4) }, "boxes with a number")
        try expect(
            try boxes.filter("label.about.name == %@", "thing 1").map(\.id) == ids { $0.label?.about == "thing 1" },
            "boxes whose label is about a thing")
        try expect(
            try boxes.filter("NONE words == %@", "a").map(\.id) == ids { !$0.words.contains("a") },
            "boxes without a word")
    }

    private func ids(_ test: (RelationModel.BoxRow) -> Bool) -> [Int] {
        model.boxes.filter { test($0.value) }.keys.sorted()
    }

    private func expect(_ holds: Bool, _ what: @autoclosure () -> String) throws {
        if !holds { throw ModelComparison.Difference(description: what()) }
    }
}
