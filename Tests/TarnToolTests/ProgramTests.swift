import Foundation
import Testing

/// The programs as they are started from a shell.
@Suite struct ProgramTests {
    /// The folder that the test bundle and the programs were built into.
    private static let binaries = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    private struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> Outcome {
        let process = Process()
        process.executableURL = Self.binaries.appendingPathComponent(program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        // Files and not pipes: nothing waits for a reader, however much is written.
        let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
        let handles = try files.map { file in
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
            return try FileHandle(forWritingTo: file)
        }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }

    @Test func theProgramOfTheReadmeRunsTwice() throws {
        let file = try SampleFile()
        for _ in 0..<2 {
            let outcome = try run("Quickstart", [], in: file.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                outcome.output == """
                    Oslo 717710
                    Bergen 291940
                    together 1009650
                    new [2], gone [], modified [1]
                    new [], gone [2], modified []

                    """)
        }
    }

    @Test func theDemoRunsWithoutATerminal() throws {
        let file = try SampleFile()
        let outcome = try run("demo", ["--file", "airports.tarn", "--keep"], in: file.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.contains("3,376 airports became 3,377"))
        for line in [
            "+ row 3 is new: Icy Tarn", "> row 0 is row 7 now: Atqasuk -> Zero Degrees",
            "~ row 7 was modified: Zero Degrees, Somewhere North", "- row 7 is gone: Zero Degrees",
        ] {
            #expect(outcome.output.contains(line))
        }
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(!outcome.output.contains("\u{1b}"))
        let query = try run("tarn", ["query", "airports.tarn", "Airport", "--where", "iata == 'ZZZ'"], in: file.folder)
        #expect(query.output.contains("Tarn Field"))
    }

    @Test func theDemoLeavesNothingBehind() throws {
        let file = try SampleFile()
        #expect(try run("demo", ["--file", "airports.tarn"], in: file.folder).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
        #expect(!names.contains { $0.hasPrefix("airports") })
    }

    @Test func verificationInAChildTellsItsResult() throws {
        let file = try SampleFile()
        let sound = try run("tarn", ["verify", file.path], in: file.folder)
        #expect(sound.status == 0, "\(sound.errors)")
        #expect(sound.output.contains("people.tarn is sound"))
        #expect(try run("tarn", ["verify", "none.tarn"], in: file.folder).status == 1)
    }

    @Test func aFileThatWasCutShortIsDamaged() throws {
        let file = try SampleFile(others: 2000)
        let bytes = try Data(contentsOf: file.url)
        try bytes.prefix(bytes.count / 2).write(to: file.url)
        let outcome = try run("tarn", ["verify", file.path], in: file.folder)
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("people.tarn is damaged"))
    }

    @Test func verificationTellsOfPagesThatLeadNowhere() throws {
        let file = try SampleFile(others: 2000)
        let bytes = try Data(contentsOf: file.url)
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for round in 0..<12 {
            var damaged = bytes
            // Behind the two pages that say where everything is, which are looked at before LMDB is.
            let place = Int.random(in: 8192..<bytes.count - 64, using: &random)
            for offset in 0..<64 { damaged[place + offset] = UInt8.random(in: 0...255, using: &random) }
            try damaged.write(to: file.url)
            let outcome = try run("tarn", ["verify", file.path], in: file.folder)
            #expect((0...2).contains(outcome.status), "seed \(seed), round \(round): \(outcome)")
            if outcome.status == 2 { #expect(outcome.output.contains("people.tarn is damaged")) }
            #expect(outcome.errors.filter(\.isNewline).count <= 1, "seed \(seed), round \(round): \(outcome)")
        }
    }

    @Test func wrongUsageAndFailuresHaveTheirOwnStatus() throws {
        let file = try SampleFile()
        #expect(try run("tarn", ["fly"], in: file.folder).status == 64)
        #expect(try run("tarn", ["info", "none.tarn"], in: file.folder).status == 1)
        #expect(try run("demo", ["--fly"], in: file.folder).status == 64)
    }
}
