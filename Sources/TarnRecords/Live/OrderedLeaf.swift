/// Entries in order, before they are put into a tree.
package typealias OrderedBatch = PackedEntries<UInt64>

/// The entries of one leaf. The few bytes of a leaf and one key of any length fit 32 bits.
typealias OrderedLeaf = PackedEntries<UInt32>

extension PackedEntries: CountedBatch {
    package typealias Entry = OrderedEntry
    package var placeCount: Int { count }

    package func firstPlace(notBefore entry: OrderedEntry, in range: Range<Int>) -> Int {
        if range.isEmpty { return range.lowerBound }
        // Bounds come in order, so what is looked for is often not far.
        if compare(range.lowerBound, entry.key.span, entry.object) >= 0 { return range.lowerBound }
        return first(notBefore: entry.key.span, entry.object, in: range)
    }
}

extension PackedEntries: CountedLeaf where End == UInt32 {
    typealias Batch = OrderedBatch

    var load: Int { load(0..<count) }
    var canSplit: Bool { count > 1 }
    var lowerBound: OrderedEntry { entry(at: 0) }

    static func precedes(_ a: OrderedEntry, _ b: OrderedEntry) -> Bool {
        let order = compareBytes(a.key.span, b.key.span)
        return order < 0 || order == 0 && a.object < b.object
    }

    static func byteCount(of entry: OrderedEntry) -> Int { allocatedBytes(entry.key) }

    func rank(of entry: OrderedEntry) -> (index: Int, isPresent: Bool) {
        let place = first(notBefore: entry.key.span, entry.object, in: 0..<count)
        return (place, place < count && compare(place, entry.key.span, entry.object) == 0)
    }

    func object(at index: Int) -> UInt64 { objects[index] }

    func append(_ range: Range<Int>, to objects: inout [UInt64]) { objects.append(contentsOf: self.objects[range]) }

    mutating func insert(_ entry: OrderedEntry) -> Bool {
        let (place, isPresent) = rank(of: entry)
        if isPresent { return false }
        insert(entry, at: place)
        return true
    }

    mutating func remove(_ entry: OrderedEntry) -> Bool {
        let (place, isPresent) = rank(of: entry)
        if !isPresent { return false }
        remove(at: place)
        return true
    }

    mutating func append(_ later: OrderedLeaf) { append(later, 0..<later.count) }

    mutating func splitOff() -> OrderedLeaf {
        let half = load / 2
        var middle = 1
        while middle < count - 1 && load(0..<middle) < half { middle += 1 }
        let whole = self
        self = OrderedLeaf(whole, 0..<middle)
        return OrderedLeaf(whole, middle..<whole.count)
    }

    /// A leaf of just the size for some entries.
    private init<Other>(_ entries: PackedEntries<Other>, _ range: Range<Int>) {
        self.init()
        let keys = entries.load(range) - range.count * (8 + MemoryLayout<Other>.size)
        reserve(range.count, bytes: keys)
        append(entries, range)
    }

    func merged(
        removing removals: OrderedBatch, _ removed: Range<Int>, adding additions: OrderedBatch, _ added: Range<Int>
    ) -> [OrderedLeaf] {
        if count == 0 { return OrderedLeaf.leaves(additions, added) }
        var rest = OrderedBatch()
        rest.reserve(count, bytes: heap.count)
        var place = 0
        for removal in removed {
            let key = removals.heap.span.extracting(removals.bytes(removal))
            let next = first(notBefore: key, removals.objects[removal], in: place..<count)
            rest.append(self, place..<next)
            place = next < count && compare(next, key, removals.objects[removal]) == 0 ? next + 1 : next
        }
        rest.append(self, place..<count)
        if added.isEmpty { return OrderedLeaf.leaves(rest, 0..<rest.count) }
        let merged = rest.merged(additions, added)
        return OrderedLeaf.leaves(merged, 0..<merged.count)
    }

    /// Leaves of about equal size for some entries.
    private static func leaves(_ entries: OrderedBatch, _ range: Range<Int>) -> [OrderedLeaf] {
        let narrower = MemoryLayout<UInt64>.size - MemoryLayout<UInt32>.size
        let load = entries.load(range) - range.count * narrower
        let wanted = load / max(1, (load + CountedTreeLimits.load - 1) / CountedTreeLimits.load)
        var leaves: [OrderedLeaf] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var (low, high) = (start + 1, range.upperBound)
            while low < high {
                let middle = (low + high) / 2
                if entries.load(start..<middle) - (middle - start) * narrower < wanted {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            leaves.append(OrderedLeaf(entries, start..<low))
            start = low
        }
        return leaves
    }
}

extension OrderedBatch {
    /// These entries and some of another batch, each once.
    fileprivate func merged(_ other: OrderedBatch, _ range: Range<Int>) -> OrderedBatch {
        var merged = OrderedBatch()
        merged.reserve(count + range.count, bytes: heap.count + other.load(range))
        var place = 0
        for addition in range {
            let key = other.heap.span.extracting(other.bytes(addition))
            let next = first(notBefore: key, other.objects[addition], in: place..<count)
            merged.append(self, place..<next)
            place = next
            if next < count && compare(next, key, other.objects[addition]) == 0 { continue }
            merged.append(other, addition..<addition + 1)
        }
        merged.append(self, place..<count)
        return merged
    }
}
