/// Numbers as people read them.
package enum Figures {
    /// `1234567` is `1,234,567`.
    package static func count(_ value: Int) -> String {
        var digits = String(value.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        groups.insert(digits, at: 0)
        return (value < 0 ? "-" : "") + groups.joined(separator: ",")
    }

    /// `count(1, "object")` is `1 object`, `count(2, "object")` is `2 objects`.
    package static func count(_ value: Int, _ noun: String) -> String {
        count(value) + " " + noun + (value == 1 ? "" : "s")
    }

    /// Bytes in the largest unit that leaves a number over one: `1.5 MB`; a kilobyte is 1,000 bytes.
    package static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var value = Double(bytes) / 1000
        var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
        // 999.95 and more would be printed as 1000.0.
        while value >= 999.95, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        return fixed(value, digits: 1) + " " + (units.first ?? "")
    }

    /// A span of time with three digits or so: `1.24 ms`, `12.4 s`.
    package static func duration(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let value = Double(seconds) + Double(attoseconds) / 1e18
        for (unit, scale) in [("s", 1.0), ("ms", 1e3), ("us", 1e6)] where value * scale >= 1 {
            return significant(value * scale) + " " + unit
        }
        return significant(value * 1e9) + " ns"
    }

    /// A number with exactly so many digits after the point.
    package static func fixed(_ value: Double, digits: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value.magnitude * Double(scale)).rounded()
        guard scaled < 9e18 else { return "\(value)" }
        let whole = Int(scaled) / scale
        let fraction = String(Int(scaled) % scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        return sign + String(whole) + "." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    private static func significant(_ value: Double) -> String {
        fixed(value, digits: value < 10 ? 2 : value < 100 ? 1 : 0)
    }
}
