import Foundation
import TarnLMDB
import Testing

@testable import TarnRecords

/// One random history of a file with live queries over it.
final class LiveQueryRun {
    /// Two executors of one query, and what is expected of their subscriptions.
    private struct Watched {
        let query: RecordQuery
        let incremental: LiveQuery
        let recomputed: LiveQuery
        var subscriptions: [Subscription] = []
    }

    private struct Subscription {
        let incremental: LiveSubscription
        let recomputed: LiveSubscription
        var oracle: LiveQueryOracle
    }

    /// A snapshot and the model of what it shows.
    private final class Snapshot {
        let transaction: ReadTransaction
        let session: RecordSession

        init(_ file: RecordFile) throws {
            transaction = try file.environment.beginRead()
            session = try RecordSession(transaction.raw, file.trees, file.catalogue, Generation(), isWriting: false)
        }
    }

    private let seed: UInt64
    private var sample: LiveQuerySample
    private let file: RecordFile
    private var model = LiveModel()
    private var shown = LiveModel()
    private var snapshot: Snapshot
    private var watched: [Watched] = []
    private var table: Table { file.catalogue.tables[0] }
    private var other: Table { file.catalogue.tables[1] }
    private static let subscriptionsPerQuery = 3

    init(seed: UInt64) throws {
        self.seed = seed
        sample = LiveQuerySample(seed: seed)
        file = try RecordFile(sample.schemas)
        snapshot = try Snapshot(file)
        try file.write { session in
            for key in LiveQuerySample.otherKeys {
                try session.make(other, key, [.integer(key.number), .integer(0)])
            }
        }
        for _ in 0..<10 { try commit(sample.edits(table, model)) }
        snapshot = try Snapshot(file)
        _ = model.takeTouched()
        shown = model
        for _ in 0..<3 { try watch() }
    }

    private func watch() throws {
        let query = RecordQuery(table: table, steps: sample.steps(table))
        var one = Watched(
            query: query, incremental: try LiveQuery(query, snapshot.session),
            recomputed: try LiveQuery(query, snapshot.session))
        for _ in 0..<Self.subscriptionsPerQuery {
            let filter = sample.filter(table)
            one.subscriptions.append(
                Subscription(
                    incremental: one.incremental.subscribe(filter), recomputed: one.recomputed.subscribe(filter),
                    oracle: LiveQueryOracle(query, filter, shown.run(query))))
        }
        watched.append(one)
    }

    /// Some operations; everything is compared when the queries have moved on.
    func run(_ count: Int) throws {
        for _ in 0..<count {
            let all = watched.count * Self.subscriptionsPerQuery
            let operation = sample.operation(table, model, subscriptions: all)
            try perform(operation)
            if case .advance = operation { try compare() }
        }
        try perform(.advance(hasOld: true))
        for subscription in 0..<watched.count * Self.subscriptionsPerQuery {
            try perform(.take(subscription: subscription))
        }
    }

    private func perform(_ operation: LiveOperation) throws {
        switch operation {
        case .commit(let edits): try commit(edits)
        case .advance(let hasOld): try advance(hasOld)
        case .prune: try prune()
        case .take(let number): try take(number)
        case .skip(let number):
            let place = (number / Self.subscriptionsPerQuery, number % Self.subscriptionsPerQuery)
            watched[place.0].subscriptions[place.1].incremental.skip()
            watched[place.0].subscriptions[place.1].recomputed.skip()
            watched[place.0].subscriptions[place.1].oracle.reset(shown.run(watched[place.0].query))
        }
    }

    private func commit(_ edits: [LiveEdit]) throws {
        try file.write { session in
            for edit in edits {
                try edit.apply(session, table, other)
                model.apply(edit, table)
            }
        }
    }

    private func prune() throws {
        var limits = LogLimits()
        limits.maximumRecords = 2
        let key = try #require(LiveQuerySample.otherKeys.first)
        try file.write(limits: limits) { session in try session.change(other, key, 1, .integer(1)) }
    }

    private func advance(_ hasOld: Bool) throws {
        let next = try Snapshot(file)
        let changes =
            hasOld
            ? VersionChanges(from: snapshot.session, to: next.session)
            : VersionChanges(fromVersion: snapshot.session.version, to: next.session)
        let isKnown = next.session.version == snapshot.session.version || next.session.reaches(snapshot.session.version)
        let touched = model.takeTouched()
        for place in watched.indices {
            do {
                try watched[place].incremental.advance(changes)
                try watched[place].recomputed.reload(changes)
            } catch {
                Issue.record("seed \(seed): \(watched[place].query.steps): \(error)")
                throw error
            }
            for subscription in watched[place].subscriptions.indices {
                watched[place].subscriptions[subscription].oracle.advance(touched, isKnown: isKnown)
            }
        }
        snapshot = next
        shown = model
    }

    private func take(_ number: Int) throws {
        let query = number / Self.subscriptionsPerQuery
        let subscription = watched[query].subscriptions[number % Self.subscriptionsPerQuery]
        let update = try subscription.incremental.take(snapshot.session)
        let again = try subscription.recomputed.take(snapshot.session)
        let now = shown.run(watched[query].query)
        func comment() -> Comment { "seed \(seed): \(watched[query].query.steps), \(String(describing: update))" }
        subscription.oracle.check(update, now, comment)
        #expect(update == again, comment())
        #expect(!subscription.incremental.hasPending, comment())
        watched[query].subscriptions[number % Self.subscriptionsPerQuery].oracle.reset(now)
    }

    /// Both executors show what the array shows.
    private func compare() throws {
        for one in watched {
            func comment() -> Comment { "seed \(seed): \(one.query.steps)" }
            let expected = shown.run(one.query).map(\.key)
            for query in [one.incremental, one.recomputed] {
                #expect(query.version == snapshot.session.version, comment())
                #expect(query.count == expected.count, comment())
                #expect((0..<query.count).map { query.key(at: $0) } == expected, comment())
                let membership = query.membership
                #expect((0..<membership.count).map { membership.key(at: $0) } == expected, comment())
                for row in shown.rows.prefix(8) {
                    let index = try query.index(of: row.key, snapshot.session)
                    #expect(index == expected.firstIndex(of: row.key), comment())
                }
            }
        }
    }
}

extension RecordSession {
    /// Whether the change log goes back to a version.
    func reaches(_ version: UInt64) -> Bool { oldestRecord <= version + 1 }
}
