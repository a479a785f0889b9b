/// Lines of comma-separated values, quoted as RFC 4180 says.
package enum CSVText {
    /// One line without its end. A missing value is an empty field; an empty text is a pair of quotes.
    package static func line(_ fields: [String?]) -> String {
        fields.map(field).joined(separator: ",")
    }

    private static func field(_ value: String?) -> String {
        guard let value else { return "" }
        let needsQuotes =
            value.isEmpty || value.first == " " || value.last == " "
            || value.utf8.contains { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }
        guard needsQuotes else { return value }
        var quoted = "\""
        for scalar in value.unicodeScalars {
            // By scalar: a quote with a combining mark behind it is one character, but still a quote.
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
