import Foundation
import Tarn
import Testing

/// N22: observers are told where their store belongs, without a run loop.
@Suite struct HomeNotificationRules {
    let folder = TemporaryFolder()

    // N1, N22
    @Test func aQueueTellsByItself() throws {
        let queue = DispatchQueue(label: "home")
        let configuration = folder.rules
        let told = DispatchSemaphore(value: 0)
        nonisolated(unsafe) let heard = Heard()
        nonisolated(unsafe) var store: Store?
        nonisolated(unsafe) var token: NotificationToken?
        try queue.sync {
            store = try Store(configuration: configuration, queue: queue)
            token = store?.objects(Item.self).observe { change in
                dispatchPrecondition(condition: .onQueue(queue))
                heard.note(change)
                told.signal()
            }
            #expect(heard.isEmpty)
        }
        told.wait()
        try onAnotherThread { try Store(configuration: configuration).addItems(0..<2) }
        told.wait()
        queue.sync {
            #expect(heard.take() == ["initial []", "[0, 1] +[0, 1]"])
            token?.invalidate()
            (token, store) = (nil, nil)
        }
    }

    // N1, N22
    @MainActor @Test func theMainActorTellsByItself() async throws {
        let store = try Store(configuration: folder.rules)
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        let token = store.objects(Item.self).observe { continuation.yield(Heard.text($0)) }
        var told = calls.makeAsyncIterator()
        #expect(await told.next() == "initial []")
        try await addElsewhere(folder.rules, 0..<1)
        #expect(await told.next() == "[0] +[0]")
        try store.addItems(1..<2)
        #expect(await told.next() == "[0, 1] +[1]")
        token.invalidate()
    }

    // N1, N22
    @Test func anActorTellsByItself() async throws {
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        let reader = Reader()
        try await reader.observe(folder.rules) { continuation.yield($0) }
        var told = calls.makeAsyncIterator()
        #expect(await told.next() == "initial []")
        try await addElsewhere(folder.rules, 0..<1)
        #expect(await told.next() == "[0] +[0]")
        await reader.stop()
        try await addElsewhere(folder.rules, 1..<2)
        #expect(try await reader.count() == 2)
        continuation.finish()
        #expect(await told.next() == nil)
    }

    // Several homes, each with its own version and order.
    @Test func aPlainThreadTellsWhenItWaits() throws {
        let store = try Store(configuration: folder.rules)
        let heard = Heard()
        let token = store.objects(Item.self).observe(heard.note)
        let configuration = folder.rules
        try store.refresh()
        let outcome = ThreadOutcome()
        Thread { outcome.run { try Store(configuration: configuration).addItems(0..<1) } }.start()
        while try !store.waitForChange(timeout: .seconds(10)) {}
        try outcome.wait()
        #expect(heard.take() == ["initial []", "[0] +[0]"])
        token.invalidate()
    }
}

/// The same changes as sequences.
@Suite struct ChangeSequenceRules {
    let folder = TemporaryFolder()

    // N1, N8: what has happened until a step is one change, told once.
    @MainActor @Test func aStepGivesEverythingSinceTheOneBefore() async throws {
        let store = try Store(configuration: folder.rules)
        let changes = store.objects(Item.self).sorted(by: \.count).changes()
        var steps = changes.makeAsyncIterator()
        try store.addItems(0..<1)
        #expect(await steps.next().map(Heard.text) == "initial [0]")
        try store.addItems(1..<3)
        try store.change(1) { $0.count = 17 }
        try await addElsewhere(folder.rules, 7..<8)
        try store.refresh()
        #expect(await steps.next().map(Heard.text) == "[0, 2, 7, 1] +[1, 2, 3]")
        async let more: Void = addElsewhere(folder.rules, 5..<6)
        #expect(await steps.next().map(Heard.text) == "[0, 2, 5, 7, 1] +[2]")
        try await more
    }

    // N14: leaving the loop ends it, and so do the end of the task and that of the store.
    @MainActor @Test func aSequenceEndsWithItsLoopItsTaskAndItsStore() async throws {
        let store = try Store(configuration: folder.rules)
        var count = 0
        for await change in store.objects(Item.self).changes(keyPaths: [\.name]) {
            count += 1
            if case .initial = change { try store.addItems(0..<1) } else { break }
        }
        #expect(count == 2)
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        let task = Task { @MainActor in
            for await change in store.objects(Item.self).changes() { continuation.yield(Heard.text(change)) }
            continuation.yield("over")
        }
        let closing = Task { @MainActor in
            for await change in store.objects(Item.self).changes() { continuation.yield(Heard.text(change)) }
            continuation.yield("closed")
        }
        var told = calls.makeAsyncIterator()
        #expect(await told.next() == "initial [0]")
        #expect(await told.next() == "initial [0]")
        task.cancel()
        #expect(await told.next() == "over")
        store.close()
        #expect(await told.next() == "closed")
        await task.value
        await closing.value
    }

    // Abandoned iterators let everything go: a store in memory is gone with its last user.
    @MainActor @Test func anAbandonedSequenceFreesItsStore() async throws {
        let configuration = Store.Configuration(
            inMemoryIdentifier: "abandoned-\(UUID())", objectTypes: RuleModels.types)
        func abandon() async throws {
            let store = try Store(configuration: configuration)
            try store.addItems(0..<3)
            var steps = store.objects(Item.self).changes().makeAsyncIterator()
            #expect(await steps.next() != nil)
            try store.addItems(3..<4)
        }
        try await abandon()
        for _ in 0..<100_000 {
            if try Store(configuration: configuration).isEmpty { return }
            await Task.yield()
        }
        Issue.record("the store is still there")
    }

    // ON1
    @MainActor @Test func theChangesOfAnObjectEndWithIt() async throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let item = try #require(store.item(0))
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        let task = Task { @MainActor in
            for await change in item.changes(initial: true) { continuation.yield(Heard.text(change)) }
            continuation.finish()
        }
        var told = calls.makeAsyncIterator()
        #expect(await told.next() == "initial 0")
        try store.change(0) { $0.name = "other" }
        #expect(await told.next() == "0 name item-0>other")
        try store.write { try store.delete(item) }
        #expect(await told.next() == "deleted")
        #expect(await told.next() == nil)
        await task.value
    }
}

/// Adds items with a store of another thread.
func addElsewhere(_ configuration: Store.Configuration, _ keys: Range<Int>) async throws {
    try await Task.detached { try Store(configuration: configuration).addItems(keys) }.value
}

private actor Reader {
    private var store: Store?
    private var token: NotificationToken?

    func observe(_ configuration: Store.Configuration, _ tell: @escaping @Sendable (String) -> Void) throws {
        let store = try Store(configuration: configuration)
        self.store = store
        token = store.objects(Item.self).observe { [weak self] change in
            self?.assertIsolated()
            tell(Heard.text(change))
        }
    }

    func stop() { token = nil }

    func count() throws -> Int {
        try store?.refresh()
        return store?.objects(Item.self).count ?? 0
    }
}
