/// A sum of doubles without any rounding: numbers can be taken out again, and the order in which they came does not
/// matter.
///
/// A fixed-point number wide enough for every double, in digits of 32 bits, counted from 2 to the power of -1074. Each
/// digit has room for carries, which are passed on seldom.
struct ExactSum: Sendable {
    private static let digitCount = 68
    private var digits = [Int64](repeating: 0, count: digitCount)
    private var changesSinceCarry = 0
    private var positiveInfinities = 0
    private var negativeInfinities = 0
    private var notNumbers = 0

    /// Adds a number, or takes it out.
    mutating func change(_ number: Double, isAdded: Bool) {
        if !number.isFinite {
            let step = isAdded ? 1 : -1
            if number.isNaN {
                notNumbers += step
            } else if number > 0 {
                positiveInfinities += step
            } else {
                negativeInfinities += step
            }
            return
        }
        let exponent = Int(number.exponentBitPattern)
        let significand = number.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
        let position = max(1, exponent) - 1
        let (place, shift) = (position >> 5, UInt64(position & 31))
        let low = significand << shift
        let high = shift == 0 ? 0 : significand >> (64 - shift)
        let sign: Int64 = (number.sign == .minus) == isAdded ? -1 : 1
        digits[place] += sign * Int64(low & 0xFFFF_FFFF)
        digits[place + 1] += sign * Int64(low >> 32)
        digits[place + 2] += sign * Int64(high)
        changesSinceCarry += 1
        if changesSinceCarry == 1 << 30 { carry() }
    }

    /// Brings every digit but the last between 0 and 2 to the power of 32; the last has the sign.
    private mutating func carry() {
        var carried: Int64 = 0
        for place in 0..<Self.digitCount - 1 {
            let digit = digits[place] + carried
            digits[place] = digit & 0xFFFF_FFFF
            carried = digit >> 32
        }
        digits[Self.digitCount - 1] += carried
        changesSinceCarry = 0
    }

    /// The double that is nearest to the sum, ties to even; NaN and infinities as if they had been added.
    var value: Double { value(exponentLoweredBy: 0) }

    /// The sum divided by a count, also where the sum itself is too large for a double.
    func average(of count: Int) -> Double {
        let total = value
        if total.isFinite || hasInfinite { return total / Double(count) }
        return value(exponentLoweredBy: 64) / Double(count) * 0x1p64
    }

    private var hasInfinite: Bool { notNumbers + positiveInfinities + negativeInfinities > 0 }

    private func value(exponentLoweredBy lowered: Int) -> Double {
        if notNumbers > 0 || positiveInfinities > 0 && negativeInfinities > 0 { return .nan }
        if positiveInfinities > 0 { return .infinity }
        if negativeInfinities > 0 { return -.infinity }
        var sum = self
        sum.carry()
        let isNegative = sum.digits[Self.digitCount - 1] < 0
        if isNegative {
            for place in sum.digits.indices { sum.digits[place].negate() }
            sum.carry()
        }
        let magnitude = Double(bitPattern: sum.magnitudeBits(lowered))
        return isNegative ? -magnitude : magnitude
    }

    /// The bits of the nearest double; the digits are carried and not negative.
    private func magnitudeBits(_ lowered: Int) -> UInt64 {
        guard let last = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
        let top = last * 32 + 63 - digits[last].leadingZeroBitCount
        // Small numbers are what the first two digits say, subnormal ones included.
        if top <= 52 { return UInt64(digits[1]) << 32 | UInt64(digits[0]) }
        var significand = bits(from: top - 52, count: 53)
        let half = bits(from: top - 53, count: 1) == 1
        if half && (significand & 1 == 1 || hasBits(below: top - 53)) { significand += 1 }
        // A carry out of the significand raises the exponent by itself.
        let exponent = top - 52 - lowered
        if exponent >= 2046 { return Double.infinity.bitPattern }
        return min(UInt64(exponent) << 52 + significand, Double.infinity.bitPattern)
    }

    private func bits(from position: Int, count: Int) -> UInt64 {
        var bits: UInt64 = 0
        for place in stride(from: position + count - 1, through: position, by: -1) {
            bits = bits << 1 | UInt64(digits[place >> 5] >> Int64(place & 31) & 1)
        }
        return bits
    }

    private func hasBits(below position: Int) -> Bool {
        if digits[..<(position >> 5)].contains(where: { $0 != 0 }) { return true }
        return digits[position >> 5] & (1 << Int64(position & 31) - 1) != 0
    }
}
