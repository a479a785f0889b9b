internal import FoundationEssentials
internal import TarnRecords

/// A value of a property whose class is not known.
package enum DynamicValue: Equatable, CustomStringConvertible {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case date(Double)
    case decimal([UInt8])
    case uuid([UInt8])
    case bytes([UInt8])
    case link(Int)
    case other(String)

    init(_ value: StoredValue, _ kind: ValueKind) {
        self =
            switch (value, kind) {
            case (.null, _): .null
            case (.bool(let value), _): .bool(value)
            case (.integer(let value), _): .int(Int(value))
            case (.float(let value), _): .double(Double(value))
            case (.double(let value), .date): .date(value)
            case (.double(let value), _): .double(value)
            case (.string(let text), _): .text(text)
            case (.bytes(let bytes), .decimal): .decimal(bytes)
            case (.bytes(let bytes), .uuid): .uuid(bytes)
            case (.bytes(let bytes), _): .bytes(bytes)
            case (.link(let key), _): .link(Int(key.number))
            case (.any(let value), _): .other(value.literal)
            }
    }

    /// The value as text: dates in ISO 8601, bytes in hexadecimal, links as the number of their object.
    package var description: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .text(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
        case .decimal(let bytes): "\(Decimal._decode(.bytes(bytes), nil) ?? 0)"
        case .uuid(let bytes): UUID._decode(.bytes(bytes), nil)?.uuidString ?? ""
        case .bytes(let bytes): bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .link(let number): "#\(number)"
        case .other(let text): text
        }
    }
}
