/// Some objects in storage order: the number of each cluster that has any, and a mask of the slots.
///
/// Sixteen bytes a cluster: a quarter of a byte for each object where all are members.
struct SlotMasks {
    private(set) var numbers: [UInt64] = []
    private(set) var masks: [UInt64] = []
    private(set) var count = 0

    init() {}

    /// The masks of a set.
    init(_ set: KeySet) {
        numbers = set.members.map(\.number)
        masks = set.members.map(\.slots)
        count = set.count
    }

    private init(_ numbers: ArraySlice<UInt64>, _ masks: ArraySlice<UInt64>) {
        self.numbers.reserveCapacity(numbers.count)
        self.masks.reserveCapacity(masks.count)
        self.numbers += numbers
        self.masks += masks
        count = masks.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Adds the members of a cluster behind all others.
    private mutating func append(_ number: UInt64, _ mask: UInt64) {
        if mask == 0 { return }
        numbers.append(number)
        masks.append(mask)
        count += mask.nonzeroBitCount
    }

    private func first(notBefore number: UInt64, in range: Range<Int>) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SlotMasks: CountedBatch {
    var placeCount: Int { numbers.count }

    func firstPlace(notBefore object: UInt64, in range: Range<Int>) -> Int { first(notBefore: object >> 6, in: range) }
}

extension SlotMasks: CountedLeaf {
    typealias Batch = SlotMasks

    var load: Int { 16 * numbers.count }
    var byteCount: Int { allocatedBytes(numbers) + allocatedBytes(masks) }
    var canSplit: Bool { numbers.count > 1 }
    /// A cluster lies in one leaf, so its first slot is the bound.
    var lowerBound: UInt64 { numbers[0] << 6 }

    static func precedes(_ a: UInt64, _ b: UInt64) -> Bool { a < b }
    static func byteCount(of entry: UInt64) -> Int { 0 }

    func rank(of object: UInt64) -> (index: Int, isPresent: Bool) {
        let place = first(notBefore: object >> 6, in: 0..<numbers.count)
        var before = 0
        for mask in masks[..<place] { before &+= mask.nonzeroBitCount }
        guard place < numbers.count, numbers[place] == object >> 6 else { return (before, false) }
        let bit: UInt64 = 1 << (object & 63)
        return (before + (masks[place] & (bit - 1)).nonzeroBitCount, masks[place] & bit != 0)
    }

    func object(at index: Int) -> UInt64 {
        var rest = index
        var place = 0
        while rest >= masks[place].nonzeroBitCount {
            rest -= masks[place].nonzeroBitCount
            place += 1
        }
        return numbers[place] << 6 | UInt64(masks[place].position(ofBit: rest))
    }

    func entry(at index: Int) -> UInt64 { object(at: index) }

    func append(_ range: Range<Int>, to objects: inout [UInt64]) {
        var before = 0
        for (number, mask) in zip(numbers, masks) {
            if before >= range.upperBound { break }
            for slot in SlotSequence(mask) {
                if range.contains(before) { objects.append(number << 6 | UInt64(slot)) }
                before += 1
            }
        }
    }

    func appendRanks(of batch: SlotMasks, _ range: Range<Int>, before: Int, to ranks: inout [Int]) {
        var (place, rank) = (0, before)
        for other in range {
            let number = batch.numbers[other]
            while place < numbers.count && numbers[place] < number {
                rank += masks[place].nonzeroBitCount
                place += 1
            }
            let own = place < numbers.count && numbers[place] == number ? masks[place] : 0
            for slot in SlotSequence(batch.masks[other]) {
                ranks.append(rank + (own & (1 << UInt64(slot) - 1)).nonzeroBitCount)
            }
        }
    }

    mutating func insert(_ object: UInt64) -> Bool {
        let place = first(notBefore: object >> 6, in: 0..<numbers.count)
        let bit: UInt64 = 1 << (object & 63)
        if place < numbers.count && numbers[place] == object >> 6 {
            if masks[place] & bit != 0 { return false }
            masks[place] |= bit
        } else {
            if numbers.count == numbers.capacity {
                numbers.reserveCapacity(numbers.count + numbers.count / 4 + 4)
                masks.reserveCapacity(numbers.count + numbers.count / 4 + 4)
            }
            numbers.insert(object >> 6, at: place)
            masks.insert(bit, at: place)
        }
        count += 1
        return true
    }

    mutating func remove(_ object: UInt64) -> Bool {
        let place = first(notBefore: object >> 6, in: 0..<numbers.count)
        let bit: UInt64 = 1 << (object & 63)
        guard place < numbers.count, numbers[place] == object >> 6, masks[place] & bit != 0 else { return false }
        masks[place] &= ~bit
        if masks[place] == 0 {
            numbers.remove(at: place)
            masks.remove(at: place)
        }
        count -= 1
        return true
    }

    mutating func append(_ later: SlotMasks) {
        numbers += later.numbers
        masks += later.masks
        count += later.count
    }

    mutating func splitOff() -> SlotMasks {
        let middle = numbers.count / 2
        let upper = SlotMasks(numbers[middle...], masks[middle...])
        self = SlotMasks(numbers[..<middle], masks[..<middle])
        return upper
    }

    func change(
        removing removals: SlotMasks, _ removed: Range<Int>, adding additions: SlotMasks, _ added: Range<Int>
    ) -> Bool { false }

    func merged(
        removing removals: SlotMasks, _ removed: Range<Int>, adding additions: SlotMasks, _ added: Range<Int>
    ) -> [SlotMasks] {
        var merged = SlotMasks()
        var (place, removal, addition) = (0, removed.lowerBound, added.lowerBound)
        while place < numbers.count || addition < added.upperBound {
            let own = place < numbers.count ? numbers[place] : .max
            let other = addition < added.upperBound ? additions.numbers[addition] : .max
            let number = min(own, other)
            var mask: UInt64 = 0
            if own == number {
                while removal < removed.upperBound && removals.numbers[removal] < number { removal += 1 }
                let isRemoved = removal < removed.upperBound && removals.numbers[removal] == number
                mask = masks[place] & ~(isRemoved ? removals.masks[removal] : 0)
                place += 1
            }
            if other == number {
                mask |= additions.masks[addition]
                addition += 1
            }
            merged.append(number, mask)
        }
        let leaves = (merged.load + CountedTreeLimits.load - 1) / CountedTreeLimits.load
        return (0..<leaves).map { leaf in
            let range = leaf * merged.placeCount / leaves..<(leaf + 1) * merged.placeCount / leaves
            return SlotMasks(merged.numbers[range], merged.masks[range])
        }
    }
}
