/// An ordered set in which the n-th entry and the place of an entry are found in O(log n): a B+ tree whose nodes count
/// the objects below them.
final class CountedTree<Leaf: CountedLeaf> {
    private(set) var root = CountedNode(Leaf())
    /// How many objects there are.
    private(set) var count = 0

    init() {}

    /// How many entries come before one, and whether it is there itself.
    func rank(of entry: Leaf.Entry) -> (index: Int, isPresent: Bool) {
        var node = root
        var before = 0
        while !node.isLeaf {
            let place = node.place(of: entry)
            before += node.countBefore(place)
            node = node.children[place]
        }
        let (index, isPresent) = node.leaf.rank(of: entry)
        return (before + index, isPresent)
    }

    /// How many entries come before each of some, whether these are there or not.
    func ranks(of batch: Leaf.Batch) -> [Int] {
        var ranks: [Int] = []
        root.appendRanks(of: batch, 0..<batch.placeCount, before: 0, to: &ranks)
        return ranks
    }

    /// The object of the n-th entry. Traps outside of `0..<count`.
    func object(at index: Int) -> UInt64 {
        let (node, rest) = place(of: index)
        return node.leaf.object(at: rest)
    }

    /// The n-th entry. Traps outside of `0..<count`.
    func entry(at index: Int) -> Leaf.Entry {
        let (node, rest) = place(of: index)
        return node.leaf.entry(at: rest)
    }

    private func place(of index: Int) -> (CountedNode<Leaf>, Int) {
        precondition(index >= 0 && index < count, "index \(index) is outside of 0..<\(count)")
        var node = root
        var rest = index
        while !node.isLeaf {
            var place = 0
            while rest >= node.counts[place] {
                rest -= node.counts[place]
                place += 1
            }
            node = node.children[place]
        }
        return (node, rest)
    }

    /// Puts an entry into its place; false when it was there.
    func insert(_ entry: Leaf.Entry) -> Bool {
        if !insert(entry, root) { return false }
        count += 1
        if root.isLarge {
            let upper = root.splitOff()
            root = CountedNode(above: [root, upper], height: root.height + 1)
        }
        return true
    }

    private func insert(_ entry: Leaf.Entry, _ node: CountedNode<Leaf>) -> Bool {
        if node.isLeaf { return node.leaf.insert(entry) }
        let place = node.place(of: entry)
        if !insert(entry, node.children[place]) { return false }
        node.counts[place] += 1
        if place == 0 && Leaf.precedes(entry, node.bounds[0]) { node.bounds[0] = entry }
        node.splitChild(place)
        return true
    }

    /// Takes an entry out; false when it was not there.
    func remove(_ entry: Leaf.Entry) -> Bool {
        if !remove(entry, root) { return false }
        count -= 1
        while !root.isLeaf && root.children.count == 1 { root = root.children[0] }
        return true
    }

    private func remove(_ entry: Leaf.Entry, _ node: CountedNode<Leaf>) -> Bool {
        if node.isLeaf { return node.leaf.remove(entry) }
        let place = node.place(of: entry)
        if !remove(entry, node.children[place]) { return false }
        node.counts[place] -= 1
        node.joinChild(place)
        return true
    }

    /// Takes entries out and puts others in, in one pass.
    ///
    /// O(k log n) for k entries far apart, O(n) for many. Removals that are not there and additions that are there
    /// count for nothing; an entry that is both removed and added is there afterwards.
    func merge(removing removals: Leaf.Batch, adding additions: Leaf.Batch) {
        var level = root.merged(removals, 0..<removals.placeCount, additions, 0..<additions.placeCount)
        while level.count > 1 { level = CountedNode.nodes(above: level, height: level[0].height + 1) }
        root = level.first ?? CountedNode(Leaf())
        while !root.isLeaf && root.children.count == 1 { root = root.children[0] }
        count = root.count
    }

    /// The objects of the entries at some places.
    func objects(in range: Range<Int>) -> [UInt64] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside of 0..<\(count)")
        var objects: [UInt64] = []
        objects.reserveCapacity(range.count)
        forEachLeaf(in: range) { $0.append($1, to: &objects) }
        return objects
    }

    /// Visits the leaves that hold some places, with the places inside of each.
    func forEachLeaf(in range: Range<Int>, _ body: (Leaf, Range<Int>) -> Void) { root.forEachLeaf(in: range, body) }

    /// The memory that the tree has taken.
    var byteCount: Int { root.byteCount }
}

extension CountedNode {
    fileprivate func forEachLeaf(in range: Range<Int>, _ body: (Leaf, Range<Int>) -> Void) {
        if range.isEmpty { return }
        if isLeaf { return body(leaf, range) }
        var before = 0
        for (place, count) in counts.enumerated() {
            let start = max(0, range.lowerBound - before)
            if start < count {
                children[place].forEachLeaf(in: start..<min(count, range.upperBound - before), body)
            }
            before += count
            if before >= range.upperBound { break }
        }
    }
}
