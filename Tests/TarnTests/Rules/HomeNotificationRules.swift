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

    // An actor that keeps its store and its tokens ends like any other, and so do they.
    @Test(arguments: [false, true]) func anActorThatKeepsItsStoreEnds(isClosed: Bool) async throws {
        weak var released: Reader?
        func use() async throws {
            let reader = Reader()
            released = reader
            try await reader.observe(folder.rules) { _ in }
            #expect(try await reader.count() == 0)
            if isClosed { await reader.close() }
        }
        try await use()
        for _ in 0..<100_000 where released != nil { await Task.yield() }
        #expect(released == nil)
        for _ in 0..<100_000 {
            do {
                try Store.deleteFiles(for: folder.rules)
                return
            } catch { await Task.yield() }
        }
        Issue.record("the file is still open")
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

    func close() { store?.close() }

    func count() throws -> Int {
        try store?.refresh()
        return store?.objects(Item.self).count ?? 0
    }
}
