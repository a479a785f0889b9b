internal import Foundation
internal import Tarn

/// `tarn info`: versions, sizes and the types with their counts.
enum InfoCommand: Command {
    static let shape = CommandShape(
        "info", "Versions, sizes and counts of a file", operands: [.init("FILE", "A Tarn file")],
        options: [
            .init("json", "Print JSON"),
            .init("watch", "Show the versions and who holds them, again after each commit, until interrupted"),
            .init("count", value: "N", "With --watch: end after showing them so many times"),
        ])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        let url = URL(fileURLWithPath: arguments.operands[0])
        if arguments.has("watch") {
            if arguments.has("json") { throw UsageError("--watch and --json do not go together") }
            return try VersionDisplay(url, context.terminal).run(count: arguments.count("count"))
        }
        if arguments.value("count") != nil { throw UsageError("--count goes with --watch") }
        let information = try Store.information(at: url)
        let report = InformationReport(information, name: url.lastPathComponent)
        if arguments.has("json") {
            context.terminal.output.print(report.json.pretty())
        } else {
            context.terminal.output.print(report.lines(context.terminal))
        }
        return .done
    }
}

/// `tarn types`: each type with its properties.
enum TypesCommand: Command {
    static let shape = CommandShape(
        "types", "The types in a file and their properties", operands: [.init("FILE", "A Tarn file")],
        options: [.init("json", "Print JSON")])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        let information = try Store.information(at: URL(fileURLWithPath: arguments.operands[0]))
        let report = TypesReport(information.types)
        if arguments.has("json") {
            context.terminal.output.print(report.json.pretty())
        } else {
            context.terminal.output.print(report.lines(context.terminal))
        }
        return .done
    }
}
