/// The text of `--help`.
package enum HelpText {
    /// The help of a tool with several commands.
    package static func overview(tool: String, summary: String, commands: [CommandShape]) -> String {
        var lines = [summary, "", "Usage: \(tool) COMMAND ...", "", "Commands:"]
        lines += aligned(commands.map { ($0.name + operandList($0), $0.summary) })
        lines += ["", "'\(tool) COMMAND --help' shows the options of a command."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The help of one command; `tool` is what is typed before its arguments.
    package static func command(_ shape: CommandShape, tool: String, notes: String = "") -> String {
        let options = shape.options.isEmpty ? "" : " [options]"
        var lines = [shape.summary, "", "Usage: \(tool)\(operandList(shape))\(options)"]
        if !shape.operands.isEmpty {
            lines += [""] + aligned(shape.operands.map { ($0.name, $0.help) })
        }
        let help = CommandShape.Option("help", "Show this text")
        lines += ["", "Options:"]
        lines += aligned(
            (shape.options + [help]).map { ("--" + $0.name + ($0.value.map { " " + $0 } ?? ""), $0.help) })
        if !notes.isEmpty { lines += ["", notes] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func operandList(_ shape: CommandShape) -> String {
        shape.operands.map { " " + $0.name }.joined()
    }

    private static func aligned(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
    }
}
