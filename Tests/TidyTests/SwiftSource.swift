import Foundation

/// A Swift file as the rules see it: its lines, and the same lines with comments and string literals blanked.
struct SwiftSource {
    let path: String
    let lines: [String]
    /// As many lines as `lines`; what is left in them is code, in the same columns.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        var blanking = Blanking(text)
        code = blanking.run().components(separatedBy: "\n")
    }

    /// The room below Sources or Tests that the file stands in.
    var room: String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    var isInUnsafeFolder: Bool { path.contains("/Unsafe/") }

    /// One violation for each line of code that the closure objects to.
    func violations(_ message: (_ code: String) -> String?) -> [Violation] {
        zip(1..., code).compactMap { number, line in
            message(line).map { Violation(path: path, line: number, message: $0) }
        }
    }
}

/// Replaces comments and the text of string literals by spaces; interpolated code stays.
private struct Blanking {
    private enum Mode {
        case code(openParentheses: Int)
        case string(isMultiline: Bool, hashes: Int)
    }

    private var bytes: [UInt8]
    private var index = 0
    private var modes: [Mode] = [.code(openParentheses: 0)]

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func run() -> String {
        while index < bytes.count {
            switch modes[modes.count - 1] {
            case .code(let open): stepCode(open)
            case .string(let isMultiline, let hashes): stepString(isMultiline, hashes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func stepCode(_ open: Int) {
        if matches("//") {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
        } else if matches("/*") {
            blankBlockComment()
        } else if let hashes = openingHashes() {
            let isMultiline = matches("\"\"\"", at: index + hashes)
            blank(hashes + (isMultiline ? 3 : 1))
            modes.append(.string(isMultiline: isMultiline, hashes: hashes))
        } else {
            countParenthesis(open)
            index += 1
        }
    }

    private mutating func countParenthesis(_ open: Int) {
        if matches("(") {
            modes[modes.count - 1] = .code(openParentheses: open + 1)
        } else if matches(")") {
            // The parenthesis that closes an interpolation leads back into its string.
            if open == 0, modes.count > 1 {
                modes.removeLast()
            } else {
                modes[modes.count - 1] = .code(openParentheses: open - 1)
            }
        }
    }

    private mutating func stepString(_ isMultiline: Bool, _ hashes: Int) {
        let pounds = String(repeating: "#", count: hashes)
        let quote = isMultiline ? "\"\"\"" : "\""
        if matches("\\" + pounds + "(") {
            blank(hashes + 2)
            modes.append(.code(openParentheses: 0))
        } else if matches("\\" + pounds) {
            blank(hashes + 2)
        } else if matches(quote + pounds) {
            blank(quote.utf8.count + hashes)
            modes.removeLast()
        } else {
            blank()
        }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if matches("/*") {
                depth += 1
                blank(2)
            } else if matches("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && index < bytes.count
    }

    /// The number of `#` before a quote at the current place, or nil when no string begins here.
    private func openingHashes() -> Int? {
        var end = index
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - index : nil
    }

    private func matches(_ text: String, at start: Int? = nil) -> Bool {
        let start = start ?? index
        let wanted = Array(text.utf8)
        return start + wanted.count <= bytes.count && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
            index += 1
        }
    }
}
