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
        #expect(await Task.yielding { reader.objects(Item.self).count == 3 })
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

    // R2
    @Test func manyCommitsWhileAQueueIsBusyMakeOneMove() throws {
        let (writer, reader) = (try Store(configuration: folder.rules), QueueReader(folder.rules))
        let calls = Mutex(0)
        let token = reader.run { store in
            _ = store.objects(Item.self).count
            return store.observe { _, _ in calls.withLock { $0 += 1 } }
        }
        reader.run { _ in }
        try reader.run { _ in
            for number in 0..<50 { try writer.addItems(number..<number + 1) }
        }
        reader.run { _ in }
        #expect(calls.withLock { $0 } == 1 && reader.count() == 50)
        token.invalidate()
    }

    // R2
    @Test func anAsynchronousWriteWakesTheOtherStores() throws {
        let (writer, reader) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        #expect(reader.objects(Item.self).isEmpty)
        _ = writer.writeAsync({ store in for id in 0..<4 { try store.add(Item(id)) } }, onComplete: { _ in })
        #expect(try reader.waitForChange(timeout: .seconds(60)))
        #expect(reader.objects(Item.self).count == 4)
    }

    // R11
    @Test func aStoreThatWaitsIsToldOfACommitOfAnotherThread() throws {
        let store = try Store(configuration: folder.rules)
        #expect(store.objects(Item.self).isEmpty)
        let outcome = ThreadOutcome()
        Thread { [folder] in outcome.run { try Store(configuration: folder.rules).addItems(0..<1) } }.start()
        #expect(try store.waitForChange(timeout: .seconds(60)))
        #expect(store.objects(Item.self).count == 1)
        try outcome.wait()
    }

    // R11
    @Test func whatWasCommittedBeforeTheWaitEndsItAtOnce() throws {
        let (store, writer) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        #expect(store.objects(Item.self).isEmpty)
        try writer.addItems(0..<1)
        #expect(try store.waitForChange(timeout: .seconds(1_000_000_000_000)))
        #expect(store.objects(Item.self).count == 1)
    }

    // R11
    @Test func withoutACommitTheTimeRunsOut() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        #expect(try !store.waitForChange(timeout: .milliseconds(1)))
        #expect(try !store.waitForChange(timeout: .zero))
        #expect(try !store.waitForChange(timeout: .seconds(-1)))
    }

    // R11
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

extension Task where Success == Never, Failure == Never {
    /// Lets others run until a condition holds; false when that does not come.
    @MainActor fileprivate static func yielding(until condition: () -> Bool) async -> Bool {
        for _ in 0..<1_000_000 {
            if condition() { return true }
            await yield()
        }
        return false
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
        for _ in 0..<1_000_000 {
            if self.count == count { return true }
            await Task.yield()
        }
        return false
    }
}
