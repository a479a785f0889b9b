internal import Tarn

/// Prints objects as a table, as CSV with a line of names, or as a JSON array with one object on each line.
enum RowPrinter {
    static func table(_ rows: [DynamicStore.Row], names: [String], on terminal: Terminal) {
        let areNumbers = names.indices.map { column in
            let values = rows.lazy.map { $0.values[column] }
            return values.contains { $0.isNumber } && values.allSatisfy { $0.isNumber || $0.isNull }
        }
        var table = Table(names.indices.map { (names[$0], areNumbers[$0] ? .right : .left) })
        for row in rows { table.add(row.values.map { $0.isNull ? "-" : "\($0)" }) }
        terminal.output.print(table.lines(width: terminal.width))
    }

    static func csv(_ rows: [DynamicStore.Row], names: [String], to output: TextOutput) {
        output.print(CSVText.line(names))
        for row in rows { output.print(CSVText.line(row.values.map { $0.isNull ? nil : "\($0)" })) }
    }

    static func json(_ rows: [DynamicStore.Row], names: [String], to output: TextOutput) {
        output.write("[")
        for (index, row) in rows.enumerated() {
            output.write(index == 0 ? "\n" : ",\n")
            output.write(JSONText.object(Array(zip(names, row.values.map(\.json)))).compact)
        }
        output.print(rows.isEmpty ? "]" : "\n]")
    }
}

extension DynamicValue {
    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .int, .double: true
        default: false
        }
    }

    fileprivate var json: JSONText {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .integer(value)
        case .double(let value): .real(value)
        default: .string("\(self)")
        }
    }
}
