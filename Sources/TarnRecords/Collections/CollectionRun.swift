/// Gathers the difference of a collection from run to run of leaves that are not shared.
struct CollectionRun {
    private let form: CollectionForm
    private var difference = CollectionDifference()
    private var oldIndex = 0
    private var newIndex = 0
    private var tokens = ElementTokens()
    /// The tokens of what was deleted and inserted, beside the indexes.
    private var deleted: [UInt64] = []
    private var inserted: [UInt64] = []

    init(_ form: CollectionForm) { self.form = form }

    /// Passes a node that both snapshots share.
    mutating func pass(_ oldCount: Int, _ newCount: Int) {
        oldIndex += oldCount
        newIndex += newCount
    }

    /// Compares a run of elements; false when bytes make no element.
    mutating func add(_ old: CollectionElements, _ new: CollectionElements) -> Bool {
        defer { pass(old.count, new.count) }
        return form.isOrdered ? addOrdered(old, new) : addList(old, new)
    }

    private mutating func addList(_ old: CollectionElements, _ new: CollectionElements) -> Bool {
        let before = tokens.tokens(of: old)
        let after = tokens.tokens(of: new)
        for edit in SequenceDifference.edits(before, after) {
            if !form.isLink && edit.old.count == edit.new.count {
                difference.modifications += edit.old.map { $0 + oldIndex }
                difference.newModifications += edit.new.map { $0 + newIndex }
                continue
            }
            difference.deletions += edit.old.map { $0 + oldIndex }
            difference.insertions += edit.new.map { $0 + newIndex }
            deleted += before[edit.old]
            inserted += after[edit.new]
        }
        return true
    }

    /// Both stand in the order of their keys.
    private mutating func addOrdered(_ old: CollectionElements, _ new: CollectionElements) -> Bool {
        old.withView(form) { old in
            new.withView(form) { new in
                var (i, j) = (0, 0)
                while i < old.count || j < new.count {
                    var order = i == old.count ? 1 : -1
                    if i < old.count && j < new.count {
                        guard let compared = old.keyOrder(i, new, j) else { return false }
                        order = compared
                    }
                    if order < 0 {
                        guard note(old, i, &difference.deletedKeys) else { return false }
                        difference.deletions.append(oldIndex + i)
                    } else if order > 0 {
                        guard note(new, j, &difference.insertedKeys) else { return false }
                        difference.insertions.append(newIndex + j)
                    } else if !old.hasSameBytes(i, new, j) {
                        guard note(new, j, &difference.modifiedKeys) else { return false }
                        difference.modifications.append(oldIndex + i)
                        difference.newModifications.append(newIndex + j)
                    }
                    if order <= 0 { i += 1 }
                    if order >= 0 { j += 1 }
                }
                return true
            }
        }
    }

    private func note(_ view: CollectionView, _ place: Int, _ keys: inout [String]) -> Bool {
        if form.collection != .map { return true }
        guard let key = view.text(place) else { return false }
        keys.append(key)
        return true
    }

    /// The whole difference, with the moves.
    func finished() -> CollectionDifference {
        var difference = difference
        let unique = Self.unique(deleted)
        for (token, place) in Self.unique(inserted) {
            guard let from = unique[token] else { continue }
            difference.moves.append(.init(from: difference.deletions[from], to: difference.insertions[place]))
        }
        difference.moves.sort { $0.from < $1.from }
        return difference
    }

    /// Where the tokens stand that occur once.
    private static func unique(_ tokens: [UInt64]) -> [UInt64: Int] {
        var places: [UInt64: Int] = [:]
        for (place, token) in tokens.enumerated() {
            places.updateValue(places[token] == nil ? place : -1, forKey: token)
        }
        return places.filter { $0.value >= 0 }
    }
}
