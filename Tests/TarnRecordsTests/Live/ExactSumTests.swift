import Testing

@testable import TarnRecords

@Suite struct ExactSumTests {
    private static func sum(_ numbers: [Double]) -> ExactSum {
        var sum = ExactSum()
        for number in numbers { sum.change(number, isAdded: true) }
        return sum
    }

    /// Numbers of all sizes, and some that cancel each other out or lie half-way between two doubles.
    private static func number(_ random: inout RandomSource) -> Double {
        switch random.below(6) {
        case 0: random.pick([0.0, -0.0, 1, -1, 0x1p53, 1e300, -1e300, .leastNonzeroMagnitude, 0x1p-1022])
        case 1: Double(random.below(1000)) / 8
        default: Double(bitPattern: random.next() & ~(1 << 62))
        }
    }

    @Test func theSumIsTheNearestDouble() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<300 {
            // Multiples of 2 to the power of -20, whose sum a wide integer holds exactly.
            let shift = Int64(random.below(62))
            let numbers = (0..<random.below(40)).map { _ -> Double in
                let part = Int64(bitPattern: random.next()) >> shift
                return Double(part) * 0x1p-20
            }
            var whole: Int128 = 0
            for number in numbers { whole += Int128(number * 0x1p20) }
            let expected = Double(whole) * 0x1p-20
            #expect(Self.sum(numbers).value.bitPattern == expected.bitPattern, "seed \(seed)")
        }
    }

    @Test func theCornersAreRight() {
        let (most, least) = (Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude)
        let next = Double(1).nextUp
        var corners: [([Double], Double)] = [
            ([1e308, 1e308, -1e308], 1e308), ([], 0), ([-0.0, -0.0], 0), ([-1, -0x1p-53], -1),
            ([0x1.fffffffffffffp0, 0x1p-53], 2),
        ]
        corners += [([most, most], .infinity), ([most, 0x1p969], most), ([most, 0x1p970], .infinity)]
        corners += [([.infinity, 1], .infinity), ([-.infinity, 1e308], -.infinity)]
        // Half-way between two doubles the even one is taken, unless there is the least bit more.
        corners += [([1, 0x1p-53], 1), ([1, 0x1p-53, least], next), ([next, 0x1p-53], next.nextUp)]
        corners += [([least, least], 2 * least), ([0x1p-1022, -least], Double(0x1p-1022).nextDown)]
        for (numbers, expected) in corners {
            #expect(Self.sum(numbers).value.bitPattern == expected.bitPattern, "\(numbers)")
        }
    }

    @Test func whatIsTakenOutLeavesNoTrace() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<100 {
            let kept = (0..<random.below(30)).map { _ in Self.number(&random) }
            let passing =
                (0..<random.below(30)).map { _ in Self.number(&random) } + [.nan, .infinity, -.infinity]
            var sum = ExactSum()
            for number in (kept + passing).shuffled(using: &random) { sum.change(number, isAdded: true) }
            #expect(sum.value.isNaN, "seed \(seed)")
            for number in passing.shuffled(using: &random) { sum.change(number, isAdded: false) }
            #expect(sum.value.bitPattern == Self.sum(kept).value.bitPattern, "seed \(seed)")
        }
    }

    @Test func infinitiesOfBothSignsAreNotANumber() {
        #expect(Self.sum([.infinity, -.infinity]).value.isNaN)
        #expect(Self.sum([.infinity, .nan]).value.isNaN)
    }

    @Test func theAverageIsRightWhereTheSumIsTooLarge() {
        #expect(Self.sum([1e308, 1e308]).average(of: 2) == 1e308)
        #expect(Self.sum([-1.5e308, -1.5e308, 3]).average(of: 3) == -1e308)
        #expect(Self.sum([.infinity, 1e308]).average(of: 2) == .infinity)
        #expect(Self.sum([1, 2]).average(of: 2) == 1.5)
    }
}
