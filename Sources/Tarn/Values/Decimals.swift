public import FoundationEssentials
public import TarnRecords

extension Decimal: Persistable {
    /// Stored as 24 ordered bytes; all 38 digits are kept.
    @inlinable public static var _kind: ValueKind { .decimal }
    /// Zero.
    @inlinable public static var _zero: Decimal { 0 }
    /// Left to `_decode`.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Decimal? { nil }

    /// Makes a decimal of its ordered bytes.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Decimal? {
        guard case .bytes(let bytes) = value, let parts = DecimalBytes.decode(bytes) else { return nil }
        let digits = String(decoding: parts.digits.map { $0 + 48 }, as: UTF8.self)
        if digits.isEmpty { return 0 }
        return Decimal(string: "\(parts.isNegative ? "-" : "")\(digits)e\(parts.exponent - parts.digits.count)")
    }

    /// Any number that a decimal holds.
    public static func _convert(_ value: Any) -> Decimal? {
        if let same = value as? Decimal { return same }
        if let integer = value as? Int { return Decimal(integer) }
        if let number = value as? Double, number.isFinite { return Decimal(number) }
        return (value as? String).flatMap { Decimal(string: $0) }
    }

    /// Writes the number. NaN is refused: it would be found by comparisons that it does not pass.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        if isNaN {
            throw RecordError(
                .invalidValue, tree: "clusters", message: "a decimal must be a number, and this one is NaN")
        }
        _ = try writer.set(__stored, column)
    }

    /// The stored form. NaN has none; writing refuses it before.
    public var __stored: StoredValue {
        if isNaN { return .bytes(DecimalBytes.zero) }
        let text = description.utf8
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        var rest = Array(text)
        if let mark = rest.firstIndex(where: { $0 == 101 || $0 == 69 }) {
            exponent = Int(String(decoding: rest[(mark + 1)...], as: UTF8.self)) ?? 0
            rest.removeSubrange(mark...)
        }
        for byte in rest {
            if byte == 46 { point = digits.count } else if (48...57).contains(byte) { digits.append(byte - 48) }
        }
        let encoded = DecimalBytes.encode(
            isNegative: isSignMinus, digits: digits, exponent: (point ?? digits.count) + exponent)
        return .bytes(encoded ?? DecimalBytes.zero)
    }
}
