/// What no text of the repository contains.
enum TextRules {
    // Written in two halves, so that this file keeps its own rules.
    static let unfinishedMarks = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    static let machinePaths = ["/wo" + "rk/", "/tm" + "p/", "/ho" + "me/", "/ro" + "ot/", "/op" + "t/", "/Us" + "ers/"]

    static func unfinished(path: String, text: String) -> [Violation] {
        find(path: path, text: text) { line in
            unfinishedMarks.first { mark in
                line.split(whereSeparator: { !$0.isLetter && $0 != "_" }).contains { $0 == mark }
            }.map { "'\($0)' is unfinished work" }
        }
    }

    static func machines(path: String, text: String) -> [Violation] {
        find(path: path, text: text) { line in
            machinePaths.first { begins($0, in: line) }.map { "'\($0)' is a path of one machine" }
        }
    }

    static func ascii(path: String, text: String) -> [Violation] {
        find(path: path, text: text) { line in
            line.unicodeScalars.first { !$0.isASCII }.map { "U+" + String($0.value, radix: 16) + " is not ASCII" }
        }
    }

    /// Whether an absolute path begins so in the line; inside a longer relative path the same letters are harmless.
    private static func begins(_ path: String, in line: Substring) -> Bool {
        line.ranges(of: path).contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber && !"._-)}".contains(before)
        }
    }

    private static func find(path: String, text: String, _ message: (Substring) -> String?) -> [Violation] {
        zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)).compactMap { number, line in
            message(line).map { Violation(path: path, line: number, message: $0) }
        }
    }
}
