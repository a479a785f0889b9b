internal import TarnLMDB

/// Walks every node of one collection and looks whether all of it fits together. Reads only.
struct CollectionVerification {
    private let storage: CollectionStorage
    private var visited: Set<UInt32> = []
    private var last: [UInt8]?
    private var next: UInt32 = 0
    /// How often each target is linked to.
    private(set) var targets: [MixedLink: Int] = [:]
    /// How many elements were found.
    private(set) var count = 0
    /// How many nodes were found.
    var nodeCount: Int { visited.count }

    private let linkTarget: UInt16

    init(_ place: CollectionPlace, _ session: RecordSession) {
        storage = CollectionStorage(place, session)
        linkTarget = place.description.linkTarget ?? 0
    }

    /// Walks the tree; throws at the first thing that does not fit.
    mutating func run() throws(RecordError) {
        guard let root = try storage.load(0, nil) else { return }
        next = root.next
        try visit(root.node, nil)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Looks at a node and everything below it. The height falls with each step, so there is an end.
    private mutating func visit(_ node: CollectionNode, _ bound: [UInt8]?) throws(RecordError) {
        guard visited.insert(node.number).inserted else { throw storage.corrupt("node \(node.number) occurs twice") }
        guard node.number < next else { throw storage.corrupt("node \(node.number) has a number not yet given") }
        if unsafe node.height == 0 { return try visit(leaf: node, bound) }
        for (place, child) in unsafe node.children.enumerated() {
            let expected = unsafe (height: node.height - 1, count: node.counts[place])
            guard let below = try storage.load(child.number, expected)?.node else {
                throw storage.corrupt("node \(child.number) is missing")
            }
            guard unsafe below.total == expected.count && below.stamp == child.stamp && expected.count > 0 else {
                throw storage.corrupt("node \(child.number) is not what the node above says")
            }
            unsafe try visit(below, place > 0 && storage.form.isOrdered ? node.separators[place] : bound)
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    private mutating func visit(leaf: CollectionNode, _ bound: [UInt8]?) throws(RecordError) {
        unsafe count += leaf.elements.count
        let form = storage.form
        for place in unsafe 0..<leaf.elements.count {
            let (value, key) = unsafe leaf.elements.withView(form) { ($0.value(place), $0.keyBytes(place)) }
            guard let value, let key else { throw storage.corrupt("an element of node \(leaf.number) is malformed") }
            switch value {
            case .link(let target): targets[MixedLink(table: linkTarget, object: target), default: 0] += 1
            case .any(let value): for link in value.links { targets[link, default: 0] += 1 }
            default: break
            }
            if !form.isOrdered { continue }
            if let last, !last.precedes(key) {
                throw storage.corrupt("elements of node \(leaf.number) are out of order")
            }
            if place == 0, let bound, key.precedes(bound) {
                throw storage.corrupt("node \(leaf.number) has a key that belongs before it")
            }
            last = key
        }
    }
}

extension CollectionView {
    // Safety: the bytes are copied.
    /// A copy of the bytes by which an element is found.
    fileprivate func keyBytes(_ place: Int) -> [UInt8]? {
        guard let key = unsafe key(place) else { return nil }
        return unsafe Array(key)
    }
}

extension RecordSession {
    /// Whether a target knows of a source as often as the source links to it.
    func hasInverseEntries(
        _ place: CollectionPlace, _ link: MixedLink, count: Int
    ) throws(RecordError) -> Bool {
        let layers = InverseLayers(
            self, target: (link.table, link.object.rawValue),
            source: (place.table.id, place.object.rawValue, place.column))
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            if try !layers.has(1, &cursor) { return false }
            return count < 2 ? true : try layers.has(count, &cursor)
        } catch {
            throw .storage(error, tree: "inverse")
        }
    }
}
