/// What is asked of live results: how soon and at what price an observer hears of a commit.
///
/// Each of them gives several figures, named after it.
package enum LiveWorkload: String, CaseIterable, Sendable {
    case notification = "L1"
    case rerunning = "L2"
    case manyResults = "L3"
    case manyObjects = "L4"
    case bulkInsert = "L5"
    case readers = "L6"
    case memory = "L7"
    case idle = "L8"
    case processes = "L9"
    case queuedWrites = "L10"

    /// Whether it is run at every size; the others take the largest.
    package var goesOverSizes: Bool { self == .notification || self == .rerunning }

    /// Titles of all figures, by name, in the order of the table.
    package static let titles: [(name: String, title: String)] = [
        ("L1", "commit to callback, filtered and sorted"),
        ("L1w", "bare wake-up of a queue"),
        ("L1b", "commit to callback beyond the wake-up"),
        ("L1r", "commit to callback, largest over smallest file"),
        ("L1a", "price of a callback on a commit of its own store"),
        ("L2", "commit to callback by running again and comparing"),
        ("L2q", "running again alone, without comparing"),
        ("L2s", "times sooner than SQLite that runs again"),
        ("L2r", "times sooner than Tarn that runs again"),
        ("L3", "1000 observed results, over the commit alone"),
        ("L3c", "that commit alone, nothing flushed"),
        ("L4", "10000 observed objects, over the commit alone"),
        ("L4c", "that commit alone, nothing flushed"),
        ("L5", "100000 inserts observed / alone and run again"),
        ("L5o", "100000 inserts, observed"),
        ("L5c", "100000 inserts alone"),
        ("L5q", "running again"),
        ("L5d", "comparing what was found, not counted"),
        ("L6", "slow-down of a writer by 8 reading queues"),
        ("L6o", "slow-down by 8 queues that observe a result"),
        ("L6c", "commit without readers"),
        ("L7", "memory of a live result beyond its keys"),
        ("L7p", "the same and what the allocator keeps"),
        ("L8", "wake-ups of an idle observer, over bare"),
        ("L8b", "those of a bare process with a queue"),
        ("L8t", "processor time of an idle observer"),
        ("L8c", "that of a bare process with a queue"),
        ("L9", "commit in another process to callback"),
        ("L10", "1000 asynchronous writes queued at once"),
        ("L10c", "1000 durable writes one by one"),
        ("L10r", "times faster when queued"),
    ]
}

/// A live workload that did not do what it was measured for: its figures are worthless then.
package struct LiveCheckFailure: Error, CustomStringConvertible {
    /// What went wrong, with the name of the figure.
    package let description: String

    /// Names the figure and what was expected of it.
    package init(_ figure: String, size: Int, _ complaint: String) {
        description = "\(figure), n = \(size): \(complaint)"
    }

    /// Throws unless two numbers that count the same thing are equal.
    package static func require(
        _ figure: String, size: Int, _ what: String, _ found: Int, expected: Int
    ) throws(LiveCheckFailure) {
        if found != expected { throw LiveCheckFailure(figure, size: size, "\(found) \(what), expected \(expected)") }
    }
}
