/// A collection that an open write changes: those of its nodes that were read, and how they have changed.
///
/// A B+ tree that counts. Nodes are read when they are needed, changed in memory, and written when the write is
/// flushed; a node that was changed has all nodes above it written too, so that their stamps tell what is unchanged.
final class CollectionTree {
    let storage: CollectionStorage
    /// The pending inverse links of the column, if the elements lead to objects.
    let links: IndexDelta?
    @exclusivity(unchecked) private var root: CollectionNode
    @exclusivity(unchecked) private var total: Int
    @exclusivity(unchecked) private var size = 0
    /// Whether the elements were changed since the last flush.
    @exclusivity(unchecked) private var isDirty = false
    private let stamp: UInt32
    private var next: UInt32 = 1
    private var freed: [UInt32] = []
    /// The inner nodes from the root down to the leaf that was found last, and which child the way took in each.
    @exclusivity(unchecked) private var path: [CollectionNode] = []
    @exclusivity(unchecked) private var places: [Int] = []
    /// The leaf at the end of the path and the index of its first element, until nodes come or go.
    @exclusivity(unchecked) private var found: (leaf: CollectionNode, start: Int)?

    var form: CollectionForm { storage.form }
    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// How many elements there are.
    var count: Int { unsafe total }
    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// What the nodes take in memory.
    var byteCount: Int { unsafe size }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Opens a collection that has, by its object, so many elements.
    init(_ storage: CollectionStorage, count: Int, stamp: UInt32, links: IndexDelta?) throws(RecordError) {
        self.storage = storage
        self.stamp = stamp
        self.links = links
        unsafe total = count
        unsafe root = CollectionNode(number: 0, height: 0, stride: storage.form.stride)
        if count == 0 { return }
        guard let stored = try storage.load(0, nil) else { throw storage.corrupt("the elements are missing") }
        unsafe root = stored.node
        next = max(1, stored.next)
        unsafe size = unsafe root.byteCount
        guard unsafe root.total == count else {
            throw storage.corrupt(unsafe "the object says that there are \(count) elements, \(root.total) were found")
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Reads a child unless it has been read.
    private func child(_ node: CollectionNode, _ place: Int) throws(RecordError) -> CollectionNode {
        if let known = unsafe node.children[place].node { return known }
        let expected = unsafe (height: node.height - 1, count: node.counts[place])
        guard let loaded = unsafe try storage.load(node.children[place].number, expected)?.node,
            loaded.total == expected.count
        else { throw storage.corrupt(unsafe "node \(node.children[place].number) is not what the node above says") }
        unsafe node.children[place].node = loaded
        unsafe size += loaded.byteCount + 200
        return loaded
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Finds the leaf with an index, or where an element is to be put there.
    func leaf(at index: Int, isInsertion: Bool = false) throws(RecordError) -> (leaf: CollectionNode, place: Int) {
        if let found = unsafe found, index >= found.start,
            index < found.start + found.leaf.elementCount + (isInsertion ? 1 : 0)
        {
            return (found.leaf, index - found.start)
        }
        unsafe path.removeAll(keepingCapacity: true)
        unsafe places.removeAll(keepingCapacity: true)
        unsafe found = nil
        var (node, rest, below) = unsafe (root, index, total)
        while unsafe node.height > 0 {
            let place = node.place(of: &rest, total: below, isInsertion: isInsertion)
            unsafe path.append(node)
            unsafe places.append(place)
            below = unsafe node.counts[place]
            node = try child(node, place)
        }
        unsafe found = (node, index - rest)
        return (node, rest)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Finds the leaf in which a key is or would be, and the index of its place.
    func leaf(
        ofKey key: [UInt8]
    ) throws(RecordError) -> (leaf: CollectionNode, place: Int, isThere: Bool, index: Int) {
        unsafe path.removeAll(keepingCapacity: true)
        unsafe places.removeAll(keepingCapacity: true)
        unsafe found = nil
        var (node, before) = unsafe (root, 0)
        while unsafe node.height > 0 {
            let place = node.place(ofKey: key)
            unsafe path.append(node)
            unsafe places.append(place)
            before += node.countBefore(place)
            node = try child(node, place)
        }
        guard let there = unsafe node.elements.withView(form, { $0.search(key) }) else {
            throw storage.corrupt("a key of node \(node.number) is malformed")
        }
        unsafe found = (node, before)
        return (node, there.place, there.isThere, before + there.place)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Puts a number, the little-endian bytes of one element, where the leaf that was found last has a place.
    func insert(_ leaf: CollectionNode, _ place: Int, number: UInt64) throws(RecordError) {
        let isAtEnd = unsafe place == leaf.elements.count
        unsafe leaf.elements.insert(number, at: place)
        unsafe size += leaf.elements.stride
        try settle(leaf, added: 1, isAtEnd: isAtEnd)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Replaces elements of the leaf that was found last.
    func splice(_ leaf: CollectionNode, _ range: Range<Int>, with elements: CollectionElements) throws(RecordError) {
        let added = elements.count - range.count
        let isAtEnd = unsafe range.lowerBound + elements.count == leaf.elements.count + added
        unsafe leaf.elements.replace(range, with: elements)
        unsafe size += elements.byteCount
        try settle(leaf, added: added, isAtEnd: isAtEnd)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Brings the nodes above a changed leaf in step, from below.
    private func settle(_ leaf: CollectionNode, added: Int, isAtEnd: Bool) throws(RecordError) {
        unsafe total += added
        unsafe isDirty = true
        unsafe leaf.isDirty = true
        var node = leaf
        var pieces = try split(node, isAtEnd: isAtEnd)
        var level = unsafe path.count
        while level > 0 {
            level -= 1
            let (parent, place) = unsafe (path[level], places[level])
            unsafe parent.isDirty = true
            if pieces.nodes.isEmpty {
                unsafe parent.counts[place] += added
                if added < 0 { try takeIn(node, parent, place) }
            } else {
                unsafe parent.counts[place] = node.total
                parent.insert(pieces.nodes, after: place, separators: pieces.separators)
                pieces = unsafe try split(parent, isAtEnd: place + pieces.nodes.count == parent.children.count - 1)
            }
            node = parent
        }
        if !pieces.nodes.isEmpty { try grow(pieces) }
        if added < 0 { try shrink() }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes a child that has become empty away, and joins one that has become small with a neighbour.
    private func takeIn(_ node: CollectionNode, _ parent: CollectionNode, _ place: Int) throws(RecordError) {
        if node.entryCount == 0 {
            unsafe found = nil
            freed.append(node.number)
            parent.removeChild(place)
        } else if node.byteCount < CollectionFormat.limit / 4 {
            try join(parent, place)
        }
    }

    private typealias Pieces = (nodes: [CollectionNode], separators: [[UInt8]])

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Cuts a node that has become too large; it keeps the first part.
    private func split(_ node: CollectionNode, isAtEnd: Bool) throws(RecordError) -> Pieces {
        if node.byteCount <= CollectionFormat.limit || node.entryCount < 2 { return ([], []) }
        unsafe found = nil
        let cuts = node.cuts(isAtEnd: isAtEnd)
        var pieces: Pieces = ([], [])
        for (place, cut) in cuts.enumerated().reversed() {
            let end = place + 1 < cuts.count ? cuts[place + 1] : node.entryCount
            let piece = unsafe CollectionNode(number: try newNumber(), height: node.height, stride: form.stride)
            unsafe piece.isDirty = true
            guard let separator = node.moveEntries(cut..<end, to: piece, form) else {
                throw storage.corrupt("a key of node \(node.number) is malformed")
            }
            unsafe size += 200
            pieces.nodes.append(piece)
            pieces.separators.append(separator)
        }
        return (pieces.nodes.reversed(), pieces.separators.reversed())
    }

    private func newNumber() throws(RecordError) -> UInt32 {
        if next == .max { throw storage.corrupt("there are no numbers left for nodes") }
        defer { next += 1 }
        return next
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Puts the root and what was cut off it under a new root.
    private func grow(_ pieces: Pieces) throws(RecordError) {
        var pieces = pieces
        while !pieces.nodes.isEmpty {
            let height = unsafe root.height
            guard height < CollectionFormat.heightLimit else { throw storage.corrupt("the tree is too high") }
            let lower = CollectionNode(number: try newNumber(), height: height, stride: form.stride)
            unsafe lower.isDirty = true
            _ = unsafe root.moveEntries(0..<root.entryCount, to: lower, form)
            unsafe root.height = height + 1
            unsafe root.children = [.init(number: lower.number, stamp: 0, node: lower)]
            unsafe root.counts = [lower.total]
            unsafe root.separators = form.isOrdered ? [[]] : []
            unsafe root.insert(pieces.nodes, after: 0, separators: pieces.separators)
            pieces = unsafe try split(root, isAtEnd: true)
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes away a root that has one child only, or none.
    private func shrink() throws(RecordError) {
        while unsafe root.height > 0 && root.children.count < 2 {
            if unsafe root.children.isEmpty {
                unsafe found = nil
                unsafe root.height = 0
                unsafe root.counts = []
                unsafe root.separators = []
                return
            }
            unsafe found = nil
            let only = unsafe try child(root, 0)
            freed.append(only.number)
            unsafe root.take(only)
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Moves a small node's entries to its neighbour, or the other way round, where both fit into one.
    private func join(_ parent: CollectionNode, _ place: Int) throws(RecordError) {
        let low = place > 0 ? place - 1 : place
        guard unsafe low + 1 < parent.children.count else { return }
        let (left, right) = (try child(parent, low), try child(parent, low + 1))
        guard left.byteCount + right.byteCount <= CollectionFormat.limit * 3 / 4 else { return }
        unsafe found = nil
        unsafe left.append(right, separator: parent.separators.isEmpty ? [] : parent.separators[low + 1])
        unsafe left.isDirty = true
        unsafe parent.counts[low] = left.total
        parent.removeChild(low + 1)
        freed.append(right.number)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Removes everything.
    func clear() throws(RecordError) {
        unsafe root = CollectionNode(number: 0, height: 0, stride: form.stride)
        unsafe found = nil
        unsafe (total, size, next) = (0, 0, 1)
        freed = []
        unsafe isDirty = true
        unsafe root.isDirty = true
        try storage.removeAll()
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Writes what has changed.
    func flush() throws(RecordError) {
        if unsafe !isDirty { return }
        unsafe isDirty = false
        for number in freed { try storage.remove(number) }
        freed = []
        if unsafe total == 0 { return try storage.remove(0) }
        unsafe try flush(root)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    private func flush(_ node: CollectionNode) throws(RecordError) {
        if unsafe !node.isDirty { return }
        for child in unsafe node.children {
            if let child = child.node { try flush(child) }
        }
        unsafe node.isDirty = false
        unsafe node.stamp = stamp
        try storage.put(node, next: next)
    }
}
