import Foundation
import Testing

/// Programs that the compiler must refuse, and a few that it must take, so that a broken set-up cannot pass for
/// refusal.
///
/// The first line of a snippet says what is expected: `// error: part of the message`, or `// compiles`.
@Suite struct CompileFailTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snippets")

    static var snippets: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted()
    }

    @Test func thereAreSnippetsOfBothKinds() throws {
        let first = try Self.snippets.map { try Self.expectation($0) }
        #expect(first.contains("// compiles") && first.filter { $0.hasPrefix("// error: ") }.count >= 10)
    }

    @Test(arguments: snippets) func theCompilerSaysWhatIsExpected(snippet: String) throws {
        let expectation = try Self.expectation(snippet)
        let (isAccepted, output) = try Compiler.check(Self.folder.appending(path: snippet))
        if expectation == "// compiles" {
            #expect(isAccepted, "\(output)")
        } else {
            let message = expectation.dropFirst("// error: ".count)
            #expect(!isAccepted && output.contains("error: ") && output.contains(message), "\(output)")
        }
    }

    private static func expectation(_ snippet: String) throws -> String {
        let text = try String(contentsOf: folder.appending(path: snippet), encoding: .utf8)
        return text.split(separator: "\n").first.map(String.init) ?? ""
    }
}

/// The compiler with which this test was built, looking at the modules that were built with it.
private enum Compiler {
    /// Type-checks a program as a client in Swift 6 mode would write it.
    static func check(_ file: URL) throws -> (isAccepted: Bool, output: String) {
        // The tests are run from the folder of the products; the modules lie beside them.
        let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let output = FileManager.default.temporaryDirectory.appending(path: "tarn-check-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        let writing = try FileHandle(forWritingTo: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Checking stops after types for many errors; confinement is found by the passes that follow, so code is made.
        process.arguments = [
            "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", "6",
            "-I", products.appending(path: "Modules").path, "-I", root.appending(path: "Sources/CLMDB").path,
            "-Xcc", "-fmodule-map-file=\(products.path)/CTarnKernels.build/module.modulemap", file.path,
        ]
        process.standardOutput = writing
        process.standardError = writing
        try process.run()
        process.waitUntilExit()
        try writing.close()
        return (process.terminationStatus == 0, try String(contentsOf: output, encoding: .utf8))
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
