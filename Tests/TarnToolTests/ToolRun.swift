@testable import TarnToolKit

/// One command line run in this process, with all that it wrote.
struct ToolRun {
    let code: ExitCode
    let output: String
    let errors: String

    init(_ arguments: [String]) {
        var (output, errors) = ("", "")
        let terminal = Terminal(output: TextOutput { output += $0 }, errors: TextOutput { errors += $0 })
        code = Tool.run(arguments, on: terminal)
        (self.output, self.errors) = (output, errors)
    }
}
