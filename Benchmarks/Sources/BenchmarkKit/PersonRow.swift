/// One person as plain values, before any engine stores it.
package struct PersonRow: Sendable {
    /// The primary key: 0, 1, 2 and so on.
    package let id: Int
    /// "name-" and seven digits of the id.
    package let name: String
    /// 0 to 99; the indexed property.
    package let age: Int
    /// At least 0 and less than 1.
    package let score: Double
    /// "city-" and two digits.
    package let city: String
    /// Milliseconds since 1970.
    package let createdAt: Int
    /// True for about half of the rows.
    package let isActive: Bool

    /// Draws the five random fields, in the order that gives every engine the same rows.
    init(id: Int, from generator: inout SplitMix64) {
        self.id = id
        name = "name-" + Self.padded(id, to: 7)
        age = Int(generator.next() % 100)
        score = Double(generator.next() >> 11) / 0x1p53
        city = "city-" + Self.padded(Int(generator.next() % 100), to: 2)
        createdAt = 1_500_000_000_000 + Int(generator.next() % 200_000_000_000)
        isActive = generator.next() & 1 == 1
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
