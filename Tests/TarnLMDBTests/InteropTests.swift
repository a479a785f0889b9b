import Foundation
import TarnLMDB
import Testing

/// Reads our files with the tools that come with LMDB, where they are installed.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mdb_dump"), "LMDB's tools are not installed"))
struct InteropTests {
    let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
        let environment = try folder.open()
        try environment.store(["key": "value"], in: environment.openDatabase(named: "plain"))
        let packed = Database.Options(keys: .integers, duplicates: .integers)
        let database = try environment.openDatabase(named: "packed", options: packed)
        var write = try environment.beginWrite()
        for value in 0..<10 as Range<UInt64> { try write.put(value, for: 1 as UInt64, in: database) }
        try write.commit()
    }

    private func run(_ tool: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/" + tool)
        process.arguments = ["-n"] + arguments
        let output = Foundation.Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test func theToolsReadOurTrees() throws {
        #expect(try run("mdb_dump", "-p", "-s", "plain", folder.path()).contains(" key\n value\n"))
        #expect(try run("mdb_dump", "-l", folder.path()) == "packed\nplain\n")
        #expect(try run("mdb_stat", "-s", "packed", folder.path()).contains("Entries: 10"))
        #expect(try run("mdb_dump", "-s", "packed", folder.path()).contains("dupsort=1"))
    }

    @Test func weReadWhatTheToolsCopied() throws {
        #expect(try run("mdb_copy", "-c", folder.path(), folder.path("copied")) == "")
        let environment = try folder.open("copied")
        let database = try environment.openDatabase(named: "plain")
        #expect(try environment.beginRead().text("key", in: database) == "value")
    }
}
