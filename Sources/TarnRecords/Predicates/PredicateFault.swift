/// Why the text of a predicate cannot be read, and where.
package struct PredicateFault: Error, Equatable {
    /// What was expected and found, or what is wrong.
    package let message: String
    /// The number of characters before the place.
    package let position: Int
    /// The line of text around the place, with a mark under it.
    package let excerpt: String

    /// How much of the text is shown on either side of the place.
    private static let reach = 40

    init(_ message: String, at offset: Int, of bytes: [UInt8]) {
        self.message = message
        let before = String(decoding: bytes[..<min(offset, bytes.count)], as: UTF8.self)
        let after = String(decoding: bytes[min(offset, bytes.count)...], as: UTF8.self)
        position = before.count
        let shown = Self.flat(before.suffix(Self.reach))
        let head = before.count > Self.reach ? "..." : ""
        let tail = after.count > Self.reach ? "..." : ""
        let mark = String(repeating: " ", count: head.count + shown.count) + "^"
        excerpt = head + shown + Self.flat(after.prefix(Self.reach)) + tail + "\n" + mark
    }

    /// Text on one line, one character for each.
    private static func flat(_ text: Substring) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}

extension PredicateFault: CustomStringConvertible {
    /// The message and the place in words.
    package var summary: String { "\(message) at column \(position + 1)" }

    /// The summary, and the place in the text.
    package var description: String { "\(summary)\n\(excerpt)" }
}
