@_spi(_Unicode) internal import Swift

/// A search in text that has been prepared for many values.
struct TextTest: Sendable {
    let operation: Filter.TextOperation
    let options: Filter.TextOptions
    /// The bytes searched for, folded when the options ask for it.
    let needle: [UInt8]
    private let pattern: [Character]

    init(_ operation: Filter.TextOperation, _ text: String, _ options: Filter.TextOptions) {
        self.operation = operation
        self.options = options
        let folded = Self.fold(text, options)
        needle = Array(folded.utf8)
        pattern = operation == .like ? Array(folded) : []
    }

    /// Whether the kernels can run on the stored bytes as they are.
    var isPlain: Bool { options.isEmpty && operation != .like }

    /// Tests one value.
    func matches(_ bytes: [UInt8]) -> Bool {
        if operation == .like {
            return Self.like(Array(Self.fold(String(decoding: bytes, as: UTF8.self), options)), pattern)
        }
        let value = options.isEmpty ? bytes : Self.fold(bytes, options)
        return switch operation {
        case .equal: value == needle
        case .beginsWith: value.starts(with: needle)
        case .endsWith: value.reversed().starts(with: needle.reversed())
        case .contains, .like: Self.contains(value, needle)
        }
    }

    /// Makes values that differ only in what the options overlook the same.
    ///
    /// Through upper and then lower case, which joins what either of them alone keeps apart.
    static func fold(_ text: String, _ options: Filter.TextOptions) -> String {
        var folded = text
        if options.contains(.diacriticInsensitive) { folded = withoutMarks(folded) }
        if options.contains(.caseInsensitive) { folded = folded.uppercased().lowercased() }
        return options.contains(.diacriticInsensitive) ? withoutMarks(folded) : folded
    }

    private static func withoutMarks(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfd where scalar.properties.generalCategory != .nonspacingMark {
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// The same for bytes; ASCII needs no string.
    static func fold(_ bytes: [UInt8], _ options: Filter.TextOptions) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 128 }) { return bytes.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 } }
        return Array(fold(String(decoding: bytes, as: UTF8.self), options).utf8)
    }

    private static func contains(_ value: [UInt8], _ needle: [UInt8]) -> Bool {
        if needle.isEmpty { return true }
        if needle.count > value.count { return false }
        return (0...value.count - needle.count).contains { value[$0...].starts(with: needle) }
    }

    /// Matches with one remembered place to come back to, so the time is at most length times length.
    static func like(_ value: [Character], _ pattern: [Character]) -> Bool {
        var (at, step) = (0, 0)
        var star: (pattern: Int, value: Int)?
        while at < value.count {
            if step < pattern.count && pattern[step] == "*" {
                star = (step, at)
                step += 1
            } else if step < pattern.count && (pattern[step] == "?" || pattern[step] == value[at]) {
                step += 1
                at += 1
            } else if let back = star {
                star = (back.pattern, back.value + 1)
                step = back.pattern + 1
                at = back.value + 1
            } else {
                return false
            }
        }
        return pattern[step...].allSatisfy { $0 == "*" }
    }
}
