import Foundation

/// Public declarations, decision records, links and the program of the README.
enum DocumentationRules {
    static let decisionHeadings = ["Question", "Choice", "Cost", "What would reverse it"]

    static func undocumented(_ source: SwiftSource) -> [Violation] {
        source.code.indices.compactMap { line in
            guard isPublicDeclaration(source.code[line]), !isDocumented(line, in: source) else { return nil }
            return Violation(path: source.path, line: line + 1, message: "a public declaration has no documentation")
        }
    }

    /// A decision record has a numbered name, a title and the four headings in order.
    static func decision(path: String, text: String) -> [Violation] {
        var violations: [Violation] = []
        let name = path.split(separator: "/").last ?? ""
        if name.prefix(4).contains(where: { !$0.isNumber }) || name.dropFirst(4).first != "-" {
            violations.append(Violation(path: path, line: 1, message: "the name begins with four digits and a hyphen"))
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.first?.hasPrefix("# ") != true {
            violations.append(Violation(path: path, line: 1, message: "the first line is a title"))
        }
        let headings = lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        if headings != decisionHeadings {
            let wanted = decisionHeadings.joined(separator: ", ")
            violations.append(Violation(path: path, line: 1, message: "the headings are \(headings), not: \(wanted)"))
        }
        return violations
    }

    /// Links to files of the repository that are not there.
    static func brokenLinks(path: String, text: String, exists: (String) -> Bool) -> [Violation] {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        return zip(1..., text.components(separatedBy: "\n")).flatMap { number, line in
            targets(in: line).filter { !exists(resolved($0, in: folder)) }.map {
                Violation(path: path, line: number, message: "the link leads to no file: \($0)")
            }
        }
    }

    /// Comments that send their reader to a decision that was never written.
    static func missingDecisions(path: String, text: String, exists: (String) -> Bool) -> [Violation] {
        zip(1..., text.components(separatedBy: "\n")).flatMap { number, line in
            line.matches(of: /docs\/decisions\/[0-9a-z-]+\.md/).filter { !exists(String($0.output)) }.map {
                Violation(path: path, line: number, message: "there is no such decision: \($0.output)")
            }
        }
    }

    /// The text of the first fenced Swift program.
    static func firstProgram(in markdown: String) -> String? {
        let lines = markdown.components(separatedBy: "\n")
        guard let start = lines.firstIndex(of: "```swift") else { return nil }
        guard let end = lines[(start + 1)...].firstIndex(of: "```") else { return nil }
        return lines[(start + 1)..<end].joined(separator: "\n")
    }

    private static func isPublicDeclaration(_ line: String) -> Bool {
        let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
        guard let first = words.first, first == "public" || first == "open" else { return false }
        return !words.contains("import") && !words.contains("extension") && !words.contains("override")
    }

    private static func isDocumented(_ line: Int, in source: SwiftSource) -> Bool {
        for text in source.lines[..<line].reversed() {
            let trimmed = text.drop { $0 == " " }
            if trimmed.hasPrefix("///") { return true }
            if !trimmed.hasPrefix("//") && !trimmed.hasPrefix("@") { return false }
        }
        return false
    }

    private static func targets(in line: String) -> [String] {
        line.components(separatedBy: "](").dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: ")") else { return nil }
            let target = rest[..<end].split(separator: "#", omittingEmptySubsequences: false)[0]
            return target.isEmpty || target.contains(":") ? nil : String(target)
        }
    }

    private static func resolved(_ target: String, in folder: String) -> String {
        var parts = folder.split(separator: "/")
        for part in target.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
