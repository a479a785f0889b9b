import Testing

@Suite struct DocumentationTests {
    @Test func publicDeclarationsAreDocumented() throws {
        for room in ["TarnLMDB", "TarnRecords", "Tarn"] {
            let sources = try Repository.current.swiftSources(under: "Sources/" + room)
            expectNone(sources.flatMap(DocumentationRules.undocumented))
        }
    }

    @Test func everyDecisionSaysWhatItCostsAndWhatWouldReverseIt() throws {
        let records = Repository.current.files(under: "docs/decisions", extensions: ["md"])
        #expect(!records.isEmpty)
        for path in records {
            expectNone(DocumentationRules.decision(path: path, text: try Repository.current.text(of: path)))
        }
    }

    @Test func decisionsAreNumberedOnce() {
        let records = Repository.current.files(under: "docs/decisions", extensions: ["md"])
        let numbers = records.compactMap { $0.split(separator: "/").last?.prefix(4) }
        #expect(Set(numbers).count == numbers.count, "two decisions share a number: \(records)")
    }

    @Test func everyDecisionThatACommentNamesExists() throws {
        for path in Repository.current.files(extensions: ["swift", "h", "c"]) where !path.hasPrefix("Tests/TidyTests") {
            let text = try Repository.current.text(of: path)
            expectNone(DocumentationRules.missingDecisions(path: path, text: text, exists: Repository.current.exists))
        }
    }

    @Test func linksLeadToFiles() throws {
        for path in Repository.current.files(extensions: ["md"]) {
            let text = try Repository.current.text(of: path)
            expectNone(DocumentationRules.brokenLinks(path: path, text: text, exists: Repository.current.exists))
        }
    }

    @Test func theProgramOfTheReadmeIsTheOneThatRuns() throws {
        let program = DocumentationRules.firstProgram(in: try Repository.current.text(of: "README.md"))
        let compiled = try Repository.current.text(of: "Examples/Quickstart/main.swift")
        #expect(program.map { $0 + "\n" } == compiled)
    }

    @Test func theProgramOfTheHistoryIsTheOneThatIsTested() throws {
        let program = DocumentationRules.firstProgram(in: try Repository.current.text(of: "docs/history.md"))
        let compiled = try Repository.current.text(of: "Tests/TarnTests/Rules/HistoryExample.swift")
        #expect(program.map { $0 + "\n" } == compiled)
    }

    @Test func anUndocumentedDeclarationIsFound() {
        let text = """
            public import Tarn

            /// Said.
            @inlinable
            public func said() {}

            // Not said.
            public func unsaid() {}

            public struct S {
                /// Said.
                public var a: Int
                public var b: Int
                public override func c() {}
            }

            public extension S {}
            """
        let found = DocumentationRules.undocumented(SwiftSource(path: "A.swift", text: text))
        #expect(found.map(\.line) == [8, 10, 13])
    }

    @Test func aDecisionWithoutItsCostIsFound() {
        let good = "# A\n\n## Question\n\n## Choice\n\n## Cost\n\n## What would reverse it\n"
        #expect(DocumentationRules.decision(path: "docs/decisions/0001-a.md", text: good).isEmpty)
        let bad = good.replacing("## Cost\n", with: "")
        #expect(DocumentationRules.decision(path: "docs/decisions/0001-a.md", text: bad).count == 1)
        #expect(DocumentationRules.decision(path: "docs/decisions/1-a.md", text: good).count == 1)
        #expect(
            DocumentationRules.decision(path: "docs/decisions/0001-a.md", text: String(good.dropFirst())).count == 1)
    }

    @Test func aCommentThatNamesNoDecisionIsFound() {
        let text = "// (docs/decisions/0001-a.md)\n/// see docs/decisions/0002-b.md.\nlet a = 1\n"
        let found = DocumentationRules.missingDecisions(path: "A.swift", text: text) { $0.hasSuffix("0001-a.md") }
        #expect(found.map(\.line) == [2])
    }

    @Test func aBrokenLinkIsFound() {
        let text = "[a](b.md) [c](../d.md#part) [e](https://example.com) [f](#here)\n"
        let found = DocumentationRules.brokenLinks(path: "docs/x.md", text: text) { $0 == "docs/b.md" }
        #expect(found.map(\.message) == ["the link leads to no file: ../d.md"])
    }

    @Test func theFirstProgramIsTakenFromItsFence() {
        #expect(
            DocumentationRules.firstProgram(in: "a\n```swift\nlet a = 1\n\nb()\n```\n```swift\n```\n")
                == "let a = 1\n\nb()")
        #expect(DocumentationRules.firstProgram(in: "none") == nil)
    }
}
