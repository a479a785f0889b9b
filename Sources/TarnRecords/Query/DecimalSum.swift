/// A sum of decimals without any rounding: numbers can be taken out again, and the order in which they came does not
/// matter.
///
/// Digits in base 10^9 from a position on, as in ``WideDecimal``; each has room for carries and a sign of its own.
package struct DecimalSum: Sendable {
    private var digits: [Int64] = []
    private var position = 0

    /// Zero.
    package init() {}

    /// Adds a number in ordered bytes, or takes it out; false when the bytes are no number.
    @discardableResult
    package mutating func change(_ bytes: [UInt8], isAdded: Bool) -> Bool {
        guard let number = WideDecimal(bytes) else { return false }
        if number.digits.isEmpty { return true }
        if digits.isEmpty { position = number.position }
        if number.position < position {
            digits.insert(contentsOf: repeatElement(0, count: position - number.position), at: 0)
            position = number.position
        }
        let start = number.position - position
        while digits.count < start + number.digits.count { digits.append(0) }
        for (place, digit) in number.digits.enumerated() {
            digits[start + place] += number.isNegative == isAdded ? -Int64(digit) : Int64(digit)
        }
        return true
    }

    /// The sum.
    var value: WideDecimal {
        var rest = digits
        let isNegative = Self.carry(&rest) < 0
        if isNegative {
            rest = digits.map { -$0 }
            _ = Self.carry(&rest)
        }
        return WideDecimal(isNegative: isNegative, digits: rest.map { UInt32($0) }, position: position)
    }

    /// Brings every digit between 0 and 10^9.
    ///
    /// - Returns: what is left above the last one; only a negative sum leaves anything but zero.
    private static func carry(_ digits: inout [Int64]) -> Int64 {
        let base = Int64(WideDecimal.base)
        var carry: Int64 = 0
        var place = 0
        while place < digits.count || carry > 0 {
            if place == digits.count { digits.append(0) }
            let sum = digits[place] + carry
            digits[place] = ((sum % base) + base) % base
            carry = (sum - digits[place]) / base
            place += 1
        }
        return carry
    }
}
