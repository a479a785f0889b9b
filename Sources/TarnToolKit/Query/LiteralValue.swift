internal import FoundationEssentials
internal import Tarn
internal import TarnRecords

/// The values that literals of a condition stand for, by the kind of the property that they meet.
enum LiteralValue {
    /// The value in the form of the kind; nil when the literal does not fit.
    static func value(of literal: PredicateNode.Literal, for kind: ValueKind) -> StoredValue? {
        switch (literal, kind) {
        case (.null, _): .null
        case (.bool(let value), .bool): .bool(value)
        case (.integer(let value), .decimal): Decimal(value).__stored
        case (.integer(let value), .float): .float(Float(value))
        case (.integer(let value), .double): .double(Double(value))
        case (.integer(let value), _) where kind.isInteger: .integer(Int64(value))
        // The digits as they were typed, not the binary number next to them.
        case (.real(let value), .decimal): decimal("\(value)")
        case (.real(let value), .float): .float(Float(value))
        case (.real(let value), .double): .double(value)
        case (.real(let value), _) where kind.isInteger: .double(value)
        case (.object(let number), .link): .link(ObjectKey(Int64(number)))
        case (.string(let text), _): value(of: text, for: kind)
        default: nil
        }
    }

    private static func value(of text: String, for kind: ValueKind) -> StoredValue? {
        switch kind {
        case .string: .string(text)
        case .date: date(text)?.__stored
        case .decimal: decimal(text)
        case .uuid: UUID(uuidString: text)?.__stored
        case .objectId: ObjectId(text)?.__stored
        case .data: bytes(text).map { .bytes($0) }
        default: nil
        }
    }

    /// What a literal for the kind looks like, for error messages.
    static func form(of kind: ValueKind) -> String {
        switch kind {
        case .bool: "true or false"
        case .int8, .int16, .int32, .int64, .float, .double: "a number"
        case .decimal: "a number, in quotes if it is long"
        case .date: "a date in quotes such as '2001-12-31' or '2001-12-31T23:59:59Z'"
        case .uuid: "a UUID in quotes"
        case .objectId: "24 hexadecimal digits in quotes"
        case .string: "a text in quotes"
        case .data: "hexadecimal digits in quotes"
        case .link: "the number of an object such as #5, or nil"
        case .any: "a number, a truth value or a text in quotes"
        case .list, .set, .map: "the number of elements"
        }
    }

    private static func date(_ text: String) -> Date? {
        let styles: [Date.ISO8601FormatStyle] = [
            .iso8601, Date.ISO8601FormatStyle(includingFractionalSeconds: true), .iso8601.year().month().day(),
        ]
        for style in styles {
            if let date = try? style.parse(text) { return date }
        }
        return nil
    }

    private static func decimal(_ text: String) -> StoredValue? {
        let isNumber = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains(byte)
        }
        // Reading stops at the first character that it does not understand; nothing may be left over.
        guard isNumber, !text.isEmpty, let value = Decimal(string: text) else { return nil }
        return value.__stored
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
