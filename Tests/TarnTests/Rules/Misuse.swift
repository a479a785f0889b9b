import Foundation
import Tarn
import Testing

/// A way to break a rule of use, tried in a process of its own, and the rule that must be named when that ends.
struct Misuse: Sendable, CustomTestStringConvertible {
    let rule: String
    let name: String
    /// What the message says; the runtime speaks for itself where actors are concerned.
    let text: String
    let body: @Sendable (Store.Configuration) async throws -> Void

    /// Misuse of a store opened on the thread of the test.
    init(_ rule: String, _ name: String, _ body: @escaping @Sendable (Store) throws -> Void) {
        self.init(rule, name, opening: { configuration in try body(Store(configuration: configuration)) })
    }

    /// Misuse of a store that the body opens itself.
    init(
        _ rule: String, _ name: String, text: String? = nil,
        opening body: @escaping @Sendable (Store.Configuration) async throws -> Void
    ) {
        self.rule = rule
        self.text = text ?? "\(rule): "
        self.name = name
        self.body = body
    }

    var testDescription: String { "\(rule): \(name)" }

    /// Every misuse, for the process that tries one.
    static var all: [Misuse] {
        confinement + notifications + snapshots + writes + asyncWrites + objects + primaryKeys + results + files + enums
            + history
            + crossing + custom + embedded + unique + linking + inheritance + projections
            + lists + sets + maps + collectionNotifications
            + fullText
    }

    /// Expects that trying it ends the process and that the message begins with the rule.
    func expectTrap(in folder: TemporaryFolder) async throws {
        let url = folder.url
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [url = url as URL, name = name as String] in
            let misuse = try #require(Misuse.all.first { $0.name == name })
            let configuration = Store.Configuration(
                fileURL: url.appendingPathComponent("test.tarn"), objectTypes: RuleModels.types)
            try await misuse.body(configuration)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains(text), "\(output.prefix(2000))")
    }
}

/// Runs a closure on a thread of its own and waits for it.
func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let outcome = ThreadOutcome()
    let thread = Thread {
        outcome.run(body)
    }
    thread.stackSize = 4 << 20
    thread.start()
    try outcome.wait()
}

/// What a thread ended with.
final class ThreadOutcome: @unchecked Sendable {
    // Unchecked: the semaphore orders the accesses.
    private let done = DispatchSemaphore(value: 0)
    private var failure: (any Error)?

    func run(_ body: () throws -> Void) {
        do { try body() } catch { failure = error }
        done.signal()
    }

    func wait() throws {
        done.wait()
        if let failure { throw failure }
    }
}

/// The code of the store error that a closure throws, or nil when it throws nothing or something else.
func code<R>(_ body: () throws -> R) -> StoreError.Code? {
    do { _ = try body() } catch { return (error as? StoreError)?.code }
    return nil
}

/// The message of the store error that a closure throws.
func message<R>(_ body: () throws -> R) -> String {
    do { _ = try body() } catch { return (error as? StoreError)?.message ?? "\(error)" }
    return "nothing was thrown"
}
