import Tarn

/// Does the operations of the relation model to a store.
struct RelationExecutor {
    let store: Store

    func box(_ id: Int) -> Box { store.object(ofType: Box.self, forPrimaryKey: id)! }
    func thing(_ name: String) -> Thing { store.object(ofType: Thing.self, forPrimaryKey: name)! }

    /// Does an operation; false when the store refuses it.
    func run(_ operation: RelationOperation) throws -> Bool {
        switch operation {
        case .addBox(let id): try store.create(Box.self, value: ["id": id])
        case .addThing(let name): try store.create(Thing.self, value: ["name": name])
        case .setPart(let name, let part): thing(name).part = part.map(thing)
        case .deleteThing(let name): try store.delete(thing(name))
        case .deleteBox(let id): return try delete(box(id))
        case .edit(let id, let edit): apply(edit, box(id))
        }
        return true
    }

    /// Deletes a box; false when a rule forbids it.
    private func delete(_ box: Box) throws -> Bool {
        let refusal = code { try store.delete(box) }
        if let refusal, refusal != .deletionDenied { try store.delete(box) }
        return refusal == nil
    }

    private func apply(_ edit: BoxEdit, _ box: Box) {
        switch edit {
        case .insertItem(let name, let place): box.items.insert(thing(name), at: place)
        case .removeItem(let place): box.items.remove(at: place)
        case .replaceItem(let place, let name): box.items[place] = thing(name)
        case .moveItem(let from, let to): box.items.move(from: from, to: to)
        case .removeItems: box.items.removeAll()
        case .appendItems(let names): box.items.append(objectsIn: names.map(thing))
        case .insertWord(let word, let place): box.words.insert(word, at: place)
        case .removeWord(let place): box.words.remove(at: place)
        case .replaceWord(let place, let word): box.words[place] = word
        case .moveWord(let from, let to): box.words.move(from: from, to: to)
        case .removeWords: box.words.removeAll()
        case .replaceWords(let range, let words): box.words.replaceSubrange(range, with: words)
        default: applyUnordered(edit, box)
        }
    }

    private func applyUnordered(_ edit: BoxEdit, _ box: Box) {
        switch edit {
        case .mark(let name): box.marks.insert(thing(name))
        case .unmark(let name): box.marks.remove(thing(name))
        case .removeMarks: box.marks.removeAll()
        case .insertNumber(let number): box.numbers.insert(number)
        case .removeNumber(let number): box.numbers.remove(number)
        case .formUnion(let numbers): box.numbers.insert(objectsIn: numbers)
        case .name(let key, let name): box.named.updateValue(name.map(thing), forKey: key)
        case .unname(let key): box.named.removeObject(for: key)
        case .count(let key, let count): box.counts.updateValue(count, forKey: key)
        case .uncount(let key): box.counts.removeObject(for: key)
        case .removeCounts: box.counts.removeAll()
        case .label(let tag): box.label = tag.map(self.tag)
        case .appendLabel(let tag): box.labels.append(self.tag(tag))
        case .removeLabel(let place): box.labels.remove(at: place)
        case .own(let name): box.owned.append(thing(name))
        case .disown(let place): box.owned.remove(at: place)
        case .guarding(let name): box.guarded = name.map(thing)
        default: preconditionFailure("an edit of a list")
        }
    }

    private func tag(_ row: RelationModel.TagRow) -> Tag {
        let tag = Tag()
        tag.text = row.text
        tag.about = row.about.map(thing)
        return tag
    }
}
