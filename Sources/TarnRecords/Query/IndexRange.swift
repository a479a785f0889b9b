/// The keys of one index from `lower` on and before `upper`, as ``KeyCoding`` writes them.
struct IndexRange: Equatable {
    var lower: [UInt8]
    var upper: [UInt8]

    var isEmpty: Bool { !lower.lexicographicallyPrecedes(upper) }

    /// One key alone: nothing lies between a key and itself with a zero byte after it.
    static func only(_ key: [UInt8]) -> IndexRange { IndexRange(lower: key, upper: key + [0]) }

    /// Every key that is not nil.
    static let values = IndexRange(lower: [1], upper: [2])
    /// Every key, nil first.
    static let all = IndexRange(lower: [0], upper: [2])

    /// The keys that begin with some bytes, of which the first is 1.
    static func prefix(_ bytes: [UInt8]) -> IndexRange {
        var end = bytes
        while end.last == 255 { end.removeLast() }
        end[end.count - 1] += 1
        return IndexRange(lower: bytes, upper: end)
    }

    /// The keys that compare with a key in some way (see kernels_compare.h for the operations); `first` is the smallest
    /// key that takes part in comparisons.
    static func comparing(_ operation: Int32, _ key: [UInt8], first: [UInt8] = [1]) -> IndexRange {
        switch operation {
        case 0: only(key)
        case 1: IndexRange(lower: first, upper: key)
        case 2: IndexRange(lower: first, upper: key + [0])
        case 3: IndexRange(lower: key + [0], upper: [2])
        default: IndexRange(lower: key, upper: [2])
        }
    }

    /// The same keys as ranges that are in order, apart from each other and not empty.
    static func union(_ ranges: [IndexRange]) -> [IndexRange] {
        var union: [IndexRange] = []
        for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lower.lexicographicallyPrecedes($1.lower) }) {
            if let last = union.last, !last.upper.lexicographicallyPrecedes(range.lower) {
                if last.upper.lexicographicallyPrecedes(range.upper) { union[union.count - 1].upper = range.upper }
            } else {
                union.append(range)
            }
        }
        return union
    }

    /// The keys that lie in both of two lists, each made by `union`.
    static func intersection(_ a: [IndexRange], _ b: [IndexRange]) -> [IndexRange] {
        var common: [IndexRange] = []
        var (i, j) = (0, 0)
        while i < a.count && j < b.count {
            let lower = a[i].lower.lexicographicallyPrecedes(b[j].lower) ? b[j].lower : a[i].lower
            let endsFirst = a[i].upper.lexicographicallyPrecedes(b[j].upper)
            let range = IndexRange(lower: lower, upper: endsFirst ? a[i].upper : b[j].upper)
            if !range.isEmpty { common.append(range) }
            if endsFirst { i += 1 } else { j += 1 }
        }
        return common
    }
}
