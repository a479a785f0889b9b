import Foundation
import Tarn
import Testing

/// Frozen values and references on many threads at once: run with the thread sanitizer too.
@Suite struct CrossingTests {
    let folder = TemporaryFolder()

    private var configuration: Store.Configuration {
        var configuration = folder.configuration([Account.self])
        configuration.mapSize = 1 << 28
        configuration.durability = .memory
        return configuration
    }

    private func open(_ count: Int) throws -> Store {
        let store = try Store(configuration: configuration)
        try store.write {
            var last: Account?
            for id in 0..<count {
                let account = Account(id, 100)
                account.next = last
                try store.add(account)
                last = account
            }
        }
        return store
    }

    // C6: each version adds up, wherever and whenever it is read, while its store reads on and moves.
    @Test func everyFrozenVersionAddsUpOnEveryThread() throws {
        let (count, rounds) = (150, 60)
        let store = try open(count)
        let accounts = store.objects(Account.self).sorted(by: \.amount)
        let versions = Mailbox<FrozenResults<Account>>()
        let threads = (0..<3).map { _ in
            let outcome = ThreadOutcome()
            let thread = Thread {
                outcome.run {
                    while let frozen = versions.take() {
                        #expect(frozen.reduce(0) { $0 + $1.amount } == count * 100)
                        let amounts = frozen.map(\.amount)
                        #expect(amounts == amounts.sorted() && frozen.count == count)
                        let rich = frozen.where { $0.amount > 90 }
                        #expect(rich.allSatisfy { $0.amount > 90 })
                        #expect(frozen[0].chain == frozen[0].id)
                    }
                }
            }
            thread.stackSize = 4 << 20
            thread.start()
            return outcome
        }
        for round in 0..<rounds {
            let frozen = accounts.frozen()
            for _ in 0..<3 { versions.put(frozen) }
            // The store reads through the snapshot that it has handed over.
            #expect(accounts.sum(of: \.amount) == count * 100)
            #expect(store.object(ofType: Account.self, forPrimaryKey: round % count)?.id == round % count)
            try store.write {
                store.object(ofType: Account.self, forPrimaryKey: round % count)?.amount -= 7
                store.object(ofType: Account.self, forPrimaryKey: (round * 7 + 1) % count)?.amount += 7
            }
        }
        versions.close()
        for outcome in threads { try outcome.wait() }
    }

    // C6
    @Test func oneFrozenObjectIsReadByManyTasks() async throws {
        let frozen = try { try open(20).object(ofType: Account.self, forPrimaryKey: 19)?.frozen() }()
        let account = try #require(frozen)
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var sum = 0
                    for _ in 0..<50 { sum += account.amount + (account.next?.next?.id ?? 0) }
                    return sum
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 16 * 50 * (100 + 17))
    }

    // F6, C4
    @Test func actorsResolveReferencesAndThawFrozenObjects() async throws {
        let configuration = configuration
        let (references, frozen) = try {
            let store = try open(30)
            let accounts = store.objects(Account.self)
            return (accounts.map { ThreadSafeReference(to: $0) }, Array(accounts.frozen()))
        }()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<3 {
                group.addTask {
                    let teller = Teller()
                    try await teller.open(configuration)
                    var sum = 0
                    for index in stride(from: number, to: 30, by: 3) {
                        sum += try await teller.pay(references[index], 1)
                        sum += try await teller.pay(frozen[index], 2)
                    }
                    return sum
                }
            }
            var sum = 0
            for try await paid in group { sum += paid }
            #expect(sum == 30 * (101 + 103))
        }
        let store = try Store(configuration: configuration)
        #expect(store.objects(Account.self).sum(of: \.amount) == 30 * 103)
        #expect(frozen.allSatisfy { $0.amount == 100 })
    }

    // F7
    @Test func aThreadSafeVariableIsReadAndSetByManyThreads() throws {
        let store = try open(10)
        let variable = ThreadSafe(wrappedValue: store.object(ofType: Account.self, forPrimaryKey: 3))
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            for round in 0..<20 {
                let account = variable.wrappedValue
                #expect(account?.amount == 100)
                if (number + round) % 5 == 0 { variable.wrappedValue = account }
            }
        }
        #expect(variable.wrappedValue?.id == 3)
    }
}

private final class Account: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var amount: Int
    @Persisted var next: Account?

    /// How many accounts follow.
    var chain: Int {
        var (count, account) = (0, next)
        while let following = account { (count, account) = (count + 1, following.next) }
        return count
    }

    convenience init(_ id: Int, _ amount: Int) {
        self.init()
        self.id = id
        self.amount = amount
    }
}

private actor Teller {
    private var store: Store?

    func open(_ configuration: Store.Configuration) throws { store = try Store(configuration: configuration) }

    func pay(_ reference: ThreadSafeReference<Account>, _ amount: Int) throws -> Int {
        guard let store, let account = store.resolve(reference) else { return 0 }
        return try pay(account, amount, store)
    }

    func pay(_ frozen: Frozen<Account>, _ amount: Int) throws -> Int {
        guard let store, let account = frozen.thaw(in: store) else { return 0 }
        return try pay(account, amount, store)
    }

    private func pay(_ account: Account, _ amount: Int, _ store: Store) throws -> Int {
        try store.write { account.amount += amount }
        return account.amount
    }
}

/// What one thread puts in and others take out.
private final class Mailbox<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the lock orders the accesses. The sanitizer knows this one, other than `Mutex`.
    private let lock = NSLock()
    private let filled = DispatchSemaphore(value: 0)
    private var values: [Value] = []

    func put(_ value: Value) {
        lock.withLock { values.append(value) }
        filled.signal()
    }

    func close() { filled.signal() }

    /// The next value; nil when it is closed and empty.
    func take() -> Value? {
        filled.wait()
        let value = lock.withLock { values.isEmpty ? nil : values.removeFirst() }
        // Whoever waits after the end has to hear of it too.
        if value == nil { filled.signal() }
        return value
    }
}
