import Foundation

@testable import TarnRecords

/// Random values of any kind, with numbers that are close to each other across kinds.
enum MixedSamples {
    static func value(_ random: inout RandomSource, depth: Int = 3) -> MixedValue {
        switch random.below(depth > 0 ? 16 : 14) {
        case 0: .null
        case 1: .bool(random.isOne(in: 2))
        case 2, 3, 4, 5: number(&random)
        case 6: .date(random.pick([-1, 0, 0.5, 1e9]))
        case 7: .uuid([UInt8](repeating: UInt8(random.below(3)), count: 16))
        case 8: .objectId([UInt8](repeating: UInt8(random.below(3)), count: 12))
        case 9, 10: .string(random.pick(["", "a", "ab", "a\0", "a\0b", "a\u{1}", "b", "\u{e9}", "x".repeated(600)]))
        case 11: .data(random.pick([[], [0], [0, 0], [1], [1, 1], [255]]))
        case 12, 13:
            .object(MixedLink(table: UInt16(random.below(3)), object: ObjectKey(Int64(random.below(4)) - 1)))
        case 14: .list((0..<random.below(4)).map { _ in value(&random, depth: depth - 1) })
        default:
            .map(
                Dictionary(
                    (0..<random.below(4)).map { _ in
                        (random.pick(["", "a", "b", "\u{e9}"]), value(&random, depth: depth - 1))
                    }, uniquingKeysWith: { $1 }))
        }
    }

    static func number(_ random: inout RandomSource) -> MixedValue {
        let doubles: [Double] = [
            0, -0.0, 1, -1, 0.1, 1.5, 0x1p53, 0x1p63, -0x1p63, 1e16, 1e300, .infinity, -.infinity, .nan,
            .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123456789.123,
        ]
        switch random.below(4) {
        case 0: return .integer(random.pick([0, 1, -1, .max, .min, .max - 1, 1 << 53, (1 << 53) + 1, 10, 123456789]))
        case 1: return .float(random.pick([0, 1, 0.1, 1.5, .infinity, .nan, 16777216, -1]))
        case 2:
            let value = random.pick(doubles)
            return .double(random.pick([value, value.nextUp, value.nextDown]))
        default:
            if random.isOne(in: 2) {
                // The exact digits of a small integer or a fraction, one of which is a double's and one is not.
                let digits: [UInt8] = random.pick([
                    [1], [1, 5], [9, 0, 0, 7, 1, 9, 9, 2, 5, 4, 7, 4, 0, 9, 9, 3], [5],
                ])
                return decimal(random.isOne(in: 2), digits, random.pick([-323, -2, 0, 1, 16, 17, 309]))
            }
            let digits = (0..<random.below(41)).map { _ in UInt8(random.below(10)) }
            return decimal(random.isOne(in: 2), digits, random.below(800) - 400)
        }
    }

    private static func decimal(_ isNegative: Bool, _ digits: [UInt8], _ exponent: Int) -> MixedValue {
        .decimal(DecimalBytes.encode(isNegative: isNegative, digits: digits, exponent: exponent) ?? DecimalBytes.zero)
    }
}

/// What the order of numbers is, written down a second time: as all their digits.
struct AllDigits: Comparable {
    let isNegative: Bool
    /// 450 digits before the point and 1200 behind it.
    let digits: String

    /// Nil for NaN; infinity is a number with more digits than any other.
    init?(_ value: MixedValue) {
        switch value {
        case .integer(let integer): self.init(String(integer.magnitude) + ".", integer < 0)
        case .float(let number): self.init(Double(number))
        case .double(let number): self.init(number)
        case .decimal(let bytes):
            guard let (isNegative, digits, exponent) = DecimalBytes.decode(bytes) else { return nil }
            let text = digits.map { String($0) }.joined()
            if exponent <= 0 {
                self.init("0." + "0".repeated(-exponent) + text, isNegative)
            } else {
                let padded = text + "0".repeated(max(0, exponent - text.count))
                self.init(padded.prefix(exponent) + "." + padded.dropFirst(exponent), isNegative)
            }
        default: return nil
        }
    }

    private init?(_ number: Double) {
        if number.isNaN { return nil }
        self.init(number.isInfinite ? "9".repeated(449) + "." : String(format: "%.1100f", abs(number)), number < 0)
    }

    private init(_ text: String, _ isNegative: Bool) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let whole = String(parts[0])
        let fraction = String(parts[1])
        digits = "0".repeated(450 - whole.count) + whole + fraction + "0".repeated(1200 - fraction.count)
        self.isNegative = isNegative && digits.contains { $0 != "0" }
    }

    static func < (a: AllDigits, b: AllDigits) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        return a.isNegative ? b.digits < a.digits : a.digits < b.digits
    }
}

extension String {
    func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
