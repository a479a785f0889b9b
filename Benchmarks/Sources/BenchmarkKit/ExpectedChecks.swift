/// The answers of the workloads computed from the plain rows: a witness that needs no engine.
package struct ExpectedChecks: Sendable {
    private let checks: [Workload: Check]

    /// Computes all answers.
    ///
    /// - Complexity: O(n log n) in the number of rows.
    package init(dataset: Dataset) {
        let rows = dataset.rows
        let best = rows.sorted { $0.score > $1.score }
        let all = rows.reduce(0) { sum, row in
            sum + row.id + row.age + row.name.utf8.count + row.city.utf8.count + row.createdAt % 1000
                + (row.isActive ? 1 : 0)
        }
        let lookedUp = dataset.lookupIDs.reduce(0) { $0 + rows[$1].age + rows[$1].name.utf8.count }
        let updated = Set(dataset.updateIDs)
        checks = [
            .bulkInsert: .count(rows.count),
            .fileSize: .none,
            .openAndRead: .count(rows[rows.count / 2].name.utf8.count),
            .durableCommits: .count(rows.count + Dataset.appendedCount),
            .pointLookup: .count(lookedUp),
            .snapshotLookup: .count(lookedUp),
            .filterCount: .count(rows.count { $0.score > Dataset.scoreThreshold && $0.isActive }),
            .indexedFilter: .count(rows.reduce(0) { $0 + $1.name.utf8.count }),
            .sum: .real(rows.reduce(0) { $0 + $1.score }),
            .topHundred: .count(best.prefix(Dataset.topCount).reduce(0) { $0 + $1.id }),
            .sortAll: .integer(
                best.enumerated().reduce(0) { $0 ^ (UInt64($1.element.id) &* UInt64($1.offset + 1)) }),
            .enumerate: .count(all),
            .enumerateColumns: .count(all),
            .textEquality: .count(rows.count { $0.city == Dataset.soughtCity }),
            .textContains: .count(rows.count { Self.contains($0.name, Dataset.soughtText) }),
            .bulkUpdate: .real(
                rows.reduce(0) { $0 + (updated.contains($1.id) ? Dataset.updatedScore : $1.score) }),
            .bulkDelete: .count(rows.count - Set(dataset.deleteIDs).count),
        ]
    }

    /// The right answer of one workload.
    package func check(of workload: Workload) -> Check { checks[workload] ?? .none }

    // Over bytes, since contains(_:) on String belongs to Foundation or to the slower regular-expression module.
    private static func contains(_ text: String, _ part: String) -> Bool {
        let text = Array(text.utf8), part = Array(part.utf8)
        guard text.count >= part.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}
