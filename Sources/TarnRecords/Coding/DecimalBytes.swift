/// A decimal number as 24 bytes that order like the number.
///
/// Byte 0 is 0 for a negative number, 1 for zero and 2 for a positive one; bytes 1-2 hold the position of the decimal
/// point (the number is 0.d1d2d3... x 10^e, e + 32768 big-endian); bytes 3-22 hold 40 decimal digits, two in a byte,
/// beginning with d1, which is not 0. In a negative number bytes 1-22 are inverted. Byte 23 is zero.
package enum DecimalBytes {
    package static let zero: [UInt8] = [1] + [UInt8](repeating: 0, count: 23)

    /// Encodes a number given by its sign, its digits and an exponent: 0.digits x 10^exponent.
    ///
    /// Leading and trailing zeros of `digits` do not matter; nil when more than 40 digits are significant or the
    /// exponent does not fit.
    package static func encode(isNegative: Bool, digits: [UInt8], exponent: Int) -> [UInt8]? {
        let leading = digits.prefix { $0 == 0 }.count
        var significant = Array(digits.dropFirst(leading))
        while significant.last == 0 { significant.removeLast() }
        if significant.isEmpty { return zero }
        let point = exponent - leading + 32768
        guard significant.count <= 40, (0...65535).contains(point) else { return nil }
        significant += [UInt8](repeating: 0, count: 40 - significant.count)
        var bytes: [UInt8] = [isNegative ? 0 : 2, UInt8(point >> 8), UInt8(point & 255)]
        for pair in stride(from: 0, to: 40, by: 2) { bytes.append(significant[pair] << 4 | significant[pair + 1]) }
        if isNegative { for place in 1..<23 { bytes[place] = ~bytes[place] } }
        return bytes + [0]
    }

    /// The number as text: its digits and an exponent; nil when the bytes do not form one.
    package static func text(_ bytes: [UInt8]) -> String? {
        guard let parts = decode(bytes) else { return nil }
        let digits = String(decoding: parts.digits.map { $0 + 48 }, as: UTF8.self)
        if digits.isEmpty { return "0" }
        let exponent = parts.exponent - parts.digits.count
        return (parts.isNegative ? "-" : "") + digits + (exponent == 0 ? "" : "e\(exponent)")
    }

    /// Decodes a number, or nil when the bytes do not form one.
    package static func decode(_ bytes: [UInt8]) -> (isNegative: Bool, digits: [UInt8], exponent: Int)? {
        guard bytes.count == 24, bytes[0] <= 2 else { return nil }
        if bytes[0] == 1 { return (false, [], 0) }
        let isNegative = bytes[0] == 0
        let plain = isNegative ? bytes.map { ~$0 } : bytes
        let exponent = Int(plain[1]) << 8 + Int(plain[2]) - 32768
        var digits: [UInt8] = []
        for byte in plain[3..<23] {
            guard byte >> 4 < 10, byte & 15 < 10 else { return nil }
            digits += [byte >> 4, byte & 15]
        }
        while digits.last == 0 { digits.removeLast() }
        return (isNegative, digits, exponent)
    }
}
