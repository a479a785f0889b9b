extension CountedNode {
    /// The nodes of the same height that hold what is below this one without some entries and with others.
    ///
    /// Only children that are touched are taken apart; this node is used up.
    func merged(
        _ removals: Leaf.Batch, _ removed: Range<Int>, _ additions: Leaf.Batch, _ added: Range<Int>
    ) -> [CountedNode] {
        if removed.isEmpty && added.isEmpty { return [self] }
        if isLeaf {
            if leaf.change(removing: removals, removed, adding: additions, added) {
                return isLarge ? [self, splitOff()] : [self]
            }
            let leaves = leaf.merged(removing: removals, removed, adding: additions, added)
            return leaves.map { CountedNode($0) }
        }
        var nodes: [CountedNode] = []
        var (firstRemoved, firstAdded) = (removed.lowerBound, added.lowerBound)
        for place in children.indices {
            var (endRemoved, endAdded) = (removed.upperBound, added.upperBound)
            if place + 1 < children.count {
                let bound = bounds[place + 1]
                endRemoved = removals.firstPlace(notBefore: bound, in: firstRemoved..<endRemoved)
                endAdded = additions.firstPlace(notBefore: bound, in: firstAdded..<endAdded)
            }
            nodes += children[place].merged(removals, firstRemoved..<endRemoved, additions, firstAdded..<endAdded)
            (firstRemoved, firstAdded) = (endRemoved, endAdded)
        }
        return CountedNode.nodes(above: nodes, height: height)
    }

    /// Appends for each of some entries how many come before it, counted from `before`.
    func appendRanks(of batch: Leaf.Batch, _ range: Range<Int>, before: Int, to ranks: inout [Int]) {
        if range.isEmpty { return }
        if isLeaf { return leaf.appendRanks(of: batch, range, before: before, to: &ranks) }
        var (start, sum) = (range.lowerBound, before)
        for place in children.indices where start < range.upperBound {
            var end = range.upperBound
            if place + 1 < children.count { end = batch.firstPlace(notBefore: bounds[place + 1], in: start..<end) }
            children[place].appendRanks(of: batch, start..<end, before: sum, to: &ranks)
            sum += counts[place]
            start = end
        }
    }

    /// The nodes above some neighbours of one height, after those that are too small were joined.
    static func nodes(above level: [CountedNode], height: Int) -> [CountedNode] {
        let children = joined(level)
        if children.isEmpty { return [] }
        let nodes = (children.count + CountedTreeLimits.fanOut - 1) / CountedTreeLimits.fanOut
        return (0..<nodes).map { place in
            let range = place * children.count / nodes..<(place + 1) * children.count / nodes
            return CountedNode(above: children[range], height: height)
        }
    }

    private static func joined(_ level: [CountedNode]) -> [CountedNode] {
        var joined: [CountedNode] = []
        joined.reserveCapacity(level.count)
        for node in level where !node.isEmpty {
            guard let last = joined.last, last.isSmall || node.isSmall else {
                joined.append(node)
                continue
            }
            last.absorb(node, from: node.lowerBound)
            if last.isLarge { joined.append(last.splitOff()) }
        }
        return joined
    }
}
