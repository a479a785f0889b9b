import Testing

@testable import TarnToolKit

@Suite struct ToolTests {
    @Test func withoutACommandTheToolExplainsItself() {
        let run = ToolRun([])
        #expect(run.code == .wrongUsage)
        #expect(run.errors.contains("Usage: tarn COMMAND"))
        #expect(run.output.isEmpty)
    }

    @Test(arguments: ["--help", "-h", "help"])
    func helpIsNoFailure(argument: String) {
        let run = ToolRun([argument])
        #expect(run.code == .done)
        for name in ["info", "types", "query", "export", "verify", "compact", "copy"] {
            #expect(run.output.contains("\n  \(name) FILE"))
        }
    }

    @Test(arguments: ["info", "types", "query", "export", "verify", "compact", "copy"])
    func everyCommandHasHelp(command: String) {
        let run = ToolRun([command, "--help"])
        #expect(run.code == .done)
        #expect(run.output.contains("Usage: tarn \(command) FILE"))
        #expect(run.errors.isEmpty)
    }

    @Test(arguments: [
        (["fly"], "tarn: unknown command 'fly'; 'tarn --help' lists the commands\n"),
        (["info"], "tarn info: missing FILE; 'tarn info --help' shows what it takes\n"),
        (
            ["query", "a", "B", "--json", "--csv"],
            "tarn query: --csv and --json exclude each other; 'tarn query --help' shows what it takes\n"
        ),
        (
            ["query", "a", "B", "--descending"],
            "tarn query: --descending needs --sort; 'tarn query --help' shows what it takes\n"
        ),
        (["export", "a", "B"], "tarn export: say either --csv or --json; 'tarn export --help' shows what it takes\n"),
    ])
    func wrongUsageIsOneLine(arguments: [String], message: String) {
        let run = ToolRun(arguments)
        #expect(run.code == .wrongUsage)
        #expect(run.errors == message)
        #expect(run.output.isEmpty)
    }
}
