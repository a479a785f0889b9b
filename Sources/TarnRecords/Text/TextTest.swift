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
        needle = TextFolding.fold(text.utf8, options)
        pattern = operation == .like ? Array(String(decoding: needle, as: UTF8.self)) : []
    }

    /// Whether the kernels can run on the stored bytes as they are.
    var isPlain: Bool { options.isEmpty && operation != .like }

    /// Tests one value.
    func matches(_ bytes: [UInt8]) -> Bool {
        let value = options.isEmpty ? bytes : TextFolding.fold(bytes, options)
        if operation == .like { return Self.like(Array(String(decoding: value, as: UTF8.self)), pattern) }
        return switch operation {
        case .equal: value == needle
        case .beginsWith: value.starts(with: needle)
        case .endsWith: value.reversed().starts(with: needle.reversed())
        case .contains, .like: Self.contains(value, needle)
        }
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
