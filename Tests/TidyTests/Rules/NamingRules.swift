import Foundation

/// Names that say nothing: what is called so has no place of its own yet.
enum NamingRules {
    static let emptyWords: Set<String> = [
        "Util", "Utils", "Utility", "Utilities", "Helper", "Helpers", "Common", "Manager", "Misc",
    ]

    /// Folders and files named with an empty word.
    static func path(_ path: String) -> [Violation] {
        path.split(whereSeparator: { $0 == "/" || $0 == "." || $0 == "+" || $0 == "-" }).compactMap { part in
            guard let word = emptyWord(in: String(part)) else { return nil }
            return Violation(path: path, line: 1, message: "'\(word)' names no idea; call the file by what it does")
        }
    }

    /// Types declared with an empty word.
    static func declarations(_ source: SwiftSource) -> [Violation] {
        source.violations { line in
            let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).map(String.init)
            for (keyword, name) in zip(words, words.dropFirst())
            where ["class", "struct", "enum", "protocol", "actor", "typealias"].contains(keyword) {
                if let word = emptyWord(in: name) { return "'\(word)' in '\(name)' names no idea" }
            }
            return nil
        }
    }

    /// A test is a sentence that states what holds; it needs no prefix.
    static func testNames(_ source: SwiftSource) -> [Violation] {
        source.violations { line in
            guard line.contains("@Test"), let name = line.components(separatedBy: "func test").dropFirst().first else {
                return nil
            }
            return name.first?.isLowercase == true ? nil : "a test is named by a sentence without 'test'"
        }
    }

    private static func emptyWord(in name: String) -> String? {
        words(of: name).first { emptyWords.contains($0.prefix(1).uppercased() + $0.dropFirst()) }
    }

    /// `FileManagerBox` is File, Manager, Box.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        for character in name {
            if character.isUppercase || words.isEmpty {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }
}
