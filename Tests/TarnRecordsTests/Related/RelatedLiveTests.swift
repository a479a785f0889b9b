import TarnLMDB
import Testing

@testable import TarnRecords

@Suite struct RelatedLiveTests {
    /// Live queries over links, lists, sets, maps and embedded objects, followed object by object, run again, and
    /// worked out from dictionaries: always the same.
    @Test func liveQueriesFollowWhatTheyAreRelatedTo() throws {  // N2, N3, N6, Q2, Q5, Q7, L2, L4, O3
        for seed in RelatedQueryTests.seeds(60, 3000) { try RelatedLiveRun(seed).run() }
    }

    @Test func aQueryThatLooksBackIsRunAgain() throws {
        let file = try RecordFile(RelatedWorld.schemas(indexed: false))
        let places = file.catalogue.tables[RelatedWorld.places]
        func isIncremental(_ step: RecordQuery.Step) throws -> Bool {
            try file.read { try LiveQuery(RecordQuery(table: places, steps: [step]), $0).isIncremental }
        }
        let back = Filter.related(.inverse(table: 0, column: RelatedWorld.home), .any, .constant(true))
        #expect(try !isIncremental(.filter(back)))
        #expect(
            try !isIncremental(
                .filter(
                    .not(
                        .expression(
                            .count([], .inverse(table: 0, column: RelatedWorld.home), nil), .less,
                            .constant(.integer(3)))))))
        #expect(try isIncremental(.filter(.related(.elements(column: 3), .any, .compare(column: 1, .equal, .null)))))
        #expect(try isIncremental(.sort([SortKey(path: [2], column: 0)])))
    }
}

/// One random history of the related world with live queries over it.
private final class RelatedLiveRun {
    private struct Watched {
        let table: Int
        let query: RecordQuery
        let followed: LiveQuery
        let again: LiveQuery
        let subscription: LiveSubscription
        var shown: [ObjectKey]
    }

    private let seed: UInt64
    private let file: RecordFile
    private var sample: RandomRelated
    private var world: RelatedWorld
    private var watched: [Watched] = []
    private var snapshot: Snapshot

    /// A session with the transaction that it reads in.
    private final class Snapshot {
        let transaction: ReadTransaction
        let session: RecordSession

        init(_ file: RecordFile) throws {
            transaction = try file.environment.beginRead()
            session = try file.session(transaction.raw)
        }
    }

    init(_ seed: UInt64) throws {
        self.seed = seed
        var random = RandomSource(seed: seed)
        file = try RecordFile(RelatedWorld.schemas(indexed: random.isOne(in: 2)))
        sample = RandomRelated(random, file.catalogue)
        world = RelatedWorld(file.catalogue)
        snapshot = try Snapshot(file)
        try commit(60)
        try advance(hasOld: true)
        for _ in 0..<4 { try watch() }
    }

    private func watch() throws {
        let table = sample.random.pick([0, 0, 0, 1])
        sample.looksBack = sample.random.isOne(in: 5)
        let query = RecordQuery(table: file.catalogue.tables[table], steps: sample.steps(table))
        let followed = try LiveQuery(query, snapshot.session)
        watched.append(
            Watched(
                table: table, query: query, followed: followed, again: try LiveQuery(query, snapshot.session),
                subscription: followed.subscribe(.own), shown: RelatedModel(world: world).run(query.steps, table)))
    }

    func run() throws {
        for _ in 0..<6 {
            for _ in 0...sample.random.below(3) {
                try commit(1 + sample.random.below(sample.random.isOne(in: 5) ? 60 : 4))
            }
            if sample.random.isOne(in: 9) { try prune() }
            try advance(hasOld: !sample.random.isOne(in: 8))
            try compare()
        }
    }

    private func commit(_ count: Int) throws {
        try file.write { session in
            for _ in 0..<count {
                let edit = sample.edit(world)
                try edit.apply(session)
                world.apply(edit)
            }
        }
    }

    /// The change log forgets all but the last commits, so that versions have to be compared.
    private func prune() throws {
        let edit = RelatedEdit.insert(RelatedWorld.regions, ObjectKey(77), [.null, .null])
        try file.write(keeping: 1) { session in
            if world.tables[RelatedWorld.regions][ObjectKey(77)] == nil { try edit.apply(session) }
        }
        if world.tables[RelatedWorld.regions][ObjectKey(77)] == nil { world.apply(edit) }
    }

    private func advance(hasOld: Bool) throws {
        let next = try Snapshot(file)
        let changes =
            hasOld
            ? VersionChanges(from: snapshot.session, to: next.session)
            : VersionChanges(fromVersion: snapshot.session.version, to: next.session)
        for one in watched {
            try one.followed.advance(changes)
            try one.again.reload(changes)
        }
        snapshot = next
    }

    private func compare() throws {
        for place in watched.indices {
            let one = watched[place]
            let expected = RelatedModel(world: world).run(one.query.steps, one.table)
            func comment() -> Comment {
                "seed \(seed): \((try? snapshot.session.plan(one.query))?.description ?? ""); \(one.query.steps)"
            }
            #expect((0..<one.followed.count).map { one.followed.key(at: $0) } == expected, comment())
            #expect((0..<one.again.count).map { one.again.key(at: $0) } == expected, comment())
            // The indexes of the update lead from what was shown to what is shown (N3).
            var rebuilt = one.shown
            if let update = try one.subscription.take(snapshot.session) {
                for index in update.deletions.reversed() { rebuilt.remove(at: index) }
                for index in update.insertions { rebuilt.insert(expected[index], at: index) }
            }
            #expect(rebuilt == expected, comment())
            watched[place].shown = expected
        }
    }
}
