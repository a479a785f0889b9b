import Dispatch
import Foundation
import Tarn
import Testing

@Suite struct ConfinementRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.confinement) func usingAStoreElsewhereTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // C1
    @Test func eachThreadWorksWithAStoreOfItsOwn() throws {
        let configuration = folder.rules
        let store = try Store(configuration: configuration)
        try store.addItems(0..<3)
        try onAnotherThread {
            let own = try Store(configuration: configuration)
            #expect(own.objects(Item.self).count == 3)
            try own.addItems(3..<5)
        }
        try store.refresh()
        #expect(store.objects(Item.self).count == 5)
    }

    // C1
    @Test func aStoreOfAQueueIsUsedInWhateverRunsThere() throws {
        let configuration = folder.rules
        let queue = DispatchQueue(label: "own")
        let targeting = DispatchQueue(label: "targeting", target: queue)
        nonisolated(unsafe) var store: Store?
        try queue.sync {
            store = try Store(configuration: configuration, queue: queue)
            try store?.addItems(0..<2)
        }
        let outcome = ThreadOutcome()
        queue.async { outcome.run { #expect(store?.item(1)?.name == "item-1") } }
        try outcome.wait()
        // What runs on a queue that targets another one runs on that one too, also with a store of its own.
        nonisolated(unsafe) var other: Store?
        try targeting.sync {
            #expect(store?.item(0)?.count == 0)
            other = try Store(configuration: configuration, queue: targeting)
            #expect(other?.item(1)?.count == 1)
            #expect(store?.item(0)?.count == 0)
            #expect(store != other)
        }
        queue.sync {
            store?.close()
            store = nil
        }
        targeting.sync { other = nil }
    }

    // C2
    @Test func storesOnOneFileInOnePlaceAreEqual() throws {
        let configuration = folder.rules
        let one = try Store(configuration: configuration)
        let other = try Store(configuration: configuration)
        #expect(one == other && one !== other)
        #expect(try one != Store(configuration: folder.configuration(RuleModels.types, "other.tarn")))
        let queue = DispatchQueue(label: "own")
        try queue.sync {
            let elsewhere = try Store(configuration: configuration, queue: queue)
            #expect(try Store(configuration: configuration, queue: queue) == elsewhere)
        }
        other.close()
        #expect(one != other)
    }

    // C4
    @Test func aStoreOfAnActorOutlivesEverySuspension() async throws {
        let library = Library()
        try await library.open(folder.rules)
        for number in 0..<20 { try await library.add(number) }
        #expect(try await library.work() == 20)
        await library.close()
    }

    // C4
    @Test func aStoreOfAnActorWithAnExecutorOfItsOwnWorksThere() async throws {
        let library = QueueLibrary()
        try await library.fill(folder.rules)
        #expect(try await library.count() == 10)
        await library.close()
    }

    // C4
    @MainActor @Test func aStoreOfTheMainActorOutlivesEverySuspension() async throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        await Task.yield()
        #expect(store.item(1)?.name == "item-1")
        await Task.detached { () }.value
        let later = Task { @MainActor in store.objects(Item.self).count }
        #expect(await later.value == 2)
    }

    // C1
    @Test func anAsyncFunctionOfNoActorUsesItsStoreBetweenAwaits() async throws {
        // Its stores belong to the thread; each stretch without an await opens one.
        func stretch(_ number: Int) throws -> Int {
            let store = try Store(configuration: folder.rules)
            try store.addItems(number..<number + 1)
            return store.objects(Item.self).count
        }
        #expect(try stretch(0) == 1)
        await Task.yield()
        #expect(try stretch(1) == 2)
    }

    // C8
    @Test func unmanagedObjectsBelongToNoStore() throws {
        let item = Item(1, "free")
        item.next = Item(2)
        #expect(item.store == nil && !item.isInvalidated && item.next?.store == nil)
        item.name = "changed"
        #expect(item.name == "changed" && item.description.contains("changed"))
        #expect(item == item && item != Item(1, "free"))
    }

    // C10
    @Test func aClosedStoreSaysSoAndClosesAgain() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let item = try #require(store.item(0))
        let results = store.objects(Item.self)
        store.close()
        store.close()
        #expect(store.isClosed && item.isInvalidated && results.isInvalidated)
        #expect(item.description == "Item(invalidated)" && !store.isInWriteTransaction)
        #expect(item == item && item.hashValue == item.hashValue && item.store?.isClosed == true)
    }
}

extension Misuse {
    /// Does something with a store on another thread than its own.
    private static func elsewhere(_ name: String, _ body: @escaping @Sendable (Store, Item) throws -> Void) -> Misuse {
        Misuse("C1", name) { store in
            try store.addItems(0..<3)
            nonisolated(unsafe) let item = try #require(store.item(1))
            nonisolated(unsafe) let store = store
            try onAnotherThread { try body(store, item) }
        }
    }

    static let confinement: [Misuse] = [
        elsewhere("reading a property elsewhere") { _, item in print(item.name) },
        elsewhere("reading a key elsewhere") { _, item in print(item.id) },
        elsewhere("asking elsewhere whether an object is invalid") { _, item in print(item.isInvalidated) },
        elsewhere("asking an object for its store elsewhere") { _, item in print(item.store as Any) },
        elsewhere("describing an object elsewhere") { _, item in print(item.description) },
        elsewhere("counting elsewhere") { store, _ in print(store.objects(Item.self).count) },
        elsewhere("looking up elsewhere") { store, _ in print(store.item(1) as Any) },
        elsewhere("writing elsewhere") { store, _ in try store.write {} },
        elsewhere("refreshing elsewhere") { store, _ in try store.refresh() },
        elsewhere("closing elsewhere") { store, _ in store.close() },
        elsewhere("invalidating elsewhere") { store, _ in store.invalidate() },
        Misuse("C1", "iterating elsewhere") { store in
            try store.addItems(0..<3)
            nonisolated(unsafe) let results = store.objects(Item.self)
            try onAnotherThread { for item in results { print(item.id) } }
        },
        Misuse(
            "C1", "using the store of a queue outside of it",
            opening: { configuration in
                let queue = DispatchQueue(label: "own")
                nonisolated(unsafe) var store: Store?
                try queue.sync { store = try Store(configuration: configuration, queue: queue) }
                print(store?.objects(Item.self).count as Any)
            }),
        Misuse(
            "C3", "opening for a queue outside of it",
            opening: { configuration in
                _ = try Store(configuration: configuration, queue: DispatchQueue(label: "other"))
            }),
        Misuse(
            "C4", "using the store of an actor outside of it", text: "Incorrect actor executor",
            opening: { configuration in
                let library = Library()
                try await library.open(configuration)
                nonisolated(unsafe) let store = library.leaked
                try onAnotherThread { print(store?.objects(Item.self).count as Any) }
            }),
        Misuse("C10", "using a store after close") { store in
            store.close()
            print(store.objects(Item.self).count)
        },
        Misuse("C10", "counting results after close") { store in
            let results = store.objects(Item.self)
            store.close()
            print(results.count)
        },
        Misuse("C11", "asking for a class that the store was not opened with") { store in
            print(store.objects(Person.self).count)
        },
    ]
}

/// An actor with a store.
private actor Library {
    private var store: Store?
    nonisolated(unsafe) var leaked: Store?

    func open(_ configuration: Store.Configuration) throws {
        store = try Store(configuration: configuration)
        leaked = store
    }

    func add(_ number: Int) throws { try store?.addItems(number..<number + 1) }

    /// Suspends between uses; the thread may be another one each time.
    func work() async throws -> Int {
        guard let store else { return 0 }
        let first = store.item(0)
        for _ in 0..<10 {
            await Task.yield()
            await Task.detached { () }.value
            #expect(first?.name == "item-0")
            try store.write { first?.count += 1 }
        }
        return store.objects(Item.self).count
    }

    func close() {
        store?.close()
        leaked = nil
        store = nil
    }
}

/// Runs the jobs of an actor on a dispatch queue.
private final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "executor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// An actor that lives on a dispatch queue.
private actor QueueLibrary {
    private let executor = QueueExecutor()
    private var store: Store?
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func fill(_ configuration: Store.Configuration) async throws {
        let store = try Store(configuration: configuration)
        for number in 0..<10 {
            try store.addItems(number..<number + 1)
            await Task.yield()
        }
        self.store = store
    }

    func count() async throws -> Int {
        await Task.yield()
        return store?.objects(Item.self).map(\.id).count ?? 0
    }

    func close() {
        store?.close()
        store = nil
    }
}
