/// The arguments of one command, sorted by what its shape says.
package struct ParsedArguments: Equatable, Sendable {
    /// One value for each operand, in order.
    package private(set) var operands: [String] = []
    private var values: [String: String] = [:]
    private var switches: Set<String> = []

    /// Whether a switch was given.
    package func has(_ name: String) -> Bool { switches.contains(name) }

    /// The value of an option, or nil when it was not given.
    package func value(_ name: String) -> String? { values[name] }

    /// The value of an option as a number that is not negative.
    package func count(_ name: String) throws(UsageError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw UsageError("--\(name) takes a whole number, not '\(text)'")
        }
        return number
    }

    /// Whether the help was asked for, which wins over any fault in the rest.
    package static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Sorts the arguments; `--name value` and `--name=value` are the same, and `--` ends the options.
    package init(_ arguments: [String], for shape: CommandShape) throws(UsageError) {
        var rest = arguments[...]
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if !optionsEnded, argument == "--" {
                optionsEnded = true
            } else if !optionsEnded, argument.hasPrefix("-"), argument != "-" {
                try take(argument, &rest, shape)
            } else {
                operands.append(argument)
            }
        }
        if operands.count > shape.operands.count {
            throw UsageError("unexpected argument '\(operands[shape.operands.count])'")
        }
        if operands.count < shape.operands.count {
            throw UsageError("missing \(shape.operands[operands.count].name)")
        }
    }

    private mutating func take(
        _ argument: String, _ rest: inout ArraySlice<String>, _ shape: CommandShape
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts[0].hasPrefix("--"), let option = shape.options.first(where: { "--" + $0.name == parts[0] }) else {
            throw UsageError("unknown option '\(parts[0])'")
        }
        if option.value == nil {
            guard parts.count == 1 else { throw UsageError("--\(option.name) takes no value") }
            switches.insert(option.name)
            return
        }
        guard values[option.name] == nil else { throw UsageError("--\(option.name) is given twice") }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw UsageError("--\(option.name) needs a value")
        }
        values[option.name] = value
    }
}

/// The command line cannot be understood; the message says what is wrong with it.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// Lines that show the place in what was typed.
    package let excerpt: String?

    package init(_ description: String, excerpt: String? = nil) {
        self.description = description
        self.excerpt = excerpt
    }
}
