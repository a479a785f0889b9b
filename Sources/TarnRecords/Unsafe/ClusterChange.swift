/// What one transaction has done to the objects of one cluster, as masks over its slots.
package final class ClusterChange {
    /// Objects that did not exist before the transaction, or were removed and made again.
    @exclusivity(unchecked) package private(set) var inserted: UInt64 = 0
    /// Every slot in which the transaction has made an object, also one that it removed again.
    @exclusivity(unchecked) private(set) var made: UInt64 = 0
    /// Objects that existed before the transaction and were removed.
    @exclusivity(unchecked) package private(set) var deleted: UInt64 = 0
    /// Which objects have another value, by column; ascending columns.
    @exclusivity(unchecked) package private(set) var modified: [(column: Int, slots: UInt64)] = []
    /// Encoded primary keys of removed objects, where the key is not the object key itself.
    @exclusivity(unchecked) package private(set) var deletedKeys: [(slot: Int, key: [UInt8])] = []

    package init() {}

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// An object was made.
    func insert(_ bit: UInt64) {
        unsafe inserted |= bit
        unsafe made |= bit
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// An object was removed. One that the transaction itself made leaves no trace.
    func delete(_ bit: UInt64, primaryKey: [UInt8]?) {
        if unsafe inserted & bit != 0 {
            unsafe inserted &= ~bit
        } else {
            unsafe deleted |= bit
            if let primaryKey { unsafe deletedKeys.append((bit.trailingZeroBitCount, primaryKey)) }
        }
        for place in unsafe modified.indices { unsafe modified[place].slots &= ~bit }
        unsafe modified.removeAll { $0.slots == 0 }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// A value was set; setting the same value counts (W15). A new object is never also modified (N4).
    func modify(_ bit: UInt64, column: Int) {
        if unsafe inserted & bit != 0 { return }
        if let last = unsafe modified.last, last.column == column {
            unsafe modified[modified.count - 1].slots |= bit
            return
        }
        var low = 0
        var high = unsafe modified.count
        while low < high {
            let middle = (low + high) / 2
            if unsafe modified[middle].column < column { low = middle + 1 } else { high = middle }
        }
        if unsafe low < modified.count && modified[low].column == column {
            unsafe modified[low].slots |= bit
        } else {
            unsafe modified.insert((column, bit), at: low)
        }
    }

    /// Whether anything is left to report.
    package var isEmpty: Bool { unsafe inserted == 0 && deleted == 0 && modified.isEmpty }
}
