extension LiveStep {
    /// What happened to a sequence that was found anew.
    ///
    /// Untouched objects that are in both never pass each other, since their own values alone decide about their place.
    /// - Parameters:
    ///   - old: The sequence before.
    ///   - new: The sequence now.
    ///   - touched: The objects whose place may be another.
    ///   - candidates: The objects that may have come or gone; they contain the ones that did.
    init(from old: Membership, to new: Membership, _ touched: TouchedObjects, _ candidates: TouchedObjects) {
        let (before, after) = (old.places(of: candidates), new.places(of: candidates))
        var changed = touched
        if !candidates.isEmpty {
            let (old, new) = (Set(before.map(\.key)), Set(after.map(\.key)))
            for key in old.symmetricDifference(new) { changed.insert(key) }
        }
        removed = old.places(of: changed)
        added = new.places(of: changed)
    }
}
