import Testing

@testable import TarnRecords

/// How a search is read.
struct TextSearchTests {
    private func words(_ text: String) -> String {
        TextSearch(text).alternatives.map { alternative in
            (alternative.wanted.map { words($0) } + alternative.excluded.map { "-" + words($0) })
                .joined(separator: " ")
        }.joined(separator: " | ")
    }

    private func words(_ clause: TextSearch.Clause) -> String {
        clause.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "+") + (clause.isPrefix ? "*" : "")
    }

    @Test func `words, quotations, prefixes, exclusions and alternatives are told apart`() {
        #expect(words("Swift Rust") == "swift rust")
        #expect(words("\"one two\" three") == "one+two three")
        #expect(words("con* \"a b\"*") == "con* a+b*")
        #expect(words("swift -objc -\"old way\"") == "swift -objc -old+way")
        #expect(words("a b OR c") == "a b | c")
        #expect(words("well-known") == "well+known")
        #expect(words("\u{6771}\u{4EAC}") == "\u{6771}+\u{4EAC}")
    }

    @Test(arguments: ["", "  ", "OR", "-", "*", "\"", "\"\"", "-foo", "OR OR", "- -", "\"*", "***", "!!"])
    func `anything is a search, and what wants nothing finds nothing`(_ text: String) {
        #expect(words(text) == "")
    }

    @Test func `a quotation that is not closed goes to the end`() {
        #expect(words("a \"b c") == "a b+c")
        #expect(words("a\"b\"c") == "a b c")
        #expect(words("or") == "or")
        #expect(words("a OR") == "a")
    }
}
