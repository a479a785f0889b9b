/// The objects of a live result in its order: by key bytes, then by object.
///
/// The keys are made by ``OrderKey``. 12 bytes an object besides its key, and at most a third more that is not used.
package final class OrderedObjects {
    private let tree = CountedTree<OrderedLeaf>()

    /// None.
    package init() {}

    /// Objects that are in order already; O(n).
    package init(sorted entries: OrderedBatch) { tree.merge(removing: OrderedBatch(), adding: entries) }

    /// How many there are; O(1).
    package var count: Int { tree.count }

    /// Puts an object into its place; O(log n).
    ///
    /// - Returns: false when it was there with the same key.
    @discardableResult
    package func insert(_ key: [UInt8], _ object: UInt64) -> Bool {
        tree.insert(OrderedEntry(key: key, object: object))
    }

    /// Takes an object out by the key that it was put in with; O(log n).
    ///
    /// - Returns: false when it was not there with this key.
    @discardableResult
    package func remove(_ key: [UInt8], _ object: UInt64) -> Bool {
        tree.remove(OrderedEntry(key: key, object: object))
    }

    /// Takes objects out and puts others in, in one pass. Both batches are in order (``PackedEntries/sort()``).
    ///
    /// O(k log n) for few, O(n) for many. What is both removed and added is there afterwards.
    package func merge(removing removals: OrderedBatch, adding additions: OrderedBatch) {
        if removals.count + additions.count > CountedTreeLimits.fewChanges {
            return tree.merge(removing: removals, adding: additions)
        }
        for place in 0..<removals.count { _ = tree.remove(removals.entry(at: place)) }
        for place in 0..<additions.count { _ = tree.insert(additions.entry(at: place)) }
    }

    /// Whether an object is there with a key; O(log n).
    package func contains(_ key: [UInt8], _ object: UInt64) -> Bool {
        tree.rank(of: OrderedEntry(key: key, object: object)).isPresent
    }

    /// The place of an object by its key, or nil when it is not there; O(log n).
    package func index(of key: [UInt8], _ object: UInt64) -> Int? {
        let (index, isPresent) = tree.rank(of: OrderedEntry(key: key, object: object))
        return isPresent ? index : nil
    }

    /// How many objects come before a key and object, whether they are there or not; O(log n).
    package func rank(of key: [UInt8], _ object: UInt64) -> Int {
        tree.rank(of: OrderedEntry(key: key, object: object)).index
    }

    /// How many objects come before each entry of a batch in order, whether it is there or not.
    ///
    /// As ``merge(removing:adding:)`` in cost: the places of what goes before a merge, of what has come after it.
    package func ranks(of batch: OrderedBatch) -> [Int] { tree.ranks(of: batch) }

    /// The n-th object; O(log n). Traps outside of `0..<count`.
    package func object(at index: Int) -> UInt64 { tree.object(at: index) }

    /// The n-th object with its key; O(log n). Traps outside of `0..<count`.
    package func entry(at index: Int) -> OrderedEntry { tree.entry(at: index) }

    /// The objects at some places; O(log n + places).
    package func objects(in range: Range<Int>) -> [UInt64] { tree.objects(in: range) }

    /// All objects in order; O(n).
    package var objects: [UInt64] { tree.objects(in: 0..<count) }

    /// The memory taken, keys included.
    package var byteCount: Int { tree.byteCount }
}
