import Foundation
import Tarn
import Testing

/// What a block throws.
struct Refusal: Error, Equatable { let reason: String }

/// An actor with a store, which it opens in a method: an initialiser is not isolated to its actor.
actor Clerk {
    private var opened: Store?
    private var token: NotificationToken?
    private(set) var insertions: [Int] = []

    static func with(_ configuration: Store.Configuration) async throws -> Clerk {
        let clerk = Clerk()
        try await clerk.open(configuration)
        return clerk
    }

    private func open(_ configuration: Store.Configuration) throws { opened = try Store(configuration: configuration) }
    private var store: Store { opened! }

    @discardableResult
    func write<Value: Sendable>(
        grouped: Bool = true, _ body: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value {
        try await store.asyncWrite(allowGrouping: grouped, body)
    }

    @discardableResult
    func queue(
        grouped: Bool = true, _ body: @escaping @Sendable (Store) throws -> Void,
        onComplete: @escaping @Sendable ((any Error)?) -> Void
    ) -> AsyncWriteId {
        store.writeAsync(allowGrouping: grouped, body) { error in
            self.assertIsolated()
            onComplete(error)
        }
    }

    @discardableResult func cancel(_ id: AsyncWriteId) -> Bool { store.cancelAsyncWrite(id) }
    @discardableResult func refresh() async throws -> Bool { try await store.asyncRefresh() }
    var isWriting: Bool { store.isPerformingAsynchronousWriteOperations }

    /// Goes on when every write was told of.
    func settle() async { while isWriting { await Task.yield() } }

    func observeItems() async {
        token = store.objects(Item.self).observe { change in
            if case .update(let items, let update) = change {
                self.insertions += update.insertions.map { items[$0].id }
            }
        }
        await Task.yield()
    }

    func name(_ key: Int) -> String? { store.item(key)?.name }
    func keys() -> [Int] { store.objects(Item.self).map(\.id) }
    func texts() -> [String] { store.objects(Note.self).map(\.text) }
    func version() throws -> UInt64 { try store.version() }
    func close() { store.close() }
    func letGo() { opened = nil }
}

/// A thread that holds the writer's place of a file from its making until it is released.
final class Blocker: Sendable {
    private let mayEnd = DispatchSemaphore(value: 0)
    private let outcome = ThreadOutcome()

    init(_ configuration: Store.Configuration) throws {
        let hasBegun = DispatchSemaphore(value: 0)
        let (mayEnd, outcome) = (mayEnd, outcome)
        Thread {
            outcome.run {
                defer { hasBegun.signal() }
                let store = try Store(configuration: configuration)
                try store.beginWrite()
                hasBegun.signal()
                mayEnd.wait()
                store.cancelWrite()
                store.close()
            }
        }.start()
        hasBegun.wait()
    }

    /// Lets others write; returns when the place is free.
    func release() {
        mayEnd.signal()
        #expect(throws: Never.self) { try outcome.wait() }
    }
}

extension DispatchSemaphore {
    /// Waits without holding a thread of the tasks.
    func reached() async {
        await withCheckedContinuation { continuation in
            Thread {
                self.wait()
                continuation.resume()
            }.start()
        }
    }
}

/// Lines that several threads write, and objects that they leave behind.
final class Log: @unchecked Sendable {
    // Unchecked: the lock orders the accesses; the objects are only asked whether they are invalid.
    private let lock = NSLock()
    private var text: [String] = []
    private var objects: [Object] = []

    func add(_ line: String) { lock.withLock { text.append(line) } }
    func add(_ error: (any Error)?) { add(error.map { "\($0)" } ?? "done") }
    func keep(_ objects: Object...) { lock.withLock { self.objects += objects } }
    /// Asked on the thread of the objects.
    var allKeptAreInvalid: Bool { !objects.isEmpty && objects.allSatisfy(\.isInvalidated) }
    var lines: [String] { lock.withLock { text } }
}

extension Store {
    /// Items with the first keys.
    func addItems(_ count: Int) throws {
        for key in 0..<count { try add(Item(key, "item-\(key)", count: key)) }
    }
}
