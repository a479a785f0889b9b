/// A line on the errors that is drawn over itself until the work is done. Draws nothing where nobody watches.
package final class ProgressBar {
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private var state: ProgressState
    private var isDrawn = false

    package init(_ terminal: Terminal, title: String, unit: String) {
        self.terminal = terminal
        state = ProgressState(title: title, unit: unit)
    }

    package func update(completed: Int, total: Int) {
        guard terminal.showsProgress else { return }
        guard let line = state.line(completed: completed, total: total, at: start.duration(to: .now)) else { return }
        // Back to the first column, and clear to the end of the line.
        terminal.errors.write("\r\(line)\u{1b}[K")
        try? terminal.errors.flush()
        isDrawn = true
    }

    /// Leaves the last line standing, or takes it away.
    package func finish(keepingLine: Bool = false) {
        guard isDrawn else { return }
        terminal.errors.write(keepingLine ? "\n" : "\r\u{1b}[K")
        try? terminal.errors.flush()
        isDrawn = false
    }
}
