internal import Foundation

/// Where a tool writes: results to the output, everything about how it goes to the errors.
package struct Terminal {
    package let output: TextOutput
    package let errors: TextOutput
    /// Whether a person watches the errors, so that a progress bar makes sense.
    package let showsProgress: Bool
    /// Whether the output may carry bold and dim letters.
    package let showsStyle: Bool
    /// The columns that a table may take.
    package let width: Int

    package init(
        output: TextOutput, errors: TextOutput, showsProgress: Bool = false, showsStyle: Bool = false, width: Int = 100
    ) {
        self.output = output
        self.errors = errors
        self.showsProgress = showsProgress
        self.showsStyle = showsStyle
        self.width = width
    }

    /// The terminal, file or pipe that the process was started with.
    package static func standard() -> Terminal {
        let environment = ProcessInfo.processInfo.environment
        let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 100
        return Terminal(
            output: TextOutput(.standardOutput), errors: TextOutput(.standardError),
            showsProgress: isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb",
            showsStyle: isatty(STDOUT_FILENO) == 1 && !isPlain, width: max(40, columns))
    }

    package func bold(_ text: String) -> String { showsStyle ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
    package func dim(_ text: String) -> String { showsStyle ? "\u{1b}[2m\(text)\u{1b}[0m" : text }
}
