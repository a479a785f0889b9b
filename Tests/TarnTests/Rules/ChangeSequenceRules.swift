import Foundation
import Tarn
import Testing

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
            for await change in store.objects(Item.self).changes { continuation.yield(Heard.text(change)) }
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

    // Copies of an iterator share what has happened: nobody who waits is forgotten.
    @MainActor @Test func copiesOfAnIteratorMayWaitAtOnce() async throws {
        let store = try Store(configuration: folder.rules)
        var steps = store.objects(Item.self).changes().makeAsyncIterator()
        #expect(await steps.next() != nil)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let waiting = (0..<2).map { _ in
            var copy = steps
            return Task { @MainActor in
                beginning.yield()
                return await copy.next() != nil
            }
        }
        var begins = begun.makeAsyncIterator()
        for _ in waiting { await begins.next() }
        try store.addItems(0..<1)
        for _ in 0..<100 { await Task.yield() }
        try store.addItems(1..<2)
        for task in waiting { #expect(await task.value) }
    }
}
