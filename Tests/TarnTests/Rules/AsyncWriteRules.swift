import Foundation
import Tarn
import Testing

/// Writes that a background writer carries out, as tasks wait for them.
@Suite struct AsyncWriteRules {
    let folder = TemporaryFolder()

    private struct Refusal: Error, Equatable { let reason: String }

    @Test(arguments: Misuse.asyncWrites) func breakingARuleOfAsyncWritesTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // W1, W3
    @Test func anAsyncWriteIsDurableAndSeenWhenItReturns() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let count = try await clerk.write { store in
            try store.add(Item(1, "first"))
            return store.objects(Item.self).count
        }
        #expect(count == 1)
        #expect(await clerk.name(1) == "first")
        #expect(try Store(configuration: folder.rules).item(1)?.name == "first")
    }

    // W3
    @Test func aBlockThatThrowsIsRolledBackAloneAndItsErrorIsThrownOn() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let thrown = await #expect(throws: Refusal.self) {
            try await clerk.write { store in
                try store.add(Item(1))
                throw Refusal(reason: "enough")
            }
        }
        #expect(thrown == Refusal(reason: "enough"))
        try await clerk.write { store in try store.add(Item(2)) }
        #expect(await clerk.keys() == [2])
    }
}

/// An actor with a store, which opens it in a method: the initialiser of an actor is not isolated to it yet.
actor Clerk {
    private var opened: Store?
    private var store: Store { opened! }

    static func with(_ configuration: Store.Configuration) async throws -> Clerk {
        let clerk = Clerk()
        try await clerk.open(configuration)
        return clerk
    }

    private func open(_ configuration: Store.Configuration) throws { opened = try Store(configuration: configuration) }

    @discardableResult
    func write<Value: Sendable>(
        grouped: Bool = true, _ body: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value {
        try await store.asyncWrite(allowGrouping: grouped, body)
    }

    func name(_ key: Int) -> String? { store.item(key)?.name }
    func keys() -> [Int] { store.objects(Item.self).map(\.id) }
    func close() { store.close() }
}

extension Misuse {
    /// Rules of asynchronous writes.
    static let asyncWrites: [Misuse] = [
        Misuse("C5", "asyncWrite on a store of a thread") { configuration in
            let store = try Store(configuration: configuration, isolation: nil)
            try await store.asyncWrite { _ in }
        }
    ]
}
