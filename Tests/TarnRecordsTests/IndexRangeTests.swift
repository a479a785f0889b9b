import Testing

@testable import TarnRecords

@Suite struct IndexRangeTests {
    /// Every key of up to three bytes out of four.
    private static let keys: [[UInt8]] = {
        var keys: [[UInt8]] = [[]]
        for _ in 0..<3 { keys += keys.flatMap { key in [0, 1, 2, 255].map { key + [$0] } } }
        return Array(Set(keys)).sorted { $0.lexicographicallyPrecedes($1) }
    }()

    private static func holds(_ ranges: [IndexRange], _ key: [UInt8]) -> Bool {
        ranges.contains { !key.lexicographicallyPrecedes($0.lower) && key.lexicographicallyPrecedes($0.upper) }
    }

    @Test func joinedRangesHoldTheSameKeysAndAreApart() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<200 {
            let a = Self.ranges(&random)
            let b = Self.ranges(&random)
            let (joined, other) = (IndexRange.union(a), IndexRange.union(b))
            let common = IndexRange.intersection(joined, other)
            for key in Self.keys {
                #expect(Self.holds(joined, key) == Self.holds(a, key), "seed \(seed)")
                #expect(Self.holds(common, key) == (Self.holds(a, key) && Self.holds(b, key)), "seed \(seed)")
            }
            for ranges in [joined, common] {
                #expect(ranges.allSatisfy { !$0.isEmpty })
                #expect(zip(ranges, ranges.dropFirst()).allSatisfy { !$1.lower.lexicographicallyPrecedes($0.upper) })
            }
        }
    }

    @Test func aComparisonHoldsTheKeysThatCompareSo() {
        for key in [[1], [1, 0], [1, 2], [1, 255]] as [[UInt8]] {
            for other in Self.keys where other.first == 1 {
                let order = other == key ? 0 : other.lexicographicallyPrecedes(key) ? -1 : 1
                let expected = [order == 0, order < 0, order <= 0, order > 0, order >= 0]
                for operation in 0..<5 {
                    let range = IndexRange.comparing(Int32(operation), key)
                    #expect(Self.holds([range], other) == expected[operation], "\(other) \(operation) \(key)")
                }
            }
        }
    }

    @Test func aPrefixHoldsTheKeysThatBeginWithIt() {
        for prefix in [[1], [1, 255], [1, 0, 255], [1, 255, 255]] as [[UInt8]] {
            for key in Self.keys {
                #expect(Self.holds([.prefix(prefix)], key) == key.starts(with: prefix), "\(key) \(prefix)")
            }
        }
    }

    private static func ranges(_ random: inout RandomSource) -> [IndexRange] {
        (0..<random.below(5)).map { _ in
            random.isOne(in: 2)
                ? .only(random.pick(keys)) : IndexRange(lower: random.pick(keys), upper: random.pick(keys))
        }
    }
}
