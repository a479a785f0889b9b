/// The objects of a live result that has no order of its own: by object key.
package final class StoredObjects {
    private let tree = CountedTree<SlotMasks>()

    /// None.
    package init() {}

    /// The objects of a set; O(clusters).
    package init(_ set: KeySet) { tree.merge(removing: SlotMasks(), adding: SlotMasks(set)) }

    /// How many there are; O(1).
    package var count: Int { tree.count }

    /// Adds an object; O(log n). False when it was there.
    @discardableResult
    package func insert(_ object: UInt64) -> Bool { tree.insert(object) }

    /// Takes an object out; O(log n). False when it was not there.
    @discardableResult
    package func remove(_ object: UInt64) -> Bool { tree.remove(object) }

    /// Takes objects out and puts others in, in one pass.
    ///
    /// O(k log n) for few, O(clusters) for many. What is both removed and added is there afterwards.
    package func merge(removing removals: KeySet, adding additions: KeySet) {
        tree.merge(removing: SlotMasks(removals), adding: SlotMasks(additions))
    }

    /// Whether an object is there; O(log n).
    package func contains(_ object: UInt64) -> Bool { tree.rank(of: object).isPresent }

    /// The members of one cluster; O(log n).
    package func slots(of cluster: UInt64) -> UInt64 {
        let start = tree.rank(of: cluster << 6).index
        var slots: UInt64 = 0
        for object in tree.objects(in: start..<min(count, start + 64)) where object >> 6 == cluster {
            slots |= 1 << (object & 63)
        }
        return slots
    }

    /// The place of an object, or nil when it is not there; O(log n).
    package func index(of object: UInt64) -> Int? {
        let (index, isPresent) = tree.rank(of: object)
        return isPresent ? index : nil
    }

    /// How many objects come before one, whether it is there or not; O(log n).
    package func rank(of object: UInt64) -> Int { tree.rank(of: object).index }

    /// How many objects come before each of some, whether these are there or not; as a merge in cost.
    package func ranks(of objects: KeySet) -> [Int] { tree.ranks(of: SlotMasks(objects)) }

    /// The n-th object; O(log n). Traps outside of `0..<count`.
    package func object(at index: Int) -> UInt64 { tree.object(at: index) }

    /// The objects at some places; O(log n + places).
    package func objects(in range: Range<Int>) -> [UInt64] { tree.objects(in: range) }

    /// All of them as a set; O(clusters).
    package var keySet: KeySet {
        var set = KeySet()
        tree.forEachLeaf(in: 0..<count) { leaf, _ in
            for (number, slots) in zip(leaf.numbers, leaf.masks) { set.append(number: number, slots: slots) }
        }
        return set
    }

    /// The memory taken.
    package var byteCount: Int { tree.byteCount }
}
