import Tarn

/// The objects of the relation types as they ought to be: plain values that name each other.
struct RelationModel {
    struct BoxRow {
        /// Tells a box from an earlier one with the same number.
        var serial = 0
        var items: [String] = []
        var marks: Set<String> = []
        var named: [String: String?] = [:]
        var words: [String] = []
        var numbers: Set<Int> = []
        var counts: [String: Int?] = [:]
        var label: TagRow?
        var labels: [TagRow] = []
        var owned: [String] = []
        var guarded: String?
    }

    struct TagRow: Equatable {
        var text: String
        var about: String?
    }

    var boxes: [Int: BoxRow] = [:]
    /// The part of each thing.
    var things: [String: String?] = [:]
    private var serial = 0

    /// Does an operation; false when it has to be refused, which changes nothing.
    mutating func run(_ operation: RelationOperation) -> Bool {
        switch operation {
        case .addBox(let id):
            serial += 1
            boxes[id] = BoxRow(serial: serial)
        case .addThing(let name): things.updateValue(nil, forKey: name)
        case .setPart(let name, let part): things.updateValue(part, forKey: name)
        case .deleteThing(let name): remove([name])
        case .deleteBox(let id):
            guard let box = boxes[id] else { return true }
            // What goes with the box does not keep it.
            let gone = reached(from: box.owned)
            if let guarded = box.guarded, !gone.contains(guarded) { return false }
            boxes[id] = nil
            remove(box.owned)
        case .edit(let id, let edit): edit.apply(to: &boxes[id]!)
        }
        return true
    }

    /// Things go with their parts, and from wherever they were held.
    private mutating func remove(_ names: [String]) {
        let gone = reached(from: names)
        for name in gone { things[name] = nil }
        for (name, part) in things where part.map(gone.contains) == true { things.updateValue(nil, forKey: name) }
        for id in boxes.keys { boxes[id]!.forget(gone) }
    }

    /// Things and their parts, and the parts of those.
    private func reached(from names: [String]) -> Set<String> {
        var reached: Set<String> = []
        var waiting = names
        while let name = waiting.popLast() {
            if !reached.insert(name).inserted { continue }
            if let part = things[name] ?? nil { waiting.append(part) }
        }
        return reached
    }

    /// The boxes that have a thing among their items, once for each time.
    func holders(of name: String) -> [Int] {
        boxes.flatMap { id, box in box.items.filter { $0 == name }.map { _ in id } }.sorted()
    }
}

extension RelationModel.BoxRow {
    fileprivate mutating func forget(_ gone: Set<String>) {
        items.removeAll(where: gone.contains)
        owned.removeAll(where: gone.contains)
        marks.subtract(gone)
        for (key, name) in named where name.map(gone.contains) == true { named.updateValue(nil, forKey: key) }
        if guarded.map(gone.contains) == true { guarded = nil }
        if label?.about.map(gone.contains) == true { label?.about = nil }
        for place in labels.indices where labels[place].about.map(gone.contains) == true { labels[place].about = nil }
    }
}
