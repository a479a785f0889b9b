/// A leaf of a collection in a snapshot. Valid as long as the session that has read it.
struct LastLeaf {
    let name: CollectionName
    /// The index of its first element.
    let start: Int
    let view: CollectionView
}

extension RecordSession {
    // Safety: fields that skip the exclusivity check; a session has one thread, and no access overlaps another.
    /// The tree of a collection that the open write has changed.
    func openTree(_ place: CollectionPlace) -> CollectionTree? {
        unsafe changes?.collections.tree(CollectionName(place))
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The element at an index, if it lies in the leaf that was read last: reading one after the other is then a look
    /// into memory. A snapshot does not change.
    func knownElement(_ place: CollectionPlace, at index: Int) -> StoredValue? {
        guard let last = unsafe lastLeaf, last.name == CollectionName(place) else { return nil }
        let local = index - last.start
        return local >= 0 && local < last.view.count ? last.view.value(local) : nil
    }

    // Safety: as above.
    /// Lends the leaf that holds an element, with the element's place in it. The body must not change anything.
    func withLeaf<R>(
        _ place: CollectionPlace, at index: Int, _ body: (CollectionView, Int) throws(RecordError) -> R
    ) throws(RecordError) -> R {
        if let tree = openTree(place) {
            let (leaf, local) = try tree.leaf(at: index)
            return unsafe try leaf.elements.withView(tree.form) { (view) throws(RecordError) in try body(view, local) }
        }
        let storage = CollectionStorage(place, self)
        guard var node = try storage.stored(0) else { throw storage.corrupt("the elements are missing") }
        var rest = index
        while node.height > 0 {
            guard let next = node.place(of: &rest) else { throw storage.corrupt("element \(index) is missing") }
            let child = node.child(next)
            guard let below = try storage.stored(child.number, (node.height - 1, child.count)) else {
                throw storage.corrupt("node \(child.number) is missing")
            }
            node = below
        }
        guard rest < node.count else { throw storage.corrupt("element \(index) is missing") }
        if unsafe changes == nil {
            unsafe lastLeaf = LastLeaf(name: storage.name, start: index - rest, view: node.elements(storage.form))
        }
        return try body(node.elements(storage.form), rest)
    }

    /// Where a key is among the elements of a set or the keys of a map, or would be.
    func find(_ place: CollectionPlace, _ key: [UInt8]) throws(RecordError) -> (index: Int, isThere: Bool) {
        if let tree = openTree(place) {
            let found = try tree.leaf(ofKey: key)
            return (found.index, found.isThere)
        }
        let storage = CollectionStorage(place, self)
        guard var node = try storage.stored(0) else { throw storage.corrupt("the elements are missing") }
        var before = 0
        while node.height > 0 {
            guard let next = node.place(ofKey: key, storage.form) else {
                throw storage.corrupt("a separator is malformed")
            }
            before += next.before
            let child = node.child(next.place)
            guard let below = try storage.stored(child.number, (node.height - 1, child.count)) else {
                throw storage.corrupt("node \(child.number) is missing")
            }
            node = below
        }
        guard let found = node.elements(storage.form).search(key) else { throw storage.corrupt("a key is malformed") }
        return (before + found.place, found.isThere)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Opens a collection for changes.
    func tree(_ place: CollectionPlace) throws(RecordError) -> CollectionTree {
        let collections = pending.collections
        let name = CollectionName(place)
        try flushCollectionsIfLarge()
        if let open = collections.tree(name) { return open }
        let links = place.form.isLink ? pending.delta(place.table, place.column) : nil
        let tree = try unsafe CollectionTree(
            CollectionStorage(place, self), count: storedCount(place),
            stamp: UInt32(truncatingIfNeeded: state.version + 1), links: links)
        collections.add(tree)
        return tree
    }

    // Safety: as above.
    /// Writes the changed nodes out when they take too much memory.
    func flushCollectionsIfLarge() throws(RecordError) {
        if pending.collections.isFull { try flushCollections() }
    }

    // Safety: as above.
    /// Writes every changed node into its tree.
    func flushCollections() throws(RecordError) {
        for tree in pending.collections.takeTrees() { try tree.flush() }
    }

    // Safety: as above.
    /// Takes out of a collection what leads to objects that are gone.
    func purgeTargets(_ place: CollectionPlace) throws(RecordError) {
        guard let changes = unsafe changes, let purge = changes.collections.takePurge(CollectionName(place)) else {
            return
        }
        try carryOut(purge)
    }

    // Safety: as above.
    /// Takes out of all collections what leads to objects that are gone.
    func purgeAllTargets() throws(RecordError) {
        guard let collections = unsafe changes?.collections else { return }
        while let next = unsafe collections.purges.first, let purge = collections.takePurge(next.key) {
            try carryOut(purge)
        }
    }

    // Safety: as above.
    /// Refuses a large number of elements that the root of the tree does not have: nobody compares the checksum of the
    /// cluster that says it, and memory is reserved by it. Once for all reads of a snapshot that follow each other.
    func checkCount(_ place: CollectionPlace, _ count: Int) throws(RecordError) {
        if count < CollectionPlace.believedCount || openTree(place) != nil { return }
        let storage = CollectionStorage(place, self)
        if unsafe lastCounted?.name == storage.name && lastCounted?.count == count { return }
        let found = try storage.stored(0)?.total ?? 0
        guard found == count, try count / CollectionFormat.limit <= storage.nodeLimit() else {
            throw storage.corrupt("the object says that there are \(count) elements, \(found) were found")
        }
        if unsafe changes == nil { unsafe lastCounted = (storage.name, count) }
    }

    // Safety: as above.
    /// Refuses to read more elements than the nodes of the tree can have: a few damaged bytes can claim any number.
    func checkSize(_ place: CollectionPlace, _ range: Range<Int>) throws(RecordError) {
        if range.count < 1 << 16 || openTree(place) != nil { return }
        let storage = CollectionStorage(place, self)
        if try range.count / CollectionFormat.limit > storage.nodeLimit() {
            throw storage.corrupt("\(range.count) elements are more than the nodes can have")
        }
    }
}
