/// A node of a counted tree: a leaf, or children with the number of objects below each.
final class CountedNode<Leaf: CountedLeaf> {
    /// The entries, when the node is a leaf.
    var leaf = Leaf()
    /// How many levels lie below.
    let height: Int
    var children: [CountedNode] = []
    /// For each child the number of objects below it.
    var counts: [Int] = []
    /// For each child an entry that none of its entries precedes and that comes after all of the child before.
    var bounds: [Leaf.Entry] = []

    init(_ leaf: Leaf) {
        self.leaf = leaf
        height = 0
    }

    /// A node above some nodes of one height.
    init(above children: ArraySlice<CountedNode>, height: Int) {
        self.height = height
        self.children = Array(children)
        counts = children.map(\.count)
        bounds = children.map(\.lowerBound)
    }

    var isLeaf: Bool { height == 0 }
    var count: Int { isLeaf ? leaf.count : counts.reduce(0, +) }
    var lowerBound: Leaf.Entry { isLeaf ? leaf.lowerBound : bounds[0] }
    /// Whether nothing lies below.
    var isEmpty: Bool { isLeaf ? leaf.count == 0 : children.isEmpty }

    /// Whether the node has to be split.
    var isLarge: Bool {
        isLeaf ? leaf.load > CountedTreeLimits.load && leaf.canSplit : children.count > CountedTreeLimits.fanOut
    }

    /// Whether the node should be joined with a neighbour.
    var isSmall: Bool {
        isLeaf ? leaf.load < CountedTreeLimits.smallLoad : children.count < CountedTreeLimits.smallFanOut
    }

    /// The place of the child in which an entry lies or would lie.
    func place(of entry: Leaf.Entry) -> Int {
        var low = 0
        var high = children.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Leaf.precedes(entry, bounds[middle]) { high = middle } else { low = middle }
        }
        return low
    }

    /// The number of objects below the children before a place.
    func countBefore(_ place: Int) -> Int {
        var sum = 0
        for before in 0..<place { sum &+= counts[before] }
        return sum
    }

    /// Moves the upper half into a new node.
    func splitOff() -> CountedNode {
        if isLeaf { return CountedNode(leaf.splitOff()) }
        let middle = children.count / 2
        let upper = CountedNode(above: [], height: height)
        upper.children = Array(children[middle...])
        upper.counts = Array(counts[middle...])
        upper.bounds = Array(bounds[middle...])
        children.removeSubrange(middle...)
        counts.removeSubrange(middle...)
        bounds.removeSubrange(middle...)
        return upper
    }

    /// Takes over all of the node behind this one, whose lower bound is given.
    func absorb(_ later: CountedNode, from bound: Leaf.Entry) {
        if isLeaf {
            leaf.append(later.leaf)
        } else {
            let first = children.count
            children += later.children
            counts += later.counts
            bounds += later.bounds
            if first < bounds.count { bounds[first] = bound }
        }
    }

    /// Splits the child at a place if it has become too large.
    func splitChild(_ place: Int) {
        if !children[place].isLarge { return }
        let upper = children[place].splitOff()
        counts[place] = children[place].count
        children.insert(upper, at: place + 1)
        counts.insert(upper.count, at: place + 1)
        bounds.insert(upper.lowerBound, at: place + 1)
    }

    /// Joins the child at a place with a neighbour if it has become too small.
    func joinChild(_ place: Int) {
        if !children[place].isSmall || children.count == 1 { return }
        let left = place == 0 ? 0 : place - 1
        children[left].absorb(children[left + 1], from: bounds[left + 1])
        counts[left] += counts[left + 1]
        children.remove(at: left + 1)
        counts.remove(at: left + 1)
        bounds.remove(at: left + 1)
        splitChild(left)
    }

    /// The memory of this node and all below.
    var byteCount: Int {
        var sum = 16 + MemoryLayout<Leaf>.size + 4 * 8
        if isLeaf { return sum + leaf.byteCount }
        sum += allocatedBytes(children) + allocatedBytes(counts) + allocatedBytes(bounds)
        for bound in bounds { sum += Leaf.byteCount(of: bound) }
        return children.reduce(sum) { $0 + $1.byteCount }
    }
}
