import Dispatch
import Foundation
import Synchronization
import Tarn
import Testing

/// Stores that follow the commits of others by themselves, and those that wait.
@Suite struct WakeUpTests {
    let folder = TemporaryFolder()

    // R2
    @Test func aCommitMovesTheStoreOfAQueueInItsNextBlock() throws {
        let (writer, reader) = (try Store(configuration: folder.rules), QueueReader(folder.rules))
        for number in 0..<20 {
            #expect(reader.count() == number)
            try writer.addItems(number..<number + 1)
            #expect(reader.count() == number + 1)
        }
    }

    // R2
    @Test func aCommitMovesTheStoreOfAnActor() async throws {
        let reader = ActorReader()
        try await reader.open(folder.rules)
        for number in 1..<20 {
            // Another thread may run this after each await, so the writer is opened anew.
            try Store(configuration: folder.rules).addItems(number..<number + 1)
            #expect(await reader.waits(for: number))
        }
    }

    // R2
    @MainActor @Test func aCommitMovesTheStoreOfTheMainActor() async throws {
        let reader = try Store(configuration: folder.rules)
        #expect(reader.objects(Item.self).isEmpty)
        let configuration = folder.rules
        try await Task.detached { try Store(configuration: configuration).addItems(0..<3) }.value
        for _ in 0..<1_000_000 where reader.objects(Item.self).count != 3 { await Task.yield() }
        #expect(reader.objects(Item.self).count == 3)
    }

    // R2
    @Test func aStoreThatDoesNotRefreshByItselfStays() throws {
        let (writer, reader) = (try Store(configuration: folder.rules), QueueReader(folder.rules))
        #expect(reader.count() == 0)
        reader.run { $0.autorefresh = false }
        try writer.addItems(0..<2)
        #expect(reader.count() == 0)
        // Switched on again, it catches up with what it has missed.
        reader.run { $0.autorefresh = true }
        #expect(reader.count() == 2)
    }

    // R2
    @Test func aBlockOfAQueueSeesOneVersion() throws {
        let (writer, reader) = (try Store(configuration: folder.rules), QueueReader(folder.rules))
        try reader.run { store in
            #expect(store.objects(Item.self).isEmpty)
            try onAnotherThread { [folder] in try Store(configuration: folder.rules).addItems(0..<5) }
            #expect(store.objects(Item.self).isEmpty)
        }
        #expect(reader.count() == 5)
        try writer.write {}
        #expect(reader.count() == 5)
    }

    // R9
    @Test func anIdleStoreLetsOldVersionsGo() throws {
        let (writer, idle) = (try Store(configuration: folder.rules), QueueReader(folder.rules))
        try writer.addItems(0..<100)
        #expect(idle.count() == 100)
        func churn(_ rounds: Range<Int>) throws -> Int {
            for round in rounds {
                try writer.write { for id in 0..<100 { writer.item(id)?.count = round } }
                // The store is not touched: what runs before this block is what the commit has asked for.
                idle.run { _ in }
            }
            return try writer.information().fileByteCount
        }
        let early = try churn(0..<50)
        let late = try churn(50..<300)
        #expect(late <= 2 * early, "\(early), \(late)")
    }

    @Test func aStoreThatWaitsIsToldOfACommitOfAnotherThread() throws {
        let store = try Store(configuration: folder.rules)
        #expect(store.objects(Item.self).isEmpty)
        let outcome = ThreadOutcome()
        Thread { [folder] in outcome.run { try Store(configuration: folder.rules).addItems(0..<1) } }.start()
        #expect(try store.waitForChange(timeout: .seconds(60)))
        #expect(store.objects(Item.self).count == 1)
        try outcome.wait()
    }

    @Test func whatWasCommittedBeforeTheWaitEndsItAtOnce() throws {
        let (store, writer) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        #expect(store.objects(Item.self).isEmpty)
        try writer.addItems(0..<1)
        #expect(try store.waitForChange(timeout: .seconds(1_000_000_000_000)))
        #expect(store.objects(Item.self).count == 1)
    }

    @Test func withoutACommitTheTimeRunsOut() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        #expect(try !store.waitForChange(timeout: .milliseconds(1)))
        #expect(try !store.waitForChange(timeout: .zero))
        #expect(try !store.waitForChange(timeout: .seconds(-1)))
    }

    @Test func nothingComesOfAWriteThatKeptNothing() throws {
        let (writer, store) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        #expect(store.objects(Item.self).isEmpty)
        try writer.write {}
        try? writer.write {
            try writer.add(Item(1))
            throw CancellationError()
        }
        #expect(try !store.waitForChange(timeout: .milliseconds(1)))
        #expect(writer.wakeUpFailure == nil && store.wakeUpFailure == nil)
    }
}

/// A store of a dispatch queue.
private final class QueueReader: @unchecked Sendable {
    // Unchecked: the store is used on the queue only.
    private let queue = DispatchQueue(label: "reader")
    private var store: Store?

    init(_ configuration: Store.Configuration) {
        queue.sync { store = try? Store(configuration: configuration, queue: queue) }
    }

    deinit { queue.sync { store = nil } }

    func run<R>(_ body: (Store) throws -> R) rethrows -> R {
        try queue.sync { try body(store!) }
    }

    func count() -> Int { run { $0.objects(Item.self).count } }
}

/// A store of an actor.
private actor ActorReader {
    private var store: Store?
    private var count: Int { store?.objects(Item.self).count ?? -1 }

    func open(_ configuration: Store.Configuration) throws {
        store = try Store(configuration: configuration)
        _ = count
    }

    /// Lets others run until the store shows so many objects.
    func waits(for count: Int) async -> Bool {
        for _ in 0..<1_000_000 where self.count != count { await Task.yield() }
        return self.count == count
    }
}
