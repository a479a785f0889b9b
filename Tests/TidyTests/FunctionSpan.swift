/// The lines of one function, initialiser, deinitialiser or subscript, found by matching braces.
struct FunctionSpan: Equatable {
    let firstLine: Int
    let lastLine: Int

    var lineCount: Int { lastLine - firstLine + 1 }

    /// All functions of a file that have a body, outer ones before those nested in them.
    static func all(in source: SwiftSource) -> [FunctionSpan] {
        source.code.indices.compactMap { line in
            guard let column = declarationColumn(in: source.code[line]) else { return nil }
            guard let last = lastLine(ofBodyFrom: line, column: column, in: source.code) else { return nil }
            return FunctionSpan(firstLine: line + 1, lastLine: last + 1)
        }
    }

    /// Where in the line a function's keyword stands; calls such as `self.init(` are not declarations.
    private static func declarationColumn(in line: String) -> Int? {
        let characters = Array(line)
        for keyword in ["func", "init", "deinit", "subscript"] {
            let wanted = Array(keyword)
            guard characters.count >= wanted.count else { continue }
            for start in 0...(characters.count - wanted.count)
            where characters[start..<(start + wanted.count)].elementsEqual(wanted) {
                let before = start > 0 ? characters[start - 1] : " "
                let after = start + wanted.count < characters.count ? characters[start + wanted.count] : " "
                let isWord = !isName(before) && before != "." && !isName(after) && after != ":"
                if isWord { return start + wanted.count }
            }
        }
        return nil
    }

    private static func isName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The line of the brace that closes the first body after the place; nil when the scope ends before one opens.
    private static func lastLine(ofBodyFrom line: Int, column: Int, in code: [String]) -> Int? {
        var brackets = 0
        var braces = 0
        for number in line..<code.count {
            for character in code[number].dropFirst(number == line ? column : 0) {
                switch character {
                case "(", "[": brackets += 1
                case ")", "]": brackets -= 1
                case "{" where brackets == 0 || braces > 0: braces += 1
                case "}" where braces > 0:
                    braces -= 1
                    if braces == 0 { return number }
                case "}" where brackets == 0: return nil
                default: break
                }
            }
        }
        return nil
    }
}
