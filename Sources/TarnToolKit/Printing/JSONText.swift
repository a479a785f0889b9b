/// A JSON value that keeps the order of its members, as a person expects of printed records.
package enum JSONText: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The value on one line.
    package var compact: String {
        switch self {
        case .array(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0) + ":" + $1.compact }.joined(separator: ",") + "}"
        default: scalar
        }
    }

    /// The value over several lines, members indented by two columns.
    package func pretty(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .array(let values) where !values.isEmpty:
            return "[\n" + values.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { inner + Self.quoted($0) + ": " + $1.pretty(indent: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default:
            return compact
        }
    }

    private var scalar: String {
        switch self {
        case .null, .array, .object: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        // JSON has no such numbers; a text keeps what they were.
        case .real(let value): value.isFinite ? "\(value)" : Self.quoted("\(value)")
        case .string(let value): Self.quoted(value)
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
