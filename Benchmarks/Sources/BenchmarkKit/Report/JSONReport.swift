/// Writes figures as a JSON list, one line each, so that two runs can be compared with diff.
package enum JSONReport {
    /// The text of the whole file.
    package static func text(_ figures: [Figure]) -> String {
        "[\n" + figures.map { "  " + line($0) }.joined(separator: ",\n") + "\n]\n"
    }

    // No value needs escaping: names and units are ours, checks are numbers.
    private static func line(_ figure: Figure) -> String {
        let fields = [
            ("workload", quoted(figure.workload)), ("engine", quoted(figure.engine)),
            ("n", String(figure.size)), ("unit", quoted(figure.unit)),
            ("median", decimal(figure.median, digits: 3)), ("min", decimal(figure.min, digits: 3)),
            ("max", decimal(figure.max, digits: 3)), ("runs", String(figure.samples.count)),
            ("check", quoted(figure.check.description)),
        ]
        return "{" + fields.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
