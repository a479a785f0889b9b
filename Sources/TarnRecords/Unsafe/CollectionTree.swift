/// A collection that an open write changes: those of its nodes that were read, and how they have changed.
///
/// A B+ tree that counts. Nodes are read when they are needed, changed in memory, and written when the write is
/// flushed; a node that was changed has all nodes above it written too, so that their stamps tell what is unchanged.
final class CollectionTree {
    let storage: CollectionStorage
    /// The pending inverse links of the column, if the elements lead to objects.
    let links: IndexDelta?
    private(set) var root: CollectionNode
    /// How many elements there are.
    private(set) var count: Int
    /// What the nodes take in memory.
    private(set) var byteCount = 0
    /// Whether the elements were changed since the last flush.
    private(set) var isDirty = false
    private let stamp: UInt32
    private var next: UInt32 = 1
    private var freed: [UInt32] = []
    /// The inner nodes from the root down to the leaf that was found last, and which child the way took in each.
    private var path: [CollectionNode] = []
    private var places: [Int] = []

    var form: CollectionForm { storage.form }

    /// Opens a collection that has, by its object, so many elements.
    init(_ storage: CollectionStorage, count: Int, stamp: UInt32, links: IndexDelta?) throws(RecordError) {
        self.storage = storage
        self.stamp = stamp
        self.links = links
        self.count = count
        root = CollectionNode(number: 0, height: 0, stride: storage.form.stride)
        if count == 0 { return }
        guard let stored = try storage.load(0, nil) else { throw storage.corrupt("the elements are missing") }
        root = stored.node
        next = max(1, stored.next)
        byteCount = root.byteCount
        guard root.total == count else {
            throw storage.corrupt("the object says that there are \(count) elements, \(root.total) were found")
        }
    }

    /// Reads a child unless it has been read.
    private func child(_ node: CollectionNode, _ place: Int) throws(RecordError) -> CollectionNode {
        if let known = node.children[place].node { return known }
        let expected = (height: node.height - 1, count: node.counts[place])
        guard let loaded = try storage.load(node.children[place].number, expected)?.node,
            loaded.total == expected.count
        else { throw storage.corrupt("node \(node.children[place].number) is not what the node above says") }
        node.children[place].node = loaded
        byteCount += loaded.byteCount + 200
        return loaded
    }

    /// Finds the leaf with an index, or where an element is to be put there.
    func leaf(at index: Int, isInsertion: Bool = false) throws(RecordError) -> (leaf: CollectionNode, place: Int) {
        path.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        var (node, rest, total) = (root, index, count)
        while node.height > 0 {
            let place = node.place(of: &rest, total: total, isInsertion: isInsertion)
            path.append(node)
            places.append(place)
            total = node.counts[place]
            node = try child(node, place)
        }
        return (node, rest)
    }

    /// Finds the leaf in which a key is or would be, and the index of its place.
    func leaf(
        ofKey key: [UInt8]
    ) throws(RecordError) -> (leaf: CollectionNode, place: Int, isThere: Bool, index: Int) {
        path.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        var (node, before) = (root, 0)
        while node.height > 0 {
            let place = node.place(ofKey: key)
            path.append(node)
            places.append(place)
            for place in 0..<place { before += node.counts[place] }
            node = try child(node, place)
        }
        guard let found = node.elements.withView(form, { $0.search(key) }) else {
            throw storage.corrupt("a key of node \(node.number) is malformed")
        }
        return (node, found.place, found.isThere, before + found.place)
    }

    /// Replaces elements of the leaf that was found last.
    func splice(_ leaf: CollectionNode, _ range: Range<Int>, with elements: CollectionElements) throws(RecordError) {
        let added = elements.count - range.count
        let isAtEnd = range.lowerBound + elements.count == leaf.elements.count + added
        leaf.elements.replace(range, with: elements)
        count += added
        byteCount += elements.byteCount
        isDirty = true
        leaf.isDirty = true
        var node = leaf
        var pieces = try split(node, isAtEnd: isAtEnd)
        for level in path.indices.reversed() {
            let (parent, place) = (path[level], places[level])
            parent.isDirty = true
            if pieces.nodes.isEmpty {
                parent.counts[place] += added
                if node.entryCount == 0 {
                    freed.append(node.number)
                    parent.removeChild(place)
                } else if added < 0 && node.byteCount < CollectionFormat.limit / 4 {
                    try join(parent, place)
                }
            } else {
                parent.counts[place] = node.total
                parent.insert(pieces.nodes, after: place, separators: pieces.separators)
            }
            pieces = try split(parent, isAtEnd: place + pieces.nodes.count == parent.children.count - 1)
            node = parent
        }
        if !pieces.nodes.isEmpty { try grow(pieces) } else { try shrink() }
    }

    private typealias Pieces = (nodes: [CollectionNode], separators: [[UInt8]])

    /// Cuts a node that has become too large; it keeps the first part.
    private func split(_ node: CollectionNode, isAtEnd: Bool) throws(RecordError) -> Pieces {
        if node.byteCount <= CollectionFormat.limit || node.entryCount < 2 { return ([], []) }
        let cuts = node.cuts(isAtEnd: isAtEnd)
        var pieces: Pieces = ([], [])
        for (place, cut) in cuts.enumerated().reversed() {
            let end = place + 1 < cuts.count ? cuts[place + 1] : node.entryCount
            let piece = CollectionNode(number: try newNumber(), height: node.height, stride: form.stride)
            piece.isDirty = true
            guard let separator = node.moveEntries(cut..<end, to: piece, form) else {
                throw storage.corrupt("a key of node \(node.number) is malformed")
            }
            byteCount += 200
            pieces.nodes.insert(piece, at: 0)
            pieces.separators.insert(separator, at: 0)
        }
        return pieces
    }

    private func newNumber() throws(RecordError) -> UInt32 {
        if next == .max { throw storage.corrupt("there are no numbers left for nodes") }
        defer { next += 1 }
        return next
    }

    /// Puts the root and what was cut off it under a new root.
    private func grow(_ pieces: Pieces) throws(RecordError) {
        var pieces = pieces
        while !pieces.nodes.isEmpty {
            let height = root.height
            guard height < CollectionFormat.heightLimit else { throw storage.corrupt("the tree is too high") }
            let lower = CollectionNode(number: try newNumber(), height: height, stride: form.stride)
            lower.isDirty = true
            _ = root.moveEntries(0..<root.entryCount, to: lower, form)
            root.height = height + 1
            root.children = [.init(number: lower.number, stamp: 0, node: lower)]
            root.counts = [lower.total]
            root.separators = form.isOrdered ? [[]] : []
            root.insert(pieces.nodes, after: 0, separators: pieces.separators)
            pieces = try split(root, isAtEnd: true)
        }
    }

    /// Takes away a root that has one child only, or none.
    private func shrink() throws(RecordError) {
        while root.height > 0 && root.children.count < 2 {
            if root.children.isEmpty {
                root.height = 0
                root.counts = []
                root.separators = []
                return
            }
            let only = try child(root, 0)
            freed.append(only.number)
            root.take(only)
        }
    }

    /// Moves a small node's entries to its neighbour, or the other way round, where both fit into one.
    private func join(_ parent: CollectionNode, _ place: Int) throws(RecordError) {
        let low = place > 0 ? place - 1 : place
        guard low + 1 < parent.children.count else { return }
        let (left, right) = (try child(parent, low), try child(parent, low + 1))
        guard left.byteCount + right.byteCount <= CollectionFormat.limit * 3 / 4 else { return }
        left.append(right, separator: parent.separators.isEmpty ? [] : parent.separators[low + 1])
        left.isDirty = true
        parent.counts[low] = left.total
        parent.removeChild(low + 1)
        freed.append(right.number)
    }

    /// Removes everything.
    func clear() throws(RecordError) {
        root = CollectionNode(number: 0, height: 0, stride: form.stride)
        (count, byteCount, next) = (0, 0, 1)
        freed = []
        isDirty = true
        root.isDirty = true
        try storage.removeAll()
    }

    /// Writes what has changed.
    func flush() throws(RecordError) {
        if !isDirty { return }
        isDirty = false
        for number in freed { try storage.remove(number) }
        freed = []
        if count == 0 { return try storage.remove(0) }
        try flush(root)
    }

    private func flush(_ node: CollectionNode) throws(RecordError) {
        if !node.isDirty { return }
        for child in node.children {
            if let child = child.node { try flush(child) }
        }
        node.isDirty = false
        node.stamp = stamp
        try storage.put(node, next: next)
    }
}
