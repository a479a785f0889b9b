import Testing

@Suite struct NamingTests {
    @Test func filesAndFoldersAreNamedByTheirIdea() {
        expectNone(Repository.current.files().flatMap(NamingRules.path))
    }

    @Test func typesAreNamedByTheirIdea() throws {
        for folder in ["Sources", "Tests", "Benchmarks"] {
            expectNone(try Repository.current.swiftSources(under: folder).flatMap(NamingRules.declarations))
        }
    }

    @Test func testsAreNamedBySentences() throws {
        expectNone(try Repository.current.swiftSources(under: "Tests").flatMap(NamingRules.testNames))
    }

    @Test func everyFolderBelongsToATarget() throws {
        let manifest = try Repository.current.text(of: "Package.swift")
        for parent in ["Sources", "Tests"] {
            for folder in Repository.current.folders(in: parent) {
                // The fuzzers are built by a script of their own: their main function is libFuzzer's.
                let isScripted = Repository.current.exists("\(parent)/\(folder)/run")
                #expect(isScripted || manifest.contains("\"\(folder)\""), "\(parent)/\(folder) belongs to no target")
            }
        }
    }

    @Test(arguments: ["Sources/Tarn/Utils.swift", "Sources/Tarn/Common/A.swift", "Tests/A/String+Helpers.swift"])
    func anEmptyNameOfAFileIsFound(path: String) {
        #expect(NamingRules.path(path).count == 1)
    }

    @Test(arguments: ["Sources/Tarn/Commons.swift", "Sources/Tarn/Miscount.swift", "docs/architecture.md"])
    func aNameThatOnlyResemblesOneIsLeftAlone(path: String) {
        #expect(NamingRules.path(path).isEmpty)
    }

    @Test func anEmptyNameOfATypeIsFound() {
        let text = "final class StoreManager {\n    let files = FileManager.default\n}\nenum Miscount {}\n"
        let found = NamingRules.declarations(SwiftSource(path: "A.swift", text: text))
        #expect(found.map(\.line) == [1])
    }

    @Test func aPrefixedTestNameIsFound() {
        let text = "@Test func " + "testAdding() {}\n@Test func addingKeepsTheOrder() {}\n"
        #expect(NamingRules.testNames(SwiftSource(path: "A.swift", text: text)).map(\.line) == [1])
    }
}
