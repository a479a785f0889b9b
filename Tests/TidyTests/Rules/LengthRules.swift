/// Files, functions and lines that can be read in one go.
enum LengthRules {
    static let longestLine = 120
    static let longestFunction = 60
    static let longestSourceFile = 400
    static let longestTestFile = 500

    static func files(_ source: SwiftSource) -> [Violation] {
        let limit = source.path.hasPrefix("Tests/") ? longestTestFile : longestSourceFile
        let count = source.lines.last == "" ? source.lines.count - 1 : source.lines.count
        guard count > limit else { return [] }
        return [Violation(path: source.path, line: count, message: "the file has \(count) lines, over \(limit)")]
    }

    static func functions(_ source: SwiftSource) -> [Violation] {
        FunctionSpan.all(in: source).filter { $0.lineCount > longestFunction }.map {
            Violation(
                path: source.path, line: $0.firstLine,
                message: "the function has \($0.lineCount) lines, over \(longestFunction)")
        }
    }

    static func lines(path: String, text: String) -> [Violation] {
        zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)).compactMap { number, line in
            guard line.count > longestLine else { return nil }
            return Violation(path: path, line: number, message: "the line has \(line.count) columns")
        }
    }
}
