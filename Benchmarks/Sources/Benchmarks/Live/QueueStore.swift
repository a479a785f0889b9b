internal import Dispatch
internal import Tarn

/// A store on a serial dispatch queue of its own.
///
/// Unchecked: the store is used on the queue only.
final class QueueStore: @unchecked Sendable {
    let queue = DispatchQueue(label: "benchmarks.store")
    private let store: Store

    init(path: String, durability: Durability = .full) throws {
        var configuration = TarnEngine.configuration(path: path)
        configuration.durability = durability
        store = try queue.sync { [queue] in try Store(configuration: configuration, queue: queue) }
    }

    /// Runs a body on the queue and waits for it.
    func perform<Result>(_ body: (Store) throws -> Result) rethrows -> Result {
        try queue.sync { try body(store) }
    }

    /// Waits until what stands in the queue has run.
    func settle() { queue.sync {} }

    func close() { perform { $0.close() } }
}
