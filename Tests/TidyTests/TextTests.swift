import Testing

@Suite struct TextTests {
    /// The files whose text is ours; data keep the spelling of their source.
    private static let textFiles: [String] = {
        let repository = Repository.current
        let written = repository.files(extensions: ["swift", "h", "c", "md", "yml", "json", "sh", "modulemap"])
        return written.filter { !$0.contains("/Fixtures/") && !$0.contains("/Data/") }
            + repository.files(under: ".ci") + ["Makefile"]
    }()

    @Test func nothingIsMarkedAsUnfinished() throws {
        for path in Self.textFiles {
            expectNone(TextRules.unfinished(path: path, text: try Repository.current.text(of: path)))
        }
    }

    @Test func nothingDependsOnOneMachine() throws {
        for path in Self.textFiles {
            expectNone(TextRules.machines(path: path, text: try Repository.current.text(of: path)))
        }
    }

    @Test func sourcesArePlainASCII() throws {
        for path in Repository.current.files(under: "Sources", extensions: ["swift", "h", "c", "modulemap"]) {
            expectNone(TextRules.ascii(path: path, text: try Repository.current.text(of: path)))
        }
    }

    @Test func anUnfinishedMarkIsFound() {
        let mark = "TO" + "DO"
        let text = "let a = 1\n// \(mark): later\nlet \(mark)Name = 1\n"
        #expect(TextRules.unfinished(path: "A.swift", text: text).map(\.line) == [2])
    }

    @Test func aPathOfOneMachineIsFound() {
        let text = "let a = \"/ho" + "me/someone/file\"\nlet b = \"Sources/home/file\"\n"
        #expect(TextRules.machines(path: "A.swift", text: text).map(\.line) == [1])
    }

    @Test func aForeignCharacterIsFoundByItsNumber() {
        let found = TextRules.ascii(path: "A.swift", text: "let a = 1\n// caf\u{e9}\n")
        #expect(found.map(\.line) == [2])
        #expect(found.first?.message == "U+e9 is not ASCII")
    }
}
