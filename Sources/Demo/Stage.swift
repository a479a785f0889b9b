internal import TarnToolKit

/// Prints the parts of the demo: a heading, the Swift that is run, its result and its time.
struct Stage {
    let terminal: Terminal

    func heading(_ text: String) {
        let rule = String(repeating: "\u{2500}", count: max(0, min(terminal.width, 100) - text.count - 4))
        terminal.output.print(["", terminal.bold("\u{2500}\u{2500} \(text) ") + terminal.dim(rule), ""])
        show()
    }

    /// Runs a piece of work and prints the line of Swift that stands for it with the time it took.
    func run<Result>(_ code: String, _ work: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        let result = try work()
        let time = Figures.duration(start.duration(to: .now))
        let gap = String(repeating: " ", count: max(2, min(terminal.width, 100) - code.count - time.count - 4))
        terminal.output.print("  " + terminal.bold(code) + gap + terminal.dim(time))
        show()
        return result
    }

    /// Prints a line of Swift that is not timed.
    func show(_ code: String) {
        terminal.output.print("  " + terminal.bold(code))
        show()
    }

    func say(_ text: String) {
        terminal.output.print("  " + text)
        show()
    }

    /// Prints a plan, one step after the other.
    func say(_ text: String, _ plan: String) {
        let steps = plan.replacing("; ", with: ";\n").split(separator: "\n")
        terminal.output.print(["  " + text] + steps.map { "    " + $0 })
        show()
    }

    func space() { terminal.output.print() }

    func table(_ airports: some Sequence<Airport>) {
        var table = Table([
            ("code", .left), ("name", .left), ("city", .left), ("state", .left), ("latitude", .right),
            ("longitude", .right),
        ])
        for airport in airports {
            table.add([
                airport.code, airport.name, airport.city, airport.state, Figures.fixed(airport.latitude, digits: 4),
                Figures.fixed(airport.longitude, digits: 4),
            ])
        }
        terminal.output.print(table.lines(width: min(terminal.width, 100), indent: 4))
        show()
    }

    /// A person should see each part when it happens, and in order with the progress bar.
    private func show() { try? terminal.output.flush() }
}
