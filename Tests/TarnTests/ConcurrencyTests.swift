import Foundation
import Tarn
import Testing

/// What threads do at the same time on one file: run with the thread sanitizer too.
@Suite struct ConcurrencyTests {
    let folder = TemporaryFolder()

    private var configuration: Store.Configuration {
        var configuration = folder.configuration([Purse.self])
        configuration.mapSize = 1 << 28
        configuration.durability = .memory
        return configuration
    }

    // R1
    @Test func readersSeeWholeCommitsWhileAWriterMovesMoney() throws {
        let configuration = configuration
        let (count, total) = (200, 200 * 100)
        let store = try Store(configuration: configuration)
        try store.write { for id in 0..<count { try store.add(Purse(id, 100)) } }
        let isDone = Flag()
        let readers = Threads.start(3) { number in
            let own = try Store(configuration: configuration)
            let purses = own.objects(Purse.self)
            var random = SplitMix(seed: UInt64(number))
            repeat {
                try own.refresh()
                #expect(purses.sum(of: \.amount) == total)
                #expect(purses.reduce(0) { $0 + $1.amount } == total)
                #expect(purses.values(of: \.amount).reduce(0, +) == total && purses.count == count)
                let id = Int.random(in: 0..<count, using: &random)
                let one = own.object(ofType: Purse.self, forPrimaryKey: id)
                #expect(one?.owner == "owner-\(id)" && one?.amount == purses[id].amount)
            } while !isDone.isSet
        }
        var random = SplitMix(seed: 99)
        for _ in 0..<300 {
            try store.write {
                let from = Int.random(in: 0..<count, using: &random)
                let to = Int.random(in: 0..<count, using: &random)
                store.object(ofType: Purse.self, forPrimaryKey: from)?.amount -= 10
                store.object(ofType: Purse.self, forPrimaryKey: to)?.amount += 10
            }
        }
        isDone.set()
        try readers.wait()
    }

    // W1
    @Test func writersOfSeveralThreadsCountTogether() throws {
        let configuration = configuration
        let store = try Store(configuration: configuration)
        try store.write { try store.add(Purse(0, 0)) }
        let writers = Threads.start(4) { number in
            let own = try Store(configuration: configuration)
            for round in 0..<50 {
                try own.write {
                    let purse = try #require(own.object(ofType: Purse.self, forPrimaryKey: 0))
                    purse.amount += 1
                    try own.add(Purse(1 + number * 50 + round, 1))
                }
            }
        }
        try writers.wait()
        try store.refresh()
        #expect(store.object(ofType: Purse.self, forPrimaryKey: 0)?.amount == 200)
        #expect(store.objects(Purse.self).count == 201)
    }

    @Test func storesComeAndGoAtRandom() throws {
        let configuration = configuration
        let threads = Threads.start(4) { number in
            var random = SplitMix(seed: UInt64(number) + 7)
            for round in 0..<40 {
                let own = try Store(configuration: configuration)
                if Bool.random(using: &random) {
                    try own.write { try own.add(Purse(number * 1000 + round, 1), update: .modified) }
                }
                let before = own.objects(Purse.self).count
                #expect(own.objects(Purse.self).sum(of: \.amount) == before)
                if Bool.random(using: &random) { own.close() }
            }
        }
        try threads.wait()
        #expect(try Store.deleteFiles(for: configuration))
    }

    // X1
    @Test func storesInMemoryAreSharedByThreads() throws {
        let name = "concurrency-\(UUID().uuidString)"
        var configuration = Store.Configuration(inMemoryIdentifier: name, objectTypes: [Purse.self])
        configuration.mapSize = 1 << 28
        let shared = configuration
        let store = try Store(configuration: shared)
        let threads = Threads.start(4) { number in
            for round in 0..<25 {
                let own = try Store(configuration: shared)
                try own.write { try own.add(Purse(number * 25 + round, 1)) }
                own.close()
            }
        }
        try threads.wait()
        try store.refresh()
        #expect(store.objects(Purse.self).count == 100)
        store.close()
        let others = Threads.start(3) { number in
            // Each of these may be the first or the last on its name.
            for round in 0..<20 {
                let own = try Store(configuration: shared)
                try own.write { try own.add(Purse(number * 20 + round, 1), update: .all) }
            }
        }
        try others.wait()
        #expect(try Store(configuration: shared).isEmpty)
    }

    // M14
    @Test func theFirstOpeningIsMadeOnceByManyThreads() throws {
        let configuration = configuration
        try Threads.start(4) { number in
            let own = try Store(configuration: configuration)
            try own.write { try own.add(Purse(number, 1)) }
        }.wait()
        #expect(try Store(configuration: configuration).objects(Purse.self).count == 4)
    }

    // C4
    @Test func actorsReadAndWriteAtTheSameTime() async throws {
        let configuration = configuration
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let cashier = Cashier(number)
                    try await cashier.open(configuration)
                    for _ in 0..<25 { try await cashier.add() }
                    return await cashier.close()
                }
            }
            var sum = 0
            for try await count in group { sum += count }
            #expect(sum == 100)
        }
        #expect(try Store(configuration: configuration).objects(Purse.self).count == 100)
    }
}

/// What the threads have in common.
private final class Purse: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var amount: Int
    @Persisted var owner: String

    convenience init(_ id: Int, _ amount: Int) {
        self.init()
        self.id = id
        self.amount = amount
        owner = "owner-\(id)"
    }
}

private actor Cashier {
    private let number: Int
    private var store: Store?
    private var added = 0

    init(_ number: Int) { self.number = number }

    func open(_ configuration: Store.Configuration) throws { store = try Store(configuration: configuration) }

    func add() async throws {
        guard let store else { return }
        try store.write { try store.add(Purse(number * 1000 + added, 1)) }
        added += 1
        await Task.yield()
        #expect(store.object(ofType: Purse.self, forPrimaryKey: number * 1000 + added - 1)?.amount == 1)
    }

    func close() -> Int {
        store?.close()
        return added
    }
}

/// Several threads that do the same and are waited for.
private struct Threads {
    private let outcomes: [ThreadOutcome]

    static func start(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> Threads {
        Threads(
            outcomes: (0..<count).map { number in
                let outcome = ThreadOutcome()
                let thread = Thread { outcome.run { try body(number) } }
                thread.stackSize = 4 << 20
                thread.start()
                return outcome
            })
    }

    func wait() throws { for outcome in outcomes { try outcome.wait() } }
}

/// Set by one thread and seen by others.
private final class Flag: @unchecked Sendable {
    // Unchecked: the lock orders the accesses.
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
