import TarnLMDB
import Testing

@testable import TarnRecords

/// Single rules of live queries, on objects of which one sees at a glance what must be told.
@Suite struct LiveQueryTests {
    /// Objects 0, 1, 2 and so on with some numbers, and one live query over them.
    private final class List {
        let file: RecordFile
        let query: LiveQuery
        private(set) var transaction: ReadTransaction
        private(set) var session: RecordSession
        var table: Table { file.catalogue.tables[0] }

        init(_ numbers: [Int64], _ steps: [RecordQuery.Step]) throws {
            file = try RecordFile([
                ObjectSchema(
                    name: "Item",
                    properties: [
                        PropertySchema(name: "id", kind: .int64, isPrimaryKey: true),
                        PropertySchema(name: "number", kind: .int64), PropertySchema(name: "other", kind: .int64),
                    ])
            ])
            let table = file.catalogue.tables[0]
            try file.write { session in
                for (id, number) in numbers.enumerated() {
                    try session.make(table, ObjectKey(Int64(id)), [.integer(Int64(id)), .integer(number), .integer(0)])
                }
            }
            transaction = try file.environment.beginRead()
            session = try RecordSession(transaction.raw, file.trees, file.catalogue, Generation(), isWriting: false)
            query = try LiveQuery(RecordQuery(table: table, steps: steps), session)
        }

        var members: [Int64] { (0..<query.count).map { query.key(at: $0).number } }

        /// Commits and moves the query on.
        func write(_ body: (RecordSession) throws -> Void) throws {
            try file.write(body)
            let next = try file.environment.beginRead()
            let session = try RecordSession(next.raw, file.trees, file.catalogue, Generation(), isWriting: false)
            try query.advance(VersionChanges(from: self.session, to: session))
            self.session = session
            transaction = next
        }

        func set(_ id: Int64, _ number: Int64, column: Int = 1) throws {
            try write { try $0.change(table, ObjectKey(id), column, .integer(number)) }
        }

        func make(_ session: RecordSession, _ id: Int64, _ number: Int64) throws {
            try session.make(table, ObjectKey(id), [.integer(id), .integer(number), .integer(0)])
        }
    }

    private static let byNumber = RecordQuery.Step.sort([SortKey(column: 1)])

    @Test func theObjectThatWasSetIsTheOneThatMoved() throws {  // N6, N7
        let list = try List([10, 20, 30, 40], [Self.byNumber])
        let subscription = list.query.subscribe(.own)
        try list.set(0, 25)
        var update = try #require(try subscription.take(list.session))
        #expect(list.members == [1, 0, 2, 3])
        #expect(update.deletions == [0] && update.insertions == [1] && update.moves == [.init(from: 0, to: 1)])
        #expect(update.modifications.isEmpty)
        try list.set(0, 26)
        update = try #require(try subscription.take(list.session))
        #expect(update.deletions.isEmpty && update.modifications == [1] && update.newModifications == [1])
    }

    @Test func whatCancelsOutIsNotTold() throws {  // N8
        let list = try List([10, 20, 30], [.filter(.compare(column: 1, .less, .integer(100))), Self.byNumber])
        let subscription = list.query.subscribe(.paths([]))
        try list.write { try list.make($0, 7, 15) }
        try list.set(2, 500)
        try list.set(2, 30)
        try list.write { _ = try $0.delete(list.table, ObjectKey(7)) }
        #expect(try subscription.take(list.session) == nil)
    }

    @Test func anotherObjectUnderTheSameKeyIsADeletionAndAnInsertion() throws {  // P8
        let list = try List([10, 20], [Self.byNumber])
        let (one, other) = (list.query.subscribe(.own), list.query.subscribe(.own))
        try list.write { session in
            _ = try session.delete(list.table, ObjectKey(0))
            try list.make(session, 0, 10)
        }
        let update = try #require(try one.take(list.session))
        #expect(update.deletions == [0] && update.insertions == [0])
        #expect(update.moves.isEmpty && update.modifications.isEmpty)
        try list.set(0, 10)
        #expect(try other.take(list.session) == update)
    }

    @Test func aLimitLetsTheNextOneIn() throws {
        let list = try List([10, 20, 30, 40], [Self.byNumber, .limit(count: 2, offset: 1)])
        let subscription = list.query.subscribe(.own)
        try list.set(0, 35)
        let update = try #require(try subscription.take(list.session))
        #expect(list.members == [2, 0])
        #expect(update.deletions == [0] && update.insertions == [1])
    }

    @Test func aGroupIsShownByItsNextObject() throws {  // Q7
        let list = try List([5, 5, 6], [.distinct([1])])
        let subscription = list.query.subscribe(.own)
        try list.set(0, 6)
        let update = try #require(try subscription.take(list.session))
        #expect(list.members == [0, 1])
        #expect(update.deletions == [1] && update.insertions == [1] && update.modifications == [0])
    }

    @Test func strangersWakeNobody() throws {  // N9
        let list = try List([10, 20, 30], [.filter(.compare(column: 1, .less, .integer(25))), Self.byNumber])
        let subscription = list.query.subscribe(.reachable)
        try list.set(2, 99)
        try list.set(2, 1, column: 2)
        #expect(!subscription.hasPending)
        try list.set(1, 1, column: 2)
        #expect(subscription.hasPending)
    }

    @Test func whatWasSkippedIsNotToldLater() throws {  // N18
        let list = try List([10, 20, 30], [Self.byNumber])
        let (told, skipped) = (list.query.subscribe(.own), list.query.subscribe(.own))
        try list.write { try list.make($0, 7, 5) }
        skipped.skip()
        try list.set(2, 1)
        let update = try #require(try skipped.take(list.session))
        #expect(update.deletions == [3] && update.insertions == [0])
        #expect(try told.take(list.session)?.insertions == [0, 1])
    }

    @Test func memoryStaysBelowTwentyFourBytesAnObjectBesidesKeys() throws {
        let list = try List((0..<20_000).map { $0 * 7919 % 20_011 }, [Self.byNumber])
        for id in 0..<200 { try list.set(Int64(id), Int64(id * 31)) }
        #expect(list.query.byteCount < (24 + 8) * list.query.count)
    }

    @Test func filtersAfterACutAreRunAgain() throws {  // Q8
        let filter = RecordQuery.Step.filter(.compare(column: 1, .less, .integer(25)))
        #expect(try List([], [filter, Self.byNumber, .limit(count: 3, offset: 0)]).query.isIncremental)
        #expect(try List([], [filter, .distinct([1]), Self.byNumber]).query.isIncremental)
        #expect(try !List([], [.limit(count: 3, offset: 0), filter]).query.isIncremental)
        #expect(try !List([], [.distinct([1]), filter]).query.isIncremental)
    }
}
