/// All inputs of one run, made before any clock starts, so that engines are timed on their own work only.
package struct Dataset: Sendable {
    /// The commits of W2, each of one row.
    package static let appendedCount = 500
    /// The look-ups of W3.
    package static let lookupCount = 200_000
    /// The updates of W9 and the deletes of W12.
    package static let changeCount = 10_000
    /// What W9 sets.
    package static let updatedScore = 0.25
    /// The threshold of W4.
    package static let scoreThreshold = 0.5
    /// Ages are 0 up to, not including, this number.
    package static let ageCount = 100
    /// How many objects W7a reads.
    package static let topCount = 100
    /// What W10 looks for.
    package static let soughtCity = "city-42"
    /// What W11 looks for within names.
    package static let soughtText = "99"

    /// The rows that W1 inserts, in the order of their ids.
    package let rows: [PersonRow]
    /// The rows that W2 inserts and that are removed again afterwards.
    package let appendedRows: [PersonRow]
    /// The ids that W3 looks up.
    package let lookupIDs: [Int]
    /// The ids that W9 updates; some come twice.
    package let updateIDs: [Int]
    /// The ids that W12 deletes; some come twice and are skipped then.
    package let deleteIDs: [Int]

    /// The number of rows after W1.
    package var count: Int { rows.count }

    /// Makes the inputs for a number of rows.
    ///
    /// - Complexity: O(`count`).
    package init(count: Int) {
        var generator = SplitMix64(seed: 42)
        rows = (0..<count).map { PersonRow(id: $0, from: &generator) }
        appendedRows = (count..<count + Self.appendedCount).map { PersonRow(id: $0, from: &generator) }
        lookupIDs = Self.randomIDs(Self.lookupCount, below: count, seed: 7)
        updateIDs = Self.randomIDs(Self.changeCount, below: count, seed: 9)
        deleteIDs = Self.randomIDs(Self.changeCount, below: count, seed: 11)
    }

    /// Rows that come after all others, for workloads that insert while somebody observes.
    package static func moreRows(_ count: Int, from id: Int) -> [PersonRow] {
        var generator = SplitMix64(seed: 17 + UInt64(id))
        return (id..<id + count).map { PersonRow(id: $0, from: &generator) }
    }

    private static func randomIDs(_ number: Int, below count: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix64(seed: seed)
        return (0..<number).map { _ in Int(generator.next() % UInt64(count)) }
    }
}
