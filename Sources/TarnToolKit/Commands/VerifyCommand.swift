internal import Foundation
internal import Tarn

/// `tarn verify`: walks everything in a file and names each fault.
enum VerifyCommand: Command {
    static let shape = CommandShape(
        "verify", "Check everything in a file", operands: [.init("FILE", "A Tarn file")],
        options: [.init("in-process", "Walk in this process, which a badly damaged file can end")])

    static let notes = """
        Exits with 0 when the file is sound and with 2 when something is wrong in it. The walk is done in a process of
        its own, since LMDB follows the pages of a damaged file wherever they lead.
        """

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        if let program = context.program, !arguments.has("in-process") {
            return try walkInChild(program, arguments.operands[0], context.terminal)
        }
        return try walk(URL(fileURLWithPath: arguments.operands[0]), context.terminal)
    }

    private static func walk(_ url: URL, _ terminal: Terminal) throws -> ExitCode {
        let bar = ProgressBar(terminal, title: "Verifying", unit: "objects")
        defer { bar.finish() }
        let report: VerificationReport
        do throws(StoreError) {
            report = try Store.verify(at: url) { bar.update(completed: $0, total: $1) }
        } catch {
            guard error.code == .truncated || error.code == .corrupt else { throw error }
            bar.finish()
            terminal.output.print("\(url.lastPathComponent) is damaged: \(error.message)")
            return .faultsFound
        }
        bar.finish()
        for fault in report.faults { terminal.output.print("\(fault)") }
        let objects = Figures.count(report.objectCount, "object")
        if report.faults.isEmpty {
            terminal.output.print("\(url.lastPathComponent) is sound: \(objects) checked")
            return .done
        }
        terminal.output.print(
            "\(url.lastPathComponent) is damaged: \(Figures.count(report.faults.count, "fault")), \(objects) checked")
        return .faultsFound
    }

    /// The child writes to the same places; only its end is looked at here.
    private static func walkInChild(_ program: URL, _ file: String, _ terminal: Terminal) throws -> ExitCode {
        let child = Process()
        child.executableURL = program
        child.arguments = [shape.name, "--in-process", "--", file]
        // Where the walk ended in LMDB helps nobody; the sentence below does.
        child.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        try child.run()
        child.waitUntilExit()
        if child.terminationReason == .uncaughtSignal {
            let name = URL(fileURLWithPath: file).lastPathComponent
            terminal.output.print(
                "\(name) is damaged: the walk ended by signal \(child.terminationStatus), so its pages lead nowhere")
            return .faultsFound
        }
        return ExitCode(rawValue: child.terminationStatus) ?? .failed
    }
}
