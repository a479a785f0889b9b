/// A decimal number of any length, as sums and expressions compute with it: exact but for division.
///
/// The magnitude is digits in base 10^9, the lowest first; digit number i counts 10^(9 x (position + i)).
struct WideDecimal: Sendable {
    static let zero = WideDecimal(isNegative: false, digits: [], position: 0)
    static let base: UInt64 = 1_000_000_000
    /// How many decimal digits a result keeps that has more than ``DecimalBytes`` can hold.
    static let precision = 38

    private(set) var isNegative: Bool
    private(set) var digits: [UInt32]
    private(set) var position: Int

    /// Leading and trailing zeros do not matter.
    init(isNegative: Bool, digits: [UInt32], position: Int) {
        var digits = digits
        while digits.last == 0 { digits.removeLast() }
        let trailing = digits.prefix { $0 == 0 }.count
        digits.removeFirst(trailing)
        self.digits = digits
        self.position = digits.isEmpty ? 0 : position + trailing
        self.isNegative = isNegative && !digits.isEmpty
    }

    /// The number 0.d1d2d3... x 10^exponent.
    init(isNegative: Bool, decimal: [UInt8], exponent: Int) {
        var digits: [UInt32] = []
        let lowest = Self.place(exponent - decimal.count)
        for (index, digit) in decimal.enumerated() {
            let weight = exponent - 1 - index
            let place = Self.place(weight)
            while digits.count <= place - lowest { digits.append(0) }
            digits[place - lowest] += UInt32(digit) * Self.powers[weight - 9 * place]
        }
        self.init(isNegative: isNegative, digits: digits, position: lowest)
    }

    /// Decodes ordered bytes; nil when they are no decimal.
    init?(_ bytes: [UInt8]) {
        guard let parts = DecimalBytes.decode(bytes) else { return nil }
        self.init(isNegative: parts.isNegative, decimal: parts.digits, exponent: parts.exponent)
    }

    init(_ integer: Int64) {
        let digits = String(integer.magnitude).utf8.map { $0 - 48 }
        self.init(isNegative: integer < 0, decimal: digits, exponent: digits.count)
    }

    /// The number that a double is written as; nil for infinities and NaN.
    init?(_ double: Double) {
        if !double.isFinite { return nil }
        var digits: [UInt8] = []
        var (point, exponent): (Int?, Int) = (nil, 0)
        let text = "\(double.magnitude)"
        let parts = text.split(separator: "e")
        for byte in parts[0].utf8 {
            if byte == 46 { point = digits.count } else { digits.append(byte - 48) }
        }
        if parts.count == 2 { exponent = Int(parts[1]) ?? 0 }
        self.init(isNegative: double < 0, decimal: digits, exponent: (point ?? digits.count) + exponent)
    }

    /// The digit in base 10^9 that a power of ten belongs to.
    private static func place(_ power: Int) -> Int { power >= 0 ? power / 9 : -((8 - power) / 9) }

    private static let powers: [UInt32] = [1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000]

    /// The decimal digits, the first of which is not zero, and the exponent of 0.d1d2d3...
    private var decimal: (digits: [UInt8], exponent: Int) {
        var decimal: [UInt8] = []
        for digit in digits.reversed() {
            for power in Self.powers.reversed() { decimal.append(UInt8(digit / power % 10)) }
        }
        let leading = decimal.prefix { $0 == 0 }.count
        return (Array(decimal.dropFirst(leading)), 9 * (position + digits.count) - leading)
    }

    /// The ordered bytes; rounded to 38 digits, ties to even, when there are more than 40. Nil when the exponent does
    /// not fit.
    var bytes: [UInt8]? {
        var (digits, exponent) = decimal
        while digits.last == 0 { digits.removeLast() }
        if digits.count > 40 {
            let rest = digits[Self.precision...]
            let isTie = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
            let isUp = isTie ? digits[Self.precision - 1] % 2 == 1 : rest[Self.precision] >= 5
            digits.removeSubrange(Self.precision...)
            if isUp {
                var place = Self.precision - 1
                while place >= 0 && digits[place] == 9 {
                    digits[place] = 0
                    place -= 1
                }
                if place >= 0 {
                    digits[place] += 1
                } else {
                    digits.insert(1, at: 0)
                    exponent += 1
                }
            }
        }
        return DecimalBytes.encode(isNegative: isNegative, digits: digits, exponent: exponent)
    }

    /// The nearest double.
    var double: Double {
        let (digits, exponent) = decimal
        let text = String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
        if text.isEmpty { return 0 }
        let magnitude = Double("0.\(text)e\(exponent)") ?? (exponent > 0 ? .infinity : 0)
        return isNegative ? -magnitude : magnitude
    }
}

extension WideDecimal {
    /// The result of an operation; nil for a division by zero.
    func combined(_ sign: Filter.Arithmetic, _ other: WideDecimal) -> WideDecimal? {
        switch sign {
        case .add: adding(other)
        case .subtract: adding(other.negated)
        case .multiply: multiplied(by: other)
        case .divide: divided(by: other)
        }
    }

    var negated: WideDecimal { WideDecimal(isNegative: !isNegative, digits: digits, position: position) }

    func adding(_ other: WideDecimal) -> WideDecimal {
        let lowest = min(position, other.position)
        let (one, two) = (aligned(to: lowest), other.aligned(to: lowest))
        if isNegative == other.isNegative {
            return WideDecimal(isNegative: isNegative, digits: Self.sum(one, two), position: lowest)
        }
        let isLarger = !Self.isLess(one, two)
        let difference = isLarger ? Self.difference(one, two) : Self.difference(two, one)
        return WideDecimal(
            isNegative: isLarger ? isNegative : other.isNegative, digits: difference, position: lowest)
    }

    func multiplied(by other: WideDecimal) -> WideDecimal {
        var product = [UInt32](repeating: 0, count: digits.count + other.digits.count)
        for (place, digit) in digits.enumerated() {
            var carry: UInt64 = 0
            for (step, factor) in other.digits.enumerated() {
                carry += UInt64(product[place + step]) + UInt64(digit) * UInt64(factor)
                product[place + step] = UInt32(carry % Self.base)
                carry /= Self.base
            }
            product[place + other.digits.count] = UInt32(carry)
        }
        return WideDecimal(
            isNegative: isNegative != other.isNegative, digits: product, position: position + other.position)
    }

    /// The quotient to more digits than a result keeps; nil when the divisor is zero.
    func divided(by divisor: WideDecimal) -> WideDecimal? {
        if divisor.digits.isEmpty { return nil }
        if digits.isEmpty { return .zero }
        // Digit by digit, as on paper: what is left of the dividend, and how often the divisor goes into it.
        var rest: [UInt32] = []
        var quotient: [UInt8] = []
        let dividend = decimal.digits
        let wanted = dividend.count + 2 * Self.precision + 9 * divisor.digits.count
        for index in 0..<wanted {
            rest = Self.timesTen(rest, adding: index < dividend.count ? dividend[index] : 0)
            var digit: UInt8 = 0
            while !Self.isLess(rest, divisor.digits) {
                rest = Self.difference(rest, divisor.digits)
                digit += 1
            }
            quotient.append(digit)
            if rest.isEmpty && index >= dividend.count { break }
        }
        // A rest beyond the last digit must not look like a tie.
        if !rest.isEmpty { quotient.append(1) }
        return WideDecimal(
            isNegative: isNegative != divisor.isNegative, decimal: quotient,
            exponent: decimal.exponent - 9 * divisor.position)
    }

    private func aligned(to lowest: Int) -> [UInt32] {
        [UInt32](repeating: 0, count: digits.isEmpty ? 0 : position - lowest) + digits
    }

    private static func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var sum: [UInt32] = []
        var carry: UInt64 = 0
        for place in 0..<max(a.count, b.count) {
            carry += UInt64(place < a.count ? a[place] : 0) + UInt64(place < b.count ? b[place] : 0)
            sum.append(UInt32(carry % base))
            carry /= base
        }
        sum.append(UInt32(carry))
        return sum
    }

    /// The larger number comes first.
    private static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var difference = a
        var borrow: Int64 = 0
        for place in a.indices {
            var digit = Int64(a[place]) - Int64(place < b.count ? b[place] : 0) - borrow
            borrow = digit < 0 ? 1 : 0
            if digit < 0 { digit += Int64(base) }
            difference[place] = UInt32(digit)
        }
        while difference.last == 0 { difference.removeLast() }
        return difference
    }

    private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        for place in (0..<max(a.count, b.count)).reversed() {
            let (one, two) = (place < a.count ? a[place] : 0, place < b.count ? b[place] : 0)
            if one != two { return one < two }
        }
        return false
    }

    private static func timesTen(_ digits: [UInt32], adding digit: UInt8) -> [UInt32] {
        var result: [UInt32] = []
        var carry = UInt64(digit)
        for digit in digits {
            carry += UInt64(digit) * 10
            result.append(UInt32(carry % base))
            carry /= base
        }
        if carry > 0 { result.append(UInt32(carry)) }
        return result
    }
}
