import Testing

/// One place where a file strays from a house rule.
struct Violation: CustomStringConvertible, Equatable {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

/// Fails once for each violation, so that a run shows all of them.
func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
    for violation in violations {
        Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
}
