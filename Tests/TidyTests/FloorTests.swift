import Testing

@Suite struct FloorTests {
    @Test func eachRoomImportsOnlyWhatLiesBelow() throws {
        expectNone(try Repository.current.swiftSources(under: "Sources").flatMap(ImportRules.floors))
    }

    @Test func theRecordLayerKnowsNoTimeThreadsOrFiles() throws {
        expectNone(
            try Repository.current.swiftSources(under: "Sources/TarnRecords").flatMap(ImportRules.recordsArePure))
    }

    @Test func theLibrariesAreQuiet() throws {
        expectNone(try Repository.current.swiftSources(under: "Sources").flatMap(ImportRules.librariesAreQuiet))
    }

    @Test func noTestSleeps() throws {
        expectNone(try Repository.current.swiftSources(under: "Tests").flatMap(ImportRules.testsDoNotSleep))
    }

    @Test(arguments: [
        ("Sources/TarnRecords/A.swift", "internal import Foundation"),
        ("Sources/TarnRecords/A.swift", "import struct FoundationEssentials.Date"),
        ("Sources/TarnLMDB/A.swift", "package import TarnRecords"),
        ("Sources/Tarn/A.swift", "public import FoundationNetworking"),
        ("Sources/Unheard/A.swift", "import Tarn"),
    ])
    func anArrowThatTurnsUpIsFound(path: String, line: String) {
        #expect(ImportRules.floors(SwiftSource(path: path, text: line)).count == 1)
    }

    @Test(arguments: [
        ("Sources/TarnRecords/A.swift", "package import TarnLMDB"),
        ("Sources/Tarn/A.swift", "@_exported public import TarnRecords"),
        ("Sources/Tarn/A.swift", "// import FoundationNetworking"),
    ])
    func anArrowThatTurnsDownIsLeftAlone(path: String, line: String) {
        #expect(ImportRules.floors(SwiftSource(path: path, text: line)).isEmpty)
    }

    @Test(arguments: ["func a() async {}", "let lock = Mutex(0)", "print(a)", "FileManager.default"])
    func timeInTheRecordLayerIsFound(line: String) {
        #expect(ImportRules.recordsArePure(SwiftSource(path: "Sources/TarnRecords/A.swift", text: line)).count == 1)
        #expect(ImportRules.recordsArePure(SwiftSource(path: "Sources/Tarn/A.swift", text: line)).isEmpty)
    }

    @Test(arguments: ["print(a)", "Task.detached { }", "let l = NSLock()"])
    func aNoisyLibraryIsFound(line: String) {
        #expect(ImportRules.librariesAreQuiet(SwiftSource(path: "Sources/Tarn/A.swift", text: line)).count == 1)
        #expect(ImportRules.librariesAreQuiet(SwiftSource(path: "Sources/TarnTool/A.swift", text: line)).isEmpty)
    }

    @Test func aSleepingTestIsFound() {
        let text = "try await Task.sleep(for: .seconds(1))\nusleep(5)\nlet asleep = true\n"
        #expect(ImportRules.testsDoNotSleep(SwiftSource(path: "Tests/A.swift", text: text)).map(\.line) == [1, 2])
    }
}
