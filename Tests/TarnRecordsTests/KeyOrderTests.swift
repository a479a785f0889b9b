import Testing

@testable import TarnRecords

/// a < b exactly when bytes(a) < bytes(b).
@Suite struct KeyOrderTests {
    @Test func keysOrderLikeTheValuesOfEveryKind() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for kind in SampleValues.kinds where kind != .data {
            let values = (0..<60).map { _ in SampleValues.value(kind, &random) } + Self.edges(kind, &random)
            for a in values {
                for b in values { check(a, b, kind, seed) }
            }
        }
    }

    @Test func keysOfShortTextOrderLikeTheirBytes() {
        // Every text of up to four characters out of three, the smallest and the largest among them.
        var texts = [""]
        for text in texts { texts += Self.longer(text, 4) }
        for a in texts {
            for b in texts { check(.string(a), .string(b), .string, 0) }
        }
    }

    @Test func nilComesBeforeEverythingAndHasAKeyOfItsOwn() {
        for kind in SampleValues.kinds {
            let null = KeyCoding.bytes(.null, kind).bytes
            #expect(null == [0])
            #expect(null.lexicographicallyPrecedes(KeyCoding.bytes(.zero(of: kind), kind).bytes) || kind == .link)
        }
    }

    @Test func nanComesBeforeMinusInfinityAndTheZerosAreOne() {  // Q6
        #expect(KeyCoding.ordered(.nan) < KeyCoding.ordered(-.infinity))
        #expect(KeyCoding.ordered(-.nan) == KeyCoding.ordered(.signalingNaN))
        #expect(KeyCoding.ordered(-0.0) == KeyCoding.ordered(0.0))
    }

    @Test func longTextIsCutAndSaysSo() {
        let limit = KeyCoding.maximumByteCount
        #expect(KeyCoding.bytes(.string(String(repeating: "a", count: limit - 1)), .string).isExact)
        let cut = KeyCoding.bytes(.string(String(repeating: "a", count: limit)), .string)
        #expect(!cut.isExact && cut.bytes.count == limit)
    }

    @Test func decimalsOrderLikeNumbers() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let numbers = (0..<300).compactMap { _ -> (Double, [UInt8])? in
            let digits = (0..<(1 + random.below(3))).map { _ in UInt8(random.below(10)) }
            let (isNegative, exponent) = (random.isOne(in: 2), random.below(7) - 3)
            let value = digits.reduce(0.0) { $0 * 10 + Double($1) } * Self.power(exponent - digits.count)
            return DecimalBytes.encode(isNegative: isNegative, digits: digits, exponent: exponent).map {
                (isNegative ? -value : value, $0)
            }
        }
        for (a, aBytes) in numbers {
            for (b, bBytes) in numbers where abs(a - b) > 1e-9 || aBytes == bBytes {
                #expect(
                    (a < b && aBytes != bBytes) == aBytes.lexicographicallyPrecedes(bBytes), "\(a) \(b), seed \(seed)")
            }
        }
    }

    @Test func decimalsComeBackFromTheirBytes() {
        for (digits, exponent) in [
            ([1], 1), ([9, 9], -30000), ([1, 0, 5], 3), ([UInt8](repeating: 7, count: 40), 40),
        ] {
            for isNegative in [false, true] {
                let bytes = DecimalBytes.encode(isNegative: isNegative, digits: digits, exponent: exponent) ?? []
                let decoded = DecimalBytes.decode(bytes)
                #expect(decoded?.isNegative == isNegative && decoded?.digits == digits && decoded?.exponent == exponent)
            }
        }
        #expect(DecimalBytes.encode(isNegative: false, digits: [UInt8](repeating: 7, count: 41), exponent: 0) == nil)
        #expect(DecimalBytes.encode(isNegative: true, digits: [0, 0], exponent: 9) == DecimalBytes.zero)
    }

    @Test func theEndsOfTheIntegersAreKeys() {
        let numbers: [Int64] = [.min, .min + 1, -64, -1, 0, 1, 63, 64, .max - 1, .max]
        for (a, b) in zip(numbers, numbers.dropFirst()) {
            #expect(ObjectKey(a) < ObjectKey(b))
            #expect(ObjectKey(a).rawValue < ObjectKey(b).rawValue)
            #expect(ObjectKey(cluster: ObjectKey(a).cluster, slot: ObjectKey(a).slot) == ObjectKey(a))
        }
        #expect(numbers.allSatisfy { ObjectKey($0).number == $0 })
    }

    private func check(_ a: StoredValue, _ b: StoredValue, _ kind: ValueKind, _ seed: UInt64) {
        let (x, y) = (KeyCoding.bytes(a, kind), KeyCoding.bytes(b, kind))
        let bytes = x.bytes == y.bytes ? 0 : x.bytes.lexicographicallyPrecedes(y.bytes) ? -1 : 1
        // Cut keys may be equal where the values are not, but never stand the other way round.
        if bytes == 0 && !(x.isExact && y.isExact) { return }
        #expect(bytes == FilterModel.sortOrder(a, b).signum(), "\(a) \(b), seed \(seed)")
    }

    private static func edges(_ kind: ValueKind, _ random: inout RandomSource) -> [StoredValue] {
        if kind.isInteger {
            return [.integer(kind.integerRange.lowerBound + 1), .integer(kind.integerRange.upperBound - 1)]
        }
        switch kind {
        case .double, .date:
            let bits = (0..<60).map { _ in StoredValue.double(Double(bitPattern: random.next())) }
            return bits + [.double(.leastNonzeroMagnitude), .double(-.leastNonzeroMagnitude), .double(-.nan)]
        case .float: return (0..<60).map { _ in .float(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))) }
        default: return []
        }
    }

    private static func longer(_ text: String, _ depth: Int) -> [String] {
        depth == 0 ? [] : ["\0", "a", "\u{10FFFF}"].flatMap { [text + $0] + longer(text + $0, depth - 1) }
    }

    private static func power(_ exponent: Int) -> Double {
        (0..<abs(exponent)).reduce(1.0) { value, _ in exponent < 0 ? value / 10 : value * 10 }
    }
}
