/// Compares the trees of a collection in two snapshots.
///
/// Nodes with the same number and stamp are the same with all that is below them. They keep their order, since only
/// elements are ever moved. So both trees are opened from above, only where they differ, until there are shared nodes
/// and runs of leaves between them. Only the elements of these leaves are looked at.
struct CollectionComparison {
    private let place: CollectionPlace
    private let old: RecordSession
    private let new: RecordSession
    private let form: CollectionForm

    init(_ place: CollectionPlace, _ old: RecordSession, _ new: RecordSession) {
        self.place = place
        self.old = old
        self.new = new
        form = place.form
    }

    /// A node that has not been opened.
    private struct Item {
        let number: UInt32
        let stamp: UInt32
        let count: Int
        let height: Int

        /// What the node shares with the same node in another snapshot.
        var name: UInt64 { UInt64(number) << 32 | UInt64(stamp) }
    }

    /// Finds what differs.
    func difference() throws(RecordError) -> CollectionDifference {
        var before = try top(old)
        var after = try top(new)
        var height = max(before.first?.height ?? 0, after.first?.height ?? 0)
        while true {
            let shared = Set(before.filter { $0.height == height }.map(\.name))
                .intersection(after.filter { $0.height == height }.map(\.name))
            if height == 0 { break }
            before = try open(before, height, except: shared, old)
            after = try open(after, height, except: shared, new)
            height -= 1
        }
        return try compareRuns(before, after)
    }

    /// The root, unless the collection is empty.
    private func top(_ session: RecordSession) throws(RecordError) -> [Item] {
        let count = try session.storedCount(place)
        if count == 0 { return [] }
        let storage = CollectionStorage(place, session)
        guard let root = try storage.stored(0) else { throw storage.corrupt("the elements are missing") }
        return [Item(number: 0, stamp: root.stamp, count: count, height: root.height)]
    }

    /// Puts the children of nodes of a height in their place.
    private func open(
        _ items: [Item], _ height: Int, except shared: Set<UInt64>, _ session: RecordSession
    ) throws(RecordError) -> [Item] {
        let storage = CollectionStorage(place, session)
        var opened: [Item] = []
        for item in items {
            if item.height != height || shared.contains(item.name) {
                opened.append(item)
                continue
            }
            guard let node = try storage.stored(item.number, (height, item.count)) else {
                throw storage.corrupt("node \(item.number) is missing")
            }
            for place in 0..<node.count {
                let child = node.child(place)
                opened.append(
                    Item(number: child.number, stamp: child.stamp, count: child.count, height: height - 1))
            }
        }
        return opened
    }

    /// Walks both sequences of nodes from one shared node to the next.
    private func compareRuns(_ before: [Item], _ after: [Item]) throws(RecordError) -> CollectionDifference {
        var run = CollectionRun(form)
        let shared = Set(before.map(\.name)).intersection(after.map(\.name))
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            let (oldStart, newStart) = (i, j)
            while i < before.count && !shared.contains(before[i].name) { i += 1 }
            while j < after.count && !shared.contains(after[j].name) { j += 1 }
            let oldElements = try elements(before[oldStart..<i], old)
            let newElements = try elements(after[newStart..<j], new)
            guard run.add(oldElements, newElements) else {
                throw CollectionStorage(place, new).corrupt("an element is malformed")
            }
            if i == before.count && j == after.count { break }
            guard i < before.count, j < after.count, before[i].name == after[j].name else {
                throw CollectionStorage(place, new).corrupt("nodes have changed their order")
            }
            run.pass(before[i].count, after[j].count)
            i += 1
            j += 1
        }
        return run.finished()
    }

    /// The elements of some leaves.
    private func elements(_ items: ArraySlice<Item>, _ session: RecordSession) throws(RecordError) -> CollectionElements
    {
        let storage = CollectionStorage(place, session)
        var all = CollectionElements(stride: form.stride)
        for item in items {
            guard let leaf = try storage.stored(item.number, (0, item.count))?.node(item.number, form) else {
                throw storage.corrupt("node \(item.number) is malformed")
            }
            leaf.append(to: &all)
        }
        return all
    }
}
