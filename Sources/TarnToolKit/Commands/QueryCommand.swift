internal import Foundation
internal import Tarn

/// `tarn query`: the objects of a type that satisfy a condition.
enum QueryCommand: Command {
    /// What fits a window; more is asked for by `--limit`.
    private static let tableLimit = 50

    static let shape = CommandShape(
        "query", "Print objects of a type",
        operands: [
            .init("FILE", "A Tarn file"),
            .init("TYPE", "One of the types that 'tarn types' lists; 'TYPE WHERE CONDITION' in quotes"),
        ],
        options: [
            .init("where", value: "CONDITION", "Only objects that satisfy it"),
            .init("sort", value: "PROPERTY", "In the order of this property, or of one that links lead to"),
            .init("descending", "In the opposite order"),
            .init("limit", value: "N", "At most so many objects (a table shows \(tableLimit) when nothing is said)"),
            .init("explain", "Print how the query is run, and not its result"),
            .init("csv", "Print CSV"),
            .init("json", "Print JSON"),
        ])

    static let notes = """
        A condition compares properties with values:

          age > 17 AND (city == "Oslo" OR name BEGINSWITH 'A')
          name CONTAINS[c] "ann"    age BETWEEN 1 AND 9    id IN {1, 2, 3}    note != nil    NOT isOpen
          born >= '1990-01-31' AND born < '2000-01-01T00:00:00Z'    owner == #5    owner == obj('Person', 7)
          owner.name == "Ann"    ANY dogs.age > 3    dogs.@count > 1    @links.Dog.owner.@count == 0
          SUBQUERY(dogs, $d, $d.age > 3 AND $d.name != nil).@count > 1    TRUEPREDICATE SORT(name ASC) LIMIT(3)

        Texts, dates, identifiers and data (in hexadecimal) stand in quotes, and so may decimal numbers. [c] makes
        upper and lower case the same; in LIKE, ? stands for one character and * for any number of them. A property
        that is called like one of the words above stands in backticks.
        """

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        let terminal = context.terminal
        guard !(arguments.has("csv") && arguments.has("json")) else {
            throw UsageError("--csv and --json exclude each other")
        }
        let isTable = !arguments.has("csv") && !arguments.has("json")
        let query = try StoredQuery(arguments, limit: arguments.count("limit") ?? (isTable ? tableLimit : nil))
        if arguments.has("explain") {
            terminal.output.print(try query.explanation())
            return .done
        }
        let (names, rows) = (query.names, try query.rows())
        if arguments.has("csv") {
            RowPrinter.csv(rows, names: names, to: terminal.output)
        } else if arguments.has("json") {
            RowPrinter.json(rows, names: names, to: terminal.output)
        } else {
            RowPrinter.table(rows, names: names, on: terminal)
            let total = try query.count()
            let shown = rows.count < total ? "\(Figures.count(rows.count)) of " : ""
            terminal.output.print(["", terminal.dim("  " + shown + Figures.count(total, "object"))])
        }
        return .done
    }
}

/// `tarn export`: all objects of a type in a form that other programs read.
enum ExportCommand: Command {
    static let shape = CommandShape(
        "export", "Write all objects of a type as CSV or JSON",
        operands: [.init("FILE", "A Tarn file"), .init("TYPE", "One of the types that 'tarn types' lists")],
        options: [
            .init("csv", "Write CSV: a line of names, then a line for each object"),
            .init("json", "Write JSON: an array with one object on each line"),
            .init("where", value: "CONDITION", "Only objects that satisfy it, as in 'tarn query'"),
            .init("sort", value: "PROPERTY", "In the order of this property"),
            .init("descending", "In the opposite order"),
        ])

    static let notes = """
        In CSV nil is an empty field and an empty text is a pair of quotes. In JSON numbers that JSON does not have
        (nan, inf) are texts.
        """

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        guard arguments.has("csv") != arguments.has("json") else { throw UsageError("say either --csv or --json") }
        let query = try StoredQuery(arguments, limit: nil)
        if arguments.has("csv") {
            RowPrinter.csv(try query.rows(), names: query.names, to: context.terminal.output)
        } else {
            RowPrinter.json(try query.rows(), names: query.names, to: context.terminal.output)
        }
        return .done
    }
}
