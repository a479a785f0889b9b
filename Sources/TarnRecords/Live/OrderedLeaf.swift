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

    /// What an entry needs besides its key.
    private static let entryLoad = 8 + MemoryLayout<UInt32>.size

    var load: Int { count * Self.entryLoad + heap.count }
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

    func appendRanks(of batch: OrderedBatch, _ range: Range<Int>, before: Int, to ranks: inout [Int]) {
        var place = 0
        for entry in range {
            place = first(notBefore: batch, entry, in: place..<count)
            ranks.append(before + place)
        }
    }

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
        while middle < count - 1 && middle * Self.entryLoad + keyBytes(0..<middle) < half { middle += 1 }
        let whole = self
        self = OrderedLeaf(whole, 0..<middle)
        return OrderedLeaf(whole, middle..<whole.count)
    }

    /// A leaf of just the size for some entries.
    private init<Other>(_ entries: PackedEntries<Other>, _ range: Range<Int>) {
        self.init()
        reserve(range.count, bytes: entries.keyBytes(range))
        append(entries, range)
    }

    mutating func change(
        removing removals: OrderedBatch, _ removed: Range<Int>, adding additions: OrderedBatch, _ added: Range<Int>
    ) -> Bool {
        if count == 0 || removed.count + added.count > CountedTreeLimits.fewChanges { return false }
        for place in removed { _ = remove(removals.entry(at: place)) }
        for place in added { _ = insert(additions.entry(at: place)) }
        return true
    }

    func merged(
        removing removals: OrderedBatch, _ removed: Range<Int>, adding additions: OrderedBatch, _ added: Range<Int>
    ) -> [OrderedLeaf] {
        if count == 0 { return OrderedLeaf.leaves(additions, added) }
        var merged = OrderedBatch()
        merged.reserve(count + added.count, bytes: heap.count + additions.keyBytes(added))
        var (place, removal, addition) = (0, removed.lowerBound, added.lowerBound)
        while removal < removed.upperBound || addition < added.upperBound {
            let isRemoval =
                removal < removed.upperBound
                && (addition == added.upperBound || removals.compare(removal, additions, addition) <= 0)
            let next =
                isRemoval
                ? first(notBefore: removals, removal, in: place..<count)
                : first(notBefore: additions, addition, in: place..<count)
            merged.append(self, place..<next)
            place = next
            if isRemoval {
                if next < count && compare(next, removals, removal) == 0 { place += 1 }
                removal += 1
            } else {
                let isPresent = next < count && compare(next, additions, addition) == 0
                if !isPresent { merged.append(additions, addition..<addition + 1) }
                addition += 1
            }
        }
        merged.append(self, place..<count)
        return OrderedLeaf.leaves(merged, 0..<merged.count)
    }

    /// Leaves of about equal size for some entries.
    private static func leaves(_ entries: OrderedBatch, _ range: Range<Int>) -> [OrderedLeaf] {
        func load(_ range: Range<Int>) -> Int { range.count * entryLoad + entries.keyBytes(range) }
        let whole = load(range)
        let wanted = whole / max(1, (whole + CountedTreeLimits.load - 1) / CountedTreeLimits.load)
        var leaves: [OrderedLeaf] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var (low, high) = (start + 1, min(range.upperBound, start + CountedTreeLimits.load / entryLoad))
            while low < high {
                let middle = (low + high) / 2
                if load(start..<middle) < wanted { low = middle + 1 } else { high = middle }
            }
            leaves.append(OrderedLeaf(entries, start..<low))
            start = low
        }
        return leaves
    }
}
