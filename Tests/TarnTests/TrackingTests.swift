import Dispatch
import Foundation
import Observation
import Tarn
import Testing

/// Tracking while others write: run with the thread sanitizer too.
@Suite struct TrackingTests {
    let folder = TemporaryFolder()

    private var configuration: Store.Configuration {
        var configuration = folder.rules
        configuration.mapSize = 1 << 28
        configuration.durability = .memory
        return configuration
    }

    // OT3, OT7: whoever tracks again after each call ends with the last value, however many calls there were.
    @Test func queuesFollowAWriterToItsLastValue() throws {
        let (configuration, last) = (configuration, 40)
        let writer = try Store(configuration: configuration)
        try writer.addItems(0..<10)
        let screens = (0..<3).map { Screen($0, configuration, last) }
        for screen in screens { try screen.open() }
        for round in 1...last {
            try writer.write {
                for id in 0..<3 { writer.item(id)?.count = round }
                writer.item(round % 7 + 3)?.name = "round-\(round)"
            }
        }
        for screen in screens { screen.finished.wait() }
        for screen in screens { screen.close() }
    }

    // OT7: a tracking that ends on another thread than that of its store.
    @Test func trackingsEndOnAnyThread() throws {
        let configuration = configuration
        let writer = try Store(configuration: configuration)
        try writer.addItems(0..<4)
        let (queue, model, fired) = (DispatchQueue(label: "tracking"), Model(), Counter())
        let store = try queue.sync { Sent(try Store(configuration: configuration, queue: queue)) }
        for round in 0..<30 {
            let isTracked = DispatchSemaphore(value: 0)
            queue.async {
                fired.track { model.number + (store.value.item(0)?.count ?? 0) }
                isTracked.signal()
                for _ in 0..<20 { #expect(store.value.item(1)?.name.isEmpty == false) }
            }
            isTracked.wait()
            // Ends the tracking here, while the queue reads on.
            model.number = round
        }
        queue.sync {}
        #expect(fired.count == 30)
        queue.sync { store.value.close() }
    }

    // OT7
    @Test func aSequenceIsGivenUpWhileOthersWrite() async throws {
        let configuration = configuration
        try Store(configuration: configuration).addItems(0..<3)
        let reader = SequenceReader()
        try await reader.open(configuration)
        for round in 0..<10 {
            let task = Task { await reader.follow() }
            try onAnotherThread {
                let own = try Store(configuration: configuration)
                try own.write { own.item(0)?.count = round }
            }
            await Task.yield()
            task.cancel()
            await task.value
        }
        await reader.close()
    }
}

/// Something that is observable without a store.
@Observable private final class Model: @unchecked Sendable {
    // Unchecked: one thread sets the number, and the semaphore orders that with the reads.
    var number = 0
}

/// A list on a queue that evaluates again whenever it is told.
private final class Screen: @unchecked Sendable {
    // Unchecked: the store is used on the queue only.
    let finished = DispatchSemaphore(value: 0)
    private let number: Int
    private let configuration: Store.Configuration
    private let last: Int
    private let queue: DispatchQueue
    private var store: Store?

    init(_ number: Int, _ configuration: Store.Configuration, _ last: Int) {
        self.number = number
        self.configuration = configuration
        self.last = last
        queue = DispatchQueue(label: "screen-\(number)")
    }

    func open() throws {
        try queue.sync {
            store = try Store(configuration: configuration, queue: queue)
            evaluate()
        }
    }

    func close() { queue.sync { store?.close() } }

    private func evaluate() {
        guard let store else { return }
        let isLast = withObservationTracking {
            let many = store.objects(Item.self).where { $0.name != "" }.sorted(by: \.count)
            return store.item(number)?.count == last && many.count == 10
        } onChange: {
            self.queue.async { self.evaluate() }
        }
        if isLast { finished.signal() }
    }
}

private actor SequenceReader {
    private var store: Store?

    func open(_ configuration: Store.Configuration) throws { store = try Store(configuration: configuration) }
    func close() { store?.close() }

    func follow() async {
        for await count in Observations({ self.store?.item(0)?.count ?? 0 }) where count < 0 { return }
    }
}
