/// Values that are written as text: numbers, dates, identifiers, bytes.
enum PredicateText {
    /// The bytes of a decimal; nil when the text is no number or has more digits than one holds.
    static func decimal(_ text: String) -> [UInt8]? {
        var rest = Array(text.utf8)[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var digits: [UInt8] = []
        var point: Int?
        while let byte = rest.first, byte.isDigit || (byte == UInt8(ascii: ".") && point == nil) {
            if byte.isDigit { digits.append(byte - 48) } else { point = digits.count }
            rest.removeFirst()
        }
        var exponent = 0
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            guard rest.count <= 6, let number = Int(String(decoding: rest.dropFirst(), as: UTF8.self)) else {
                return nil
            }
            exponent = number
            rest = []
        }
        guard rest.isEmpty, !digits.isEmpty else { return nil }
        return DecimalBytes.encode(
            isNegative: isNegative, digits: digits, exponent: (point ?? digits.count) + exponent)
    }

    /// A decimal as the nearest double.
    static func double(_ bytes: [UInt8]) -> Double? {
        guard let parts = DecimalBytes.decode(bytes) else { return nil }
        let digits = String(decoding: parts.digits.map { $0 + 48 }, as: UTF8.self)
        return Double("\(parts.isNegative ? "-" : "")0.\(digits.isEmpty ? "0" : digits)e\(parts.exponent)")
    }

    /// An even number of hexadecimal digits.
    static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { byte -> UInt8? in
            byte.isDigit ? byte - 48 : byte.isHexadecimalLetter ? (byte | 0x20) - 87 : nil
        }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// 32 hexadecimal digits in the groups of a UUID.
    static func uuid(_ text: String) -> [UInt8]? {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        return hexadecimal(text.filter { $0 != "-" })
    }

    /// Base 64 with or without its padding.
    static func base64(_ text: String) -> [UInt8]? {
        let letters = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        guard text.utf8.dropFirst(letters.count).allSatisfy({ $0 == UInt8(ascii: "=") }),
            text.utf8.count - letters.count <= 2, letters.count % 4 != 1
        else { return nil }
        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        for letter in letters {
            let value: UInt8
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter + 4
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    /// `2001-12-31@23:59:59`, with nanoseconds after another colon if there are any, in UTC.
    static func date(_ text: String) -> Double? {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, let day = days(halves[0]) else { return nil }
        let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3 || parts.count == 4, let time = seconds(Array(parts.prefix(3))) else { return nil }
        guard parts.count == 4 else { return day * 86_400 + time }
        guard let nanoseconds = parts[3], (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        return day * 86_400 + time + Double(nanoseconds) / 1e9
    }

    /// `T1234:5678`, seconds and nanoseconds since 1970.
    static func timestamp(_ text: String) -> Double? {
        let parts = text.dropFirst().split(separator: ":").map { Int($0) }
        guard parts.count == 2, let seconds = parts[0], let nanoseconds = parts[1],
            (-999_999_999...999_999_999).contains(nanoseconds)
        else { return nil }
        return Double(seconds) - 978_307_200 + Double(nanoseconds) / 1e9
    }

    /// ISO 8601: a day, or a day and a time in UTC or with an offset.
    static func isoDate(_ text: String) -> Double? {
        guard let mark = text.firstIndex(of: "T") else { return days(text[...]).map { $0 * 86_400 } }
        guard let day = days(text[..<mark]) else { return nil }
        var clock = text[text.index(after: mark)...]
        var offset = 0.0
        if clock.hasSuffix("Z") {
            clock.removeLast()
        } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let parts = clock[clock.index(after: sign)...].split(separator: ":").map { Int($0) }
            guard parts.count == 2, let shift = seconds(parts + [0]) else { return nil }
            offset = clock[sign] == "-" ? -shift : shift
            clock = clock[..<sign]
        } else {
            return nil
        }
        let pieces = clock.split(separator: ".", omittingEmptySubsequences: false)
        let parts = pieces[0].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard pieces.count <= 2, parts.count == 3, let time = seconds(parts) else { return nil }
        guard pieces.count == 2 else { return day * 86_400 + time - offset }
        guard let fraction = Double("0." + pieces[1]), !pieces[1].isEmpty, pieces[1].utf8.allSatisfy(\.isDigit)
        else { return nil }
        return day * 86_400 + time + fraction - offset
    }

    /// The days from 2001-01-01 to a day of the Gregorian calendar.
    private static func days(_ text: Substring) -> Double? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.count <= 4 ? Int($0) : nil }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...12).contains(month), year >= 1
        else { return nil }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        let before = year - 1
        let whole = before * 365 + before / 4 - before / 100 + before / 400
        return Double(whole + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 730_485)
    }

    private static func seconds(_ parts: [Int?]) -> Double? {
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return Double(hour * 3600 + minute * 60 + second)
    }
}
