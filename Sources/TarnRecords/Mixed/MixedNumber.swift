/// A number of any kind as a double and what it is more than that, so that all kinds compare exactly (E3).
///
/// Every integer and every decimal has at most 40 digits, so where a number is not a double itself its decimal bytes
/// tell it from all others above the same double.
struct MixedNumber: Comparable {
    /// The largest double that is not above the number, in eight ordered bytes: NaN, then -infinity up to +infinity.
    let floor: UInt64
    /// The number as a decimal; empty when it is the double.
    let rest: [UInt8]

    /// A number; nil for every other value.
    init?(_ value: MixedValue) {
        switch value {
        case .integer(let integer): self.init(integer: integer)
        case .float(let number): self.init(double: Double(number))
        case .double(let number): self.init(double: number)
        case .decimal(let bytes):
            guard let parts = DecimalBytes.decode(bytes) else { return nil }
            self.init(decimal: bytes, isNegative: parts.isNegative, digits: parts.digits, exponent: parts.exponent)
        default: return nil
        }
    }

    private init(floor: UInt64, rest: [UInt8]) {
        self.floor = floor
        self.rest = rest
    }

    /// A double is its own floor.
    init(double: Double) { self.init(floor: KeyCoding.ordered(double), rest: []) }

    private init(integer: Int64) {
        if Int64(exactly: Double(integer)) == integer {
            self.init(double: Double(integer))
            return
        }
        let digits = String(integer.magnitude).utf8.map { $0 - 48 }
        let bytes = DecimalBytes.encode(isNegative: integer < 0, digits: digits, exponent: digits.count) ?? []
        self.init(decimal: bytes, isNegative: integer < 0, digits: digits, exponent: digits.count)
    }

    private init(decimal bytes: [UInt8], isNegative: Bool, digits: [UInt8], exponent: Int) {
        if digits.isEmpty {
            self.init(double: 0)
            return
        }
        let text = String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
        // Beyond the range of doubles the text gives infinity or zero, which the comparison mends.
        let near = Double("\(text)e\(exponent - digits.count)") ?? (exponent > 0 ? .infinity : 0)
        let order = Self.order(digits, exponent, near)
        if order == 0 {
            self.init(double: isNegative ? -near : near)
            return
        }
        // The nearest double lies on one side; the floor may be its neighbour.
        let below = order > 0 ? near : near.nextDown
        let above = order > 0 ? near.nextUp : near
        self.init(floor: KeyCoding.ordered(isNegative ? -above : below), rest: bytes)
    }

    static func < (a: MixedNumber, b: MixedNumber) -> Bool {
        a.floor != b.floor ? a.floor < b.floor : a.rest.lexicographicallyPrecedes(b.rest)
    }

    /// Whether it is a number at all.
    var isNaN: Bool { floor == 0 }

    /// Negative, zero or positive: 0.digits x 10^exponent against a double that is not negative.
    private static func order(_ digits: [UInt8], _ exponent: Int, _ double: Double) -> Int {
        if double.isInfinite { return -1 }
        if double == 0 { return 1 }
        let scale = exponent - digits.count
        let fraction = double.significandBitPattern
        let isSmall = double.exponentBitPattern == 0
        var right = WideInteger(isSmall ? fraction : fraction | 1 << 52)
        let power = Int(isSmall ? 1 : double.exponentBitPattern) - 1075
        var left = WideInteger(0)
        for digit in digits { left.multiply(by: 10, adding: UInt32(digit)) }
        // Both sides times whatever makes them whole.
        if scale > 0 { left.multiply(by: 10, times: scale) } else { right.multiply(by: 10, times: -scale) }
        if power > 0 { right.multiply(by: 2, times: power) } else { left.multiply(by: 2, times: -power) }
        return left.order(right)
    }
}

/// A whole number of any length, as far as comparing needs it.
private struct WideInteger {
    /// The lowest 32 bits first; the last is not zero.
    private var words: [UInt32]

    init(_ number: UInt64) {
        words = [UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32)]
        while words.last == 0 { words.removeLast() }
    }

    mutating func multiply(by factor: UInt32, adding summand: UInt32 = 0) {
        var carry = UInt64(summand)
        for place in words.indices {
            carry += UInt64(words[place]) * UInt64(factor)
            words[place] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry > 0 { words.append(UInt32(carry)) }
    }

    mutating func multiply(by factor: UInt32, times: Int) {
        for _ in 0..<times { multiply(by: factor) }
    }

    func order(_ other: WideInteger) -> Int {
        if words.count != other.words.count { return words.count < other.words.count ? -1 : 1 }
        for place in words.indices.reversed() where words[place] != other.words[place] {
            return words[place] < other.words[place] ? -1 : 1
        }
        return 0
    }
}
