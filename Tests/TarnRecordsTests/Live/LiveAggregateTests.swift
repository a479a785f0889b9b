import Foundation
import TarnLMDB
import Testing

@testable import TarnRecords

/// Aggregates that follow a query against ones that are computed anew.
@Suite struct LiveAggregateTests {
    private static let rounds = ProcessInfo.processInfo.environment["TARN_LONG"] == nil ? 3 : 300

    // Q13
    @Test func followingGivesWhatComputingAnewGives() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<Self.rounds {
            let file = try RecordFile([SampleValues.schema(indexed: false)])
            _ = try SampleRows.fill(file, keys: SampleRows.keys(120, &random), &random)
            let table = file.table
            var snapshot = try Snapshot(file)
            let followed = try (0..<6).map { _ in
                try Followed(RecordQuery(table: table, steps: Self.steps(table, &random)), snapshot.session)
            }
            for _ in 0..<8 {
                try Self.commit(file, &random)
                let newer = try Snapshot(file)
                let isKnown = !random.isOne(in: 6)
                let changes =
                    isKnown
                    ? VersionChanges(from: snapshot.session, to: newer.session)
                    : VersionChanges(fromVersion: snapshot.session.version, to: newer.session)
                for one in followed {
                    if isKnown { try one.query.advance(changes) } else { try one.query.reload(changes) }
                    try one.expectSame(newer.session, seed)
                }
                snapshot = newer
            }
        }
    }

    /// A version that stays open while it is held.
    private final class Snapshot {
        let transaction: ReadTransaction
        let session: RecordSession

        init(_ file: RecordFile) throws {
            transaction = try file.environment.beginRead()
            session = try file.session(transaction.raw)
        }
    }

    /// Mostly what is followed object by object, and now and then anything.
    private static func steps(_ table: Table, _ random: inout RandomSource) -> [RecordQuery.Step] {
        if random.isOne(in: 4) { return QueryModel.steps(table, &random) }
        var steps: [RecordQuery.Step] = []
        if !random.isOne(in: 3) { steps.append(.filter(RandomFilter.make(table, &random))) }
        if random.isOne(in: 2) { steps.append(.sort([SortKey(column: random.below(table.columns.count))])) }
        return steps
    }

    private static func commit(_ file: RecordFile, _ random: inout RandomSource) throws {
        let table = file.table
        try file.write { session in
            for _ in 0..<random.pick([1, 1, 5, 60]) {
                let key = ObjectKey(Int64(random.below(200)) - 60)
                let isThere = try session.values(table, key) != nil
                if isThere && random.isOne(in: 3) {
                    _ = try session.delete(table, key)
                } else if isThere {
                    let column = 1 + random.below(table.columns.count - 1)
                    try session.change(table, key, column, SampleValues.value(table.columns[column], &random))
                } else {
                    try session.make(table, key, SampleValues.row(table, key, &random))
                }
            }
        }
    }

    /// A query with all aggregates that its columns can have.
    private struct Followed {
        let query: LiveQuery
        let sums: [LiveNumbers]
        let extremes: [LiveExtremes]

        init(_ query: RecordQuery, _ session: RecordSession) throws {
            self.query = try LiveQuery(query, session)
            let columns = query.table.columns
            var (sums, extremes): ([LiveNumbers], [LiveExtremes]) = ([], [])
            for column in columns.indices {
                let kind = columns[column].kind
                if kind.isInteger || [.float, .double].contains(kind) {
                    sums.append(try self.query.numbers(column, session))
                }
                if kind != .link && kind != .bool && kind != .data {
                    extremes.append(try self.query.extremes(column, session))
                }
            }
            (self.sums, self.extremes) = (sums, extremes)
        }

        func expectSame(_ session: RecordSession, _ seed: UInt64) throws {
            let members = try session.run(query.query)
            #expect(query.count == members.count, "seed \(seed)")
            for sum in sums {
                let expected = try session.exactSum(query.query, sum.column)
                #expect(Self.text(sum.sum) == Self.text(expected), "seed \(seed), column \(sum.column)")
                let usual = try session.sum(query.query, sum.column)
                #expect(sum.sum.count == usual.count, "seed \(seed)")
                if case .double = usual.total { continue }
                #expect(sum.sum == usual, "seed \(seed), column \(sum.column)")
            }
            for extreme in extremes {
                let least = try session.extreme(query.query, extreme.column, isMaximum: false)
                let greatest = try session.extreme(query.query, extreme.column, isMaximum: true)
                #expect(extreme.minimum == least, "seed \(seed), column \(extreme.column)")
                #expect(extreme.maximum == greatest, "seed \(seed), column \(extreme.column)")
            }
        }

        /// The bits, since NaN is equal to nothing.
        private static func text(_ sum: NumberSum) -> String {
            "\(sum.total) \(sum.count) \(String(describing: sum.average))"
        }
    }

    @Test func aColumnHasOneAggregateForAllWhoAsk() throws {
        let file = try RecordFile([SampleValues.schema(indexed: false)])
        try file.read { session in
            let query = try LiveQuery(RecordQuery(table: file.table), session)
            let first = try query.numbers(0, session)
            let second = try query.numbers(0, session)
            let extremes = try query.extremes(0, session)
            #expect(first === second)
            #expect(first !== extremes)
        }
    }
}
