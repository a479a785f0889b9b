/// What one command of a tool takes: enough to parse its arguments and to write its help.
package struct CommandShape: Sendable {
    package let name: String
    package let summary: String
    package let operands: [Operand]
    package let options: [Option]

    package init(_ name: String, _ summary: String, operands: [Operand] = [], options: [Option] = []) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
    }

    /// A value known by its place, for example the file.
    package struct Operand: Sendable {
        package let name: String
        package let help: String

        package init(_ name: String, _ help: String) {
            self.name = name
            self.help = help
        }
    }

    /// A value known by its name, or a switch when it takes none.
    package struct Option: Sendable {
        package let name: String
        /// What the value is called in the help; nil makes the option a switch.
        package let value: String?
        package let help: String

        package init(_ name: String, value: String? = nil, _ help: String) {
            self.name = name
            self.value = value
            self.help = help
        }
    }
}
