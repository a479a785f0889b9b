import CTarnKernels
import Testing

@testable import TarnRecords

@Suite struct KernelTests {
    @Test func pairsAreSortedAndEqualKeysKeepTheirOrder() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for count in [0, 1, 2, 31, 32, 33, 100, 4095, 4096, 9000] {
            for mask: UInt64 in [0, 0xFF, 0xFF00_0000_0000_00FF, .max, 0xFFF0_0000_0000_0000] {
                let keys = (0..<count).map { _ in random.next() & mask }
                let pairs = ObjectPairs(capacity: 0)
                for (place, key) in keys.enumerated() { pairs.append(key, UInt64(place)) }
                pairs.sort()
                let expected = keys.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(
                    \.offset)
                #expect(pairs.payloads == expected.map { UInt64($0) }, "\(count) keys, mask \(mask), seed \(seed)")
            }
        }
    }

    @Test func sumsOfIntegersAreExact() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for count in 0...64 {
            let values = (0..<count).map { _ in random.pick([Int64.min, .max, -1, 0, Int64(bitPattern: random.next())])
            }
            values.withUnsafeBytes { bytes in
                let column = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(bitPattern: 8)!
                let all: UInt64 = count == 64 ? .max : 1 << UInt64(count) - 1
                let total = values.reduce(Int128(0)) { $0 + Int128($1) }
                #expect(Self.wide(tarn_sum_i64(column, all)) == total, "seed \(seed)")
                #expect(Self.wide(tarn_sum_all_i64(column, UInt32(count))) == total, "seed \(seed)")
                let mask = random.next() & all
                let part = SlotSequence(mask).reduce(Int128(0)) { $0 + Int128(values[$1]) }
                #expect(Self.wide(tarn_sum_i64(column, mask)) == part, "seed \(seed)")
            }
        }
    }

    @Test func bytesAreFoundWhereASearchByHandFindsThem() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<3000 {
            let text = (0..<random.below(70)).map { _ in UInt8(97 + random.below(2)) }
            let needle = (0..<(1 + random.below(5))).map { _ in UInt8(97 + random.below(2)) }
            let expected = text.indices.first { text[$0...].starts(with: needle) } ?? text.count
            #expect(tarn_find(text, text.count, 0, needle, needle.count) == expected, "\(text) \(needle), seed \(seed)")
        }
    }

    @Test func theChecksumSeesEveryFlippedBit() {
        var random = RandomSource(seed: 8)
        for count in [1, 7, 8, 31, 32, 33, 200] {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let sum = tarn_hash(bytes, count, 0)
            for place in bytes.indices {
                for bit in 0..<8 {
                    var flipped = bytes
                    flipped[place] ^= 1 << UInt8(bit)
                    #expect(tarn_hash(flipped, count, 0) != sum)
                }
            }
            #expect(tarn_hash(bytes, count - 1, 0) != sum)
        }
    }

    private static func wide(_ sum: tarn_wide) -> Int128 { Int128(sum.low) + Int128(sum.high) << 64 }
}
