import Foundation
import Observation
import Synchronization
import Tarn
import Testing

/// Tracking on actors and queues, which take part by themselves.
@Suite struct TrackingActorRules {
    let folder = TemporaryFolder()

    // OT3, OT7: the store follows commits elsewhere by itself.
    @Test func aCommitOfAnotherThreadFiresOnAnActor() async throws {
        let configuration = folder.rules
        try Store(configuration: configuration).addItems(0..<2)
        let watcher = Watcher()
        try await watcher.open(configuration)
        let changes = await watcher.trackName()
        try onAnotherThread {
            let own = try Store(configuration: configuration)
            try own.write { own.item(1)?.name = "other" }
            try own.write { own.item(0)?.name = "changed" }
        }
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        #expect(await watcher.name() == "changed")
    }

    // OT7
    @Test func theSequenceOfTheFrameworkFollowsAnObject() async throws {
        let configuration = folder.rules
        try Store(configuration: configuration).addItems(0..<2)
        let watcher = Watcher()
        try await watcher.open(configuration)
        let (seen, values) = AsyncStream.makeStream(of: String.self)
        let task = Task { await watcher.follow(values) }
        var iterator = seen.makeAsyncIterator()
        #expect(await iterator.next() == "item-0")
        try onAnotherThread {
            let own = try Store(configuration: configuration)
            try own.write { own.item(0)?.name = "one" }
        }
        #expect(await iterator.next() == "one")
        try await watcher.rename("two")
        #expect(await iterator.next() == "two")
        try await watcher.rename("last")
        #expect(await iterator.next() == "last")
        await task.value
    }

    // OT7
    @MainActor @Test func theMainActorTakesPart() async throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let fired = Counter()
        #expect(fired.track { store.objects(Item.self).where { $0.count > 0 }.map(\.name) } == ["item-1", "item-2"])
        try store.write { store.item(0)?.name = "other" }
        #expect(fired.count == 0)
        try store.write { store.item(2)?.name = "changed" }
        #expect(fired.count == 1)
    }

    // OT7
    @Test func aStoreOfAQueueTakesPart() throws {
        let (queue, configuration, fired) = (DispatchQueue(label: "tracking"), folder.rules, Counter())
        try queue.sync {
            let store = try Store(configuration: configuration, queue: queue)
            try store.addItems(0..<1)
            let item = try #require(store.item(0))
            fired.track { item.name }
            try store.write { item.name = "changed" }
        }
        #expect(fired.count == 1)
    }
}

private actor Watcher {
    private var store: Store?
    private var item: Item?

    func open(_ configuration: Store.Configuration) throws {
        let store = try Store(configuration: configuration)
        item = store.item(0)
        self.store = store
    }

    func name() -> String { item?.name ?? "none" }
    func rename(_ name: String) throws { try store?.write { item?.name = name } }

    /// A stream that yields when the name has changed.
    func trackName() -> AsyncStream<Void> {
        AsyncStream { continuation in
            withObservationTracking {
                _ = item?.name
            } onChange: {
                continuation.yield()
            }
        }
    }

    /// Passes names on until the last one.
    func follow(_ values: AsyncStream<String>.Continuation) async {
        for await name in Observations({ self.item?.name ?? "none" }) {
            values.yield(name)
            if name == "last" { return }
        }
    }
}
