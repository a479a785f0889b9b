/// The collections that an open write has changed, or reads from while it changes them.
final class PendingCollections {
    @exclusivity(unchecked) private var trees: [CollectionName: CollectionTree] = [:]
    @exclusivity(unchecked) private var latest: (name: CollectionName, tree: CollectionTree)?
    /// What other trees than the latest take in memory.
    @exclusivity(unchecked) private var otherByteCount = 0
    /// Targets that are gone and still stand in collections.
    @exclusivity(unchecked) private(set) var purges: [CollectionName: Purge] = [:]

    /// What has to be taken out of a collection before anybody looks at it.
    struct Purge {
        let place: CollectionPlace
        var links: Set<MixedLink> = []
    }

    /// The memory that nodes may take before they are written out.
    static let limit = 32 << 20

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The tree of a collection, if it is open.
    func tree(_ name: CollectionName) -> CollectionTree? {
        if let latest = unsafe latest, latest.name == name { return latest.tree }
        if unsafe trees.isEmpty { return nil }
        guard let found = unsafe trees[name] else { return nil }
        makeLatest(name, found)
        return found
    }

    // Safety: as above.
    private func makeLatest(_ name: CollectionName, _ tree: CollectionTree) {
        unsafe otherByteCount += (latest?.tree.byteCount ?? 0) - tree.byteCount
        unsafe latest = (name, tree)
    }

    // Safety: as above.
    /// Keeps a tree that was opened.
    func add(_ tree: CollectionTree) {
        let name = tree.storage.name
        unsafe trees[name] = tree
        unsafe otherByteCount += tree.byteCount + 500
        makeLatest(name, tree)
    }

    // Safety: as above.
    /// Whether the trees should be written out before another node is read.
    var isFull: Bool { unsafe otherByteCount + (latest?.tree.byteCount ?? 0) > Self.limit }

    // Safety: as above.
    /// Whether anything is open.
    var isEmpty: Bool { unsafe trees.isEmpty }

    // Safety: as above.
    /// Takes all trees out, in the order of their keys.
    func takeTrees() -> [CollectionTree] {
        func order(_ name: CollectionName) -> (UInt16, UInt16, UInt64) { (name.table, name.column, name.object) }
        let all = unsafe trees.sorted { order($0.key) < order($1.key) }.map(\.value)
        unsafe trees = [:]
        unsafe latest = nil
        unsafe otherByteCount = 0
        return all
    }

    // Safety: as above.
    /// Forgets a collection whose object goes.
    func drop(_ name: CollectionName) {
        if let tree = unsafe trees.removeValue(forKey: name) {
            if unsafe latest?.name == name { unsafe latest = nil } else { unsafe otherByteCount -= tree.byteCount }
        }
        unsafe purges[name] = nil
    }

    // Safety: as above.
    /// Notes that a target is gone.
    func purge(_ link: MixedLink, from place: CollectionPlace) {
        unsafe purges[CollectionName(place), default: Purge(place: place)].links.insert(link)
    }

    // Safety: as above.
    /// Takes out what has to be purged from a collection.
    func takePurge(_ name: CollectionName) -> Purge? {
        unsafe purges.isEmpty ? nil : purges.removeValue(forKey: name)
    }
}
