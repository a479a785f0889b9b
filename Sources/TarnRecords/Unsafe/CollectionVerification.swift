internal import TarnLMDB

/// Walks every node of one collection and looks whether all of it fits together. Reads only.
struct CollectionVerification {
    private let storage: CollectionStorage
    private var visited: Set<UInt32> = []
    private var last: [UInt8]?
    private var next: UInt32 = 0
    /// How often each target is linked to.
    private(set) var targets: [UInt64: Int] = [:]
    /// How many elements were found.
    private(set) var count = 0
    /// How many nodes were found.
    var nodeCount: Int { visited.count }

    init(_ place: CollectionPlace, _ session: RecordSession) { storage = CollectionStorage(place, session) }

    /// Walks the tree; throws at the first thing that does not fit.
    mutating func run() throws(RecordError) {
        guard let root = try storage.load(0, nil) else { return }
        next = root.next
        try visit(root.node, nil)
    }

    /// Looks at a node and everything below it. The height falls with each step, so there is an end.
    private mutating func visit(_ node: CollectionNode, _ bound: [UInt8]?) throws(RecordError) {
        guard visited.insert(node.number).inserted else { throw storage.corrupt("node \(node.number) occurs twice") }
        guard node.number < next else { throw storage.corrupt("node \(node.number) has a number not yet given") }
        if node.height == 0 { return try visit(leaf: node, bound) }
        for (place, child) in node.children.enumerated() {
            let expected = (height: node.height - 1, count: node.counts[place])
            guard let below = try storage.load(child.number, expected)?.node else {
                throw storage.corrupt("node \(child.number) is missing")
            }
            guard below.total == expected.count && below.stamp == child.stamp && expected.count > 0 else {
                throw storage.corrupt("node \(child.number) is not what the node above says")
            }
            try visit(below, place > 0 && storage.form.isOrdered ? node.separators[place] : bound)
        }
    }

    private mutating func visit(leaf: CollectionNode, _ bound: [UInt8]?) throws(RecordError) {
        count += leaf.elements.count
        let form = storage.form
        for place in 0..<leaf.elements.count {
            let (value, key) = leaf.elements.withView(form) { ($0.value(place), $0.keyBytes(place)) }
            guard let value, let key else { throw storage.corrupt("an element of node \(leaf.number) is malformed") }
            if case .link(let target) = value { targets[target.rawValue, default: 0] += 1 }
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
        _ place: CollectionPlace, _ other: Table, _ target: UInt64, count: Int
    ) throws(RecordError) -> Bool {
        let layers = InverseLayers(
            self, target: (other.id, target), source: (place.table.id, place.object.rawValue, place.column))
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            if try !layers.has(1, &cursor) { return false }
            return count < 2 ? true : try layers.has(count, &cursor)
        } catch {
            throw .storage(error, tree: "inverse")
        }
    }
}
