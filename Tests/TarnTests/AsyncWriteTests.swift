import Foundation
import Tarn
import Testing

/// Background writes of many actors, queues and threads at the same time: run with the thread sanitizer too.
@Suite struct AsyncWriteTests {
    let folder = TemporaryFolder()

    private var configuration: Store.Configuration {
        var configuration = folder.configuration([Coin.self])
        configuration.mapSize = 1 << 28
        configuration.durability = .memory
        return configuration
    }

    // W1, W13
    @Test func everyWriteThatReturnsIsThereAndNoOther() async throws {
        let configuration = configuration
        let written = try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<4 {
                group.addTask {
                    let mint = Mint()
                    try await mint.open(configuration)
                    return try await mint.work(from: number * 1000)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let store = try Store(configuration: configuration, isolation: nil)
        #expect(store.objects(Coin.self).map(\.id) == written.sorted())
        store.close()
        #expect(try Store.deleteFiles(for: configuration))
    }

    // W1, W2, W12
    @Test func storesOfQueuesComeAndGoWithWritesUnderWay() async throws {
        let configuration = configuration
        let keeper = try Store(configuration: configuration, isolation: nil)
        let counts = Counts()
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            let queue = DispatchQueue(label: "queue-\(number)")
            var random = SplitMix(seed: UInt64(number) + 11)
            for round in 0..<15 {
                queue.sync {
                    guard let store = try? Store(configuration: configuration, queue: queue) else { return }
                    let first = number * 1000 + round * 10
                    for key in first..<first + 5 {
                        let isBad = Int.random(in: 0..<4, using: &random) == 0
                        counts.begin()
                        let id = store.writeAsync { store in
                            try store.add(Coin(key))
                            if isBad { throw CancellationError() }
                        } onComplete: {
                            counts.end(key, $0 == nil)
                        }
                        if Int.random(in: 0..<8, using: &random) == 0 {
                            // Silenced: whether it was written is not known when it has begun.
                            counts.silence(key, store.cancelAsyncWrite(id))
                        }
                    }
                    if Bool.random(using: &random) { try? store.write { try store.add(Coin(first + 9)) } }
                    if Bool.random(using: &random) { store.close() }
                }
            }
        }
        while !counts.isSettled { await Task.yield() }
        let store = try Store(configuration: configuration, isolation: nil)
        let keys = Set(store.objects(Coin.self).map(\.id).filter { $0 % 10 < 5 })
        #expect(counts.written.isSubset(of: keys) && keys.subtracting(counts.written).isSubset(of: counts.unknown))
        store.close()
        _ = consume keeper
    }

    // W1: readers see whole blocks only, in the order of the queue.
    @Test func readersSeeWholeBlocksInOrder() async throws {
        let configuration = configuration
        let mint = Mint()
        try await mint.open(configuration)
        let isDone = Counts()
        async let reading: Void = Task.detached {
            let own = try Store(configuration: configuration, isolation: nil)
            var last = 0
            repeat {
                try own.refresh()
                let keys = own.objects(Coin.self).map(\.id)
                #expect(keys.count % 3 == 0 && keys.count >= last && keys == Array(0..<keys.count))
                last = keys.count
            } while isDone.written.isEmpty
        }.value
        for block in 0..<100 {
            await mint.queue { store in
                for key in block * 3..<block * 3 + 3 { try store.add(Coin(key)) }
            }
        }
        try await mint.settle()
        isDone.end(0, true)
        try await reading
        #expect(await mint.count() == 300)
    }
}

private final class Coin: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var weight: Int

    convenience init(_ id: Int) {
        self.init()
        self.id = id
        weight = id % 7
    }
}

/// An actor that writes in the background.
private actor Mint {
    private var store: Store?

    func open(_ configuration: Store.Configuration) throws { store = try Store(configuration: configuration) }

    /// Writes of every kind; answers the keys of those that were carried out.
    func work(from first: Int) async throws -> [Int] {
        guard let store else { return [] }
        var written: [Int] = []
        for key in first..<first + 30 {
            switch key % 5 {
            case 0:
                try store.write { try store.add(Coin(key)) }
                written.append(key)
            case 1:
                try? await store.asyncWrite { store in
                    try store.add(Coin(key))
                    throw CancellationError()
                }
            case 2:
                let task = Task { try await self.add(key) }
                task.cancel()
                if (try? await task.value) != nil { written.append(key) }
            default:
                try await store.asyncWrite(allowGrouping: key % 2 == 0) { store in try store.add(Coin(key)) }
                #expect(store.object(ofType: Coin.self, forPrimaryKey: key)?.weight == key % 7)
                written.append(key)
            }
        }
        store.close()
        return written
    }

    private func add(_ key: Int) async throws { try await store?.asyncWrite { store in try store.add(Coin(key)) } }

    func queue(_ body: @escaping @Sendable (Store) throws -> Void) {
        store?.writeAsync(body) { #expect($0 == nil) }
    }

    func settle() async throws { try await store?.asyncRefresh() }
    func count() -> Int? { store?.objects(Coin.self).count }
}

/// What became of the writes of several threads.
private final class Counts: @unchecked Sendable {
    // Unchecked: the lock orders the accesses.
    private let lock = NSLock()
    private var waiting = 0
    private var ended: Set<Int> = []
    private var silenced: Set<Int> = []

    func begin() { lock.withLock { waiting += 1 } }

    func end(_ key: Int, _ isWritten: Bool) {
        lock.withLock {
            waiting -= 1
            if isWritten { ended.insert(key) }
        }
    }

    func silence(_ key: Int, _ isCancelled: Bool) {
        lock.withLock {
            waiting -= 1
            if !isCancelled { silenced.insert(key) }
        }
    }

    var isSettled: Bool { lock.withLock { waiting <= 0 } }
    var written: Set<Int> { lock.withLock { ended } }
    var unknown: Set<Int> { lock.withLock { silenced } }
}
