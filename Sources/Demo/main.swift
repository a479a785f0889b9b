internal import Foundation
internal import Tarn
internal import TarnToolKit

let shape = CommandShape(
    "demo", "Imports the airports of the United States into a Tarn file and queries them.",
    options: [
        .init("file", value: "PATH", "Where the file goes (a temporary place when nothing is said)"),
        .init("edit", value: "PATH", "Make the edits of the live part in a file; the demo starts itself with this"),
        .init("keep", "Keep the file at the end, to look into it with 'tarn'"),
    ])

/// Runs the demo and answers the exit code of the process.
func runDemo(_ arguments: [String], on terminal: Terminal) -> ExitCode {
    if ParsedArguments.asksForHelp(arguments) {
        terminal.output.write(HelpText.command(shape, tool: "demo"))
        return .done
    }
    do {
        let parsed = try ParsedArguments(arguments, for: shape)
        if let path = parsed.value("edit") {
            try LiveEdits.run(in: URL(fileURLWithPath: path))
        } else if let path = parsed.value("file") {
            try runDemo(URL(fileURLWithPath: path), isKept: parsed.has("keep"), on: terminal)
        } else {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tarn-demo-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { if !parsed.has("keep") { try? FileManager.default.removeItem(at: folder) } }
            try runDemo(folder.appendingPathComponent("airports.tarn"), isKept: parsed.has("keep"), on: terminal)
        }
        return .done
    } catch let error as UsageError {
        terminal.errors.print("demo: \(error); 'demo --help' shows what it takes")
        return .wrongUsage
    } catch {
        terminal.errors.print("demo: \(error)")
        return .failed
    }
}

func runDemo(_ file: URL, isKept: Bool, on terminal: Terminal) throws {
    guard !FileManager.default.fileExists(atPath: file.path) else {
        throw UsageError("\(file.path) exists already; name a place where nothing is")
    }
    defer { if !isKept { _ = try? Store.deleteFiles(for: Store.Configuration(fileURL: file)) } }
    try Demo(stage: Stage(terminal: terminal), file: file).run()
    if isKept { terminal.output.print(["", "The file is \(file.path)"]) }
}

let terminal = Terminal.standard()
let code = runDemo(Array(CommandLine.arguments.dropFirst()), on: terminal)
try? terminal.output.flush()
try? terminal.errors.flush()
exit(code.rawValue)
