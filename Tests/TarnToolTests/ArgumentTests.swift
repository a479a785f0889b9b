import Testing

@testable import TarnToolKit

@Suite struct ArgumentTests {
    private let shape = CommandShape(
        "query", "Print objects", operands: [.init("FILE", "A Tarn file"), .init("TYPE", "A type")],
        options: [
            .init("where", value: "CONDITION", "Which objects"), .init("limit", value: "N", "How many"),
            .init("json", "Print JSON"),
        ])

    @Test func operandsAndOptionsMayBeMixed() throws {
        let parsed = try ParsedArguments(["--json", "a.tarn", "--where", "age > 5", "Person", "--limit=3"], for: shape)
        #expect(parsed.operands == ["a.tarn", "Person"])
        #expect(parsed.value("where") == "age > 5")
        #expect(try parsed.count("limit") == 3)
        #expect(parsed.has("json"))
        #expect(!parsed.has("csv"))
        #expect(parsed.value("sort") == nil)
    }

    @Test func aValueMayContainAnEqualsSign() throws {
        #expect(try ParsedArguments(["a", "b", "--where=x == 1"], for: shape).value("where") == "x == 1")
    }

    @Test func twoHyphensEndTheOptions() throws {
        #expect(try ParsedArguments(["--", "--odd", "-b"], for: shape).operands == ["--odd", "-b"])
    }

    @Test(arguments: [
        (["a.tarn"], "missing TYPE"),
        ([], "missing FILE"),
        (["a", "b", "c"], "unexpected argument 'c'"),
        (["a", "b", "--what"], "unknown option '--what'"),
        (["a", "b", "-w"], "unknown option '-w'"),
        (["a", "b", "--where"], "--where needs a value"),
        (["a", "b", "--json=1"], "--json takes no value"),
        (["a", "b", "--limit", "1", "--limit", "2"], "--limit is given twice"),
    ])
    func aFaultIsNamed(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try ParsedArguments(arguments, for: shape) }
    }

    @Test(arguments: ["-1", "x", "1.5", ""])
    func aCountMustBeAWholeNumber(text: String) throws {
        let parsed = try ParsedArguments(["a", "b", "--limit", text], for: shape)
        #expect(throws: UsageError("--limit takes a whole number, not '\(text)'")) { try parsed.count("limit") }
    }

    @Test func helpIsFoundUnlessTheOptionsHaveEnded() {
        #expect(ParsedArguments.asksForHelp(["a", "--what", "--help"]))
        #expect(ParsedArguments.asksForHelp(["-h"]))
        #expect(!ParsedArguments.asksForHelp(["a", "--", "--help"]))
    }

    @Test func theHelpOfACommandListsWhatItTakes() {
        #expect(
            HelpText.command(shape, tool: "tarn query") == """
                Print objects

                Usage: tarn query FILE TYPE [options]

                  FILE  A Tarn file
                  TYPE  A type

                Options:
                  --where CONDITION  Which objects
                  --limit N          How many
                  --json             Print JSON
                  --help             Show this text

                """)
    }

    @Test func theOverviewListsTheCommands() {
        let text = HelpText.overview(tool: "tarn", summary: "Look into a file.", commands: [shape])
        #expect(text.contains("Usage: tarn COMMAND ...\n"))
        #expect(text.contains("  query FILE TYPE  Print objects\n"))
    }
}
