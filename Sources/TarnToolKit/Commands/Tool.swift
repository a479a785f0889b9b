package import Foundation

/// The tool `tarn`: chooses the command, and turns every failure into one line and an exit code.
package enum Tool {
    static let commands: [any Command.Type] = [
        InfoCommand.self, TypesCommand.self, QueryCommand.self, ExportCommand.self, VerifyCommand.self,
        CompactCommand.self, CopyCommand.self,
    ]

    /// Runs one command line, given without the name of the program.
    package static func run(_ arguments: [String], on terminal: Terminal, program: URL? = nil) -> ExitCode {
        let code = dispatch(arguments, CommandContext(terminal: terminal, program: program))
        do {
            try terminal.output.flush()
        } catch {
            terminal.errors.print("tarn: the output cannot be written: \(oneLine(error))")
            try? terminal.errors.flush()
            return code == .done ? .failed : code
        }
        try? terminal.errors.flush()
        return code
    }

    private static func dispatch(_ arguments: [String], _ context: CommandContext) -> ExitCode {
        let terminal = context.terminal
        guard let name = arguments.first else {
            terminal.errors.write(overview)
            return .wrongUsage
        }
        if ["--help", "-h", "help"].contains(name) {
            terminal.output.write(overview)
            return .done
        }
        guard let command = commands.first(where: { $0.shape.name == name }) else {
            terminal.errors.print("tarn: unknown command '\(name)'; 'tarn --help' lists the commands")
            return .wrongUsage
        }
        return run(command, Array(arguments.dropFirst()), context)
    }

    private static func run(
        _ command: any Command.Type, _ arguments: [String], _ context: CommandContext
    ) -> ExitCode {
        let name = "tarn \(command.shape.name)"
        if ParsedArguments.asksForHelp(arguments) {
            context.terminal.output.write(HelpText.command(command.shape, tool: name, notes: command.notes))
            return .done
        }
        do {
            return try command.run(ParsedArguments(arguments, for: command.shape), context)
        } catch let error as UsageError {
            context.terminal.errors.print("\(name): \(error); '\(name) --help' shows what it takes")
            if let excerpt = error.excerpt { context.terminal.errors.print(excerpt) }
            return .wrongUsage
        } catch {
            context.terminal.errors.print("\(name): \(oneLine(error))")
            return .failed
        }
    }

    private static var overview: String {
        HelpText.overview(
            tool: "tarn", summary: "Looks into a Tarn file, without the classes it was written with.",
            commands: commands.map { $0.shape })
    }

    private static func oneLine(_ error: any Error) -> String {
        // Foundation describes its errors by codes; the sentence for people is elsewhere.
        let text = error is CocoaError || error is POSIXError ? error.localizedDescription : "\(error)"
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
