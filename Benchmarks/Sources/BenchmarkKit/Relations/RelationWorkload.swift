/// What is asked of lists, links, words and predicates. Each may give several figures, named after it.
package enum RelationWorkload: String, CaseIterable, Sendable {
    case appending = "R1"
    case inserting = "R2"
    case traversal = "R3"
    case inverse = "R4"
    case throughLink = "R5"
    case words = "R6"
    case predicate = "R7"
    case shortLists = "R8"

    /// Titles of all figures, by name, in the order of the table.
    package static let titles: [(name: String, title: String)] = [
        ("R1", "append to a long list"),
        ("R1r", "read that list"),
        ("R2", "insert anywhere in a long list"),
        ("R3", "follow a link"),
        ("R4", "find who links to an object"),
        ("R5", "filter by what a link leads to"),
        ("R5n", "the same, few found"),
        ("R6b", "store texts with their words"),
        ("R6w", "find texts by a word"),
        ("R6a", "find texts by two words"),
        ("R6p", "find texts by a phrase"),
        ("R6x", "find texts by a prefix"),
        ("R6t", "the best ten by a word"),
        ("R6f", "size of the file with words"),
        ("R7", "read a predicate"),
        ("R8", "names of a list of 100"),
    ]

    /// The least that SQLite's figure over Tarn's is meant to be.
    package static func target(_ name: String) -> Target {
        ["R1", "R2", "R6b"].contains(name)
            ? .ratio(atLeast: 1) : name == "R6f" ? .size(atMost: 1.5) : .ratio(atLeast: 2)
    }
}
