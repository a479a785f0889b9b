import Tarn

/// One step of a random write, done to the store and to the model alike.
enum RelationOperation {
    case addBox(Int)
    case addThing(String)
    case setPart(String, String?)
    case deleteThing(String)
    case deleteBox(Int)
    case edit(Int, BoxEdit)
}

/// A change of what one box holds. Places are within bounds when the edit is made.
enum BoxEdit {
    case insertItem(String, Int), removeItem(Int), replaceItem(Int, String), moveItem(Int, Int), removeItems
    case appendItems([String])
    case insertWord(String, Int), removeWord(Int), replaceWord(Int, String), moveWord(Int, Int), removeWords
    case replaceWords(Range<Int>, [String])
    case mark(String), unmark(String), removeMarks
    case insertNumber(Int), removeNumber(Int), formUnion([Int])
    case name(String, String?), unname(String)
    case count(String, Int?), uncount(String), removeCounts
    case label(RelationModel.TagRow?), appendLabel(RelationModel.TagRow), removeLabel(Int)
    case own(String), disown(Int), guarding(String?)

    func apply(to box: inout RelationModel.BoxRow) {
        switch self {
        case .insertItem(let name, let place): box.items.insert(name, at: place)
        case .removeItem(let place): box.items.remove(at: place)
        case .replaceItem(let place, let name): box.items[place] = name
        case .moveItem(let from, let to): box.items.insert(box.items.remove(at: from), at: to)
        case .removeItems: box.items = []
        case .appendItems(let names): box.items += names
        case .insertWord(let word, let place): box.words.insert(word, at: place)
        case .removeWord(let place): box.words.remove(at: place)
        case .replaceWord(let place, let word): box.words[place] = word
        case .moveWord(let from, let to): box.words.insert(box.words.remove(at: from), at: to)
        case .removeWords: box.words = []
        case .replaceWords(let range, let words): box.words.replaceSubrange(range, with: words)
        default: applyUnordered(to: &box)
        }
    }

    private func applyUnordered(to box: inout RelationModel.BoxRow) {
        switch self {
        case .mark(let name): box.marks.insert(name)
        case .unmark(let name): box.marks.remove(name)
        case .removeMarks: box.marks = []
        case .insertNumber(let number): box.numbers.insert(number)
        case .removeNumber(let number): box.numbers.remove(number)
        case .formUnion(let numbers): box.numbers.formUnion(numbers)
        case .name(let key, let name): box.named.updateValue(name, forKey: key)
        case .unname(let key): box.named[key] = nil
        case .count(let key, let count): box.counts.updateValue(count, forKey: key)
        case .uncount(let key): box.counts[key] = nil
        case .removeCounts: box.counts = [:]
        case .label(let tag): box.label = tag
        case .appendLabel(let tag): box.labels.append(tag)
        case .removeLabel(let place): box.labels.remove(at: place)
        case .own(let name): box.owned.append(name)
        case .disown(let place): box.owned.remove(at: place)
        case .guarding(let name): box.guarded = name
        default: preconditionFailure("an edit of a list")
        }
    }
}

/// Makes operations that are likely to meet: few boxes, few things, few words.
struct RelationGenerator {
    var random: SplitMix

    init(_ seed: TestSeed) { random = seed.generator }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }
    mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }

    mutating func operation(_ model: RelationModel) -> RelationOperation {
        let box = model.boxes.keys.sorted().randomElement(using: &random)
        let thing = thing(model)
        switch below(100) {
        case 0..<6: return .addBox(freeBox(model))
        case 6..<16: return .addThing(freeThing(model))
        case 16..<20: if let thing { return .deleteThing(thing) }
        case 20..<23: if let box { return .deleteBox(box) }
        case 23..<28: if let thing { return .setPart(thing, chance(3) ? nil : self.thing(model)) }
        default: if let box { return .edit(box, edit(model.boxes[box]!, thing, model)) }
        }
        return .addThing(freeThing(model))
    }

    private mutating func thing(_ model: RelationModel) -> String? {
        model.things.keys.sorted().randomElement(using: &random)
    }

    private mutating func freeBox(_ model: RelationModel) -> Int {
        var id = below(8)
        while model.boxes[id] != nil { id += 1 }
        return id
    }

    private mutating func freeThing(_ model: RelationModel) -> String {
        var number = below(12)
        while model.things.keys.contains("thing \(number)") { number += 1 }
        return "thing \(number)"
    }

    private mutating func word() -> String {
        if chance(20) { return String(repeating: "long \(below(3)) ", count: 200) }
        return ["", "a", "b", "c", "\u{e9}", "d\0"][below(6)]
    }

    private mutating func edit(_ box: RelationModel.BoxRow, _ thing: String?, _ model: RelationModel) -> BoxEdit {
        guard let thing else { return .insertWord(word(), below(box.words.count + 1)) }
        let item = box.items.isEmpty ? nil : below(box.items.count)
        let text = box.words.isEmpty ? nil : below(box.words.count)
        switch below(34) {
        case 0...3: return .insertItem(thing, below(box.items.count + 1))
        case 4: if let item { return .removeItem(item) }
        case 5: if let item { return .replaceItem(item, thing) }
        case 6: if let item { return .moveItem(item, below(box.items.count)) }
        case 7: if chance(4) { return .removeItems }
        case 8: return .appendItems((0..<below(chance(8) ? 600 : 6)).map { _ in self.thing(model)! })
        case 9: if let text { return .removeWord(text) }
        case 10: if let text { return .replaceWord(text, word()) }
        case 11: if let text { return .moveWord(text, below(box.words.count)) }
        case 12: if chance(4) { return .removeWords }
        case 13:
            let start = below(box.words.count + 1)
            let end = start + below(box.words.count - start + 1)
            return .replaceWords(start..<end, (0..<below(chance(8) ? 300 : 4)).map { _ in word() })
        case 14, 15: return .mark(thing)
        case 16: return .unmark(thing)
        case 17: if chance(4) { return .removeMarks }
        case 18: return .insertNumber(below(20) - 10)
        case 19: return .removeNumber(below(20) - 10)
        case 20: return .formUnion((0..<below(5)).map { _ in below(1000) })
        case 21, 22: return .name(word(), chance(5) ? nil : thing)
        case 23: return .unname(word())
        case 24: return .count(word(), chance(5) ? nil : below(9))
        case 25: return chance(4) ? .removeCounts : .uncount(word())
        case 26: return .label(chance(3) ? nil : tag(thing))
        case 27, 28: return .appendLabel(tag(thing))
        case 29: if !box.labels.isEmpty { return .removeLabel(below(box.labels.count)) }
        case 30: return .own(thing)
        case 31: if !box.owned.isEmpty { return .disown(below(box.owned.count)) }
        case 32: return .guarding(chance(2) ? nil : thing)
        default: break
        }
        return .insertWord(word(), below(box.words.count + 1))
    }

    private mutating func tag(_ thing: String) -> RelationModel.TagRow {
        RelationModel.TagRow(text: word(), about: chance(2) ? nil : thing)
    }
}
