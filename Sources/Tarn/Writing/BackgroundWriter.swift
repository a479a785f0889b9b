internal import Dispatch
internal import Synchronization
internal import TarnLMDB

/// Carries out the asynchronous writes of one file in this process, one after the other in the order of queuing.
///
/// Each block runs from its begin to its commit on one thread, since LMDB's writer belongs to its thread; which thread
/// may differ from write to write. Nothing is held and no thread is taken while nothing is queued: jobs bring the file
/// with them, so the last store of a file may close while its writes are still waiting, and they are carried out.
final class BackgroundWriter: Sendable {
    private let jobs = Mutex(JobQueue())
    private let queue = DispatchQueue(label: "tarn.background-writer")

    private static let writers = Mutex<[ObjectIdentifier: WeakWriter]>([:])

    private init() {}

    /// The writer of a file. It lives as long as a store keeps it or it has something to do.
    static func of(_ environment: Environment) -> BackgroundWriter {
        writers.withLock { writers in
            let opening = ObjectIdentifier(environment.shared)
            if let writer = writers[opening]?.writer { return writer }
            writers = writers.filter { $0.value.writer != nil }
            let writer = BackgroundWriter()
            writers[opening] = WeakWriter(writer: writer)
            return writer
        }
    }

    /// Queues a write. Its end is told to whoever waits for it, from any thread.
    func queue(_ job: WriteJob) {
        if jobs.withLock({ $0.append(job) }) { queue.async { self.work() } }
    }

    /// Writes until nothing is queued. Those who wait are told when nothing of theirs is held any more, so that whoever
    /// hears of the end may close and delete the file.
    private func work() {
        var queuedByBlocks: [AsyncWrites] = []
        while let ends = writeGroup(&queuedByBlocks) {
            for (write, outcome) in ends { write.end(outcome) }
            for writes in queuedByBlocks { writes.deliver { _ in } }
            queuedByBlocks.removeAll { !$0.isPerforming }
        }
    }

    /// Carries out what is queued by the time the writer's place is free, as far as it fits into one group.
    ///
    /// - Returns: how the writes ended, or nil when nothing is queued.
    private func writeGroup(_ queuedByBlocks: inout [AsyncWrites]) -> [WriteGroup.End]? {
        if let waiting = jobs.withLock({ $0.takeFirst { $0.body == nil } }) {
            return waiting.write.start() ? [(waiting.write, .committed(version: .max))] : []
        }
        guard let first = jobs.withLock({ $0.first() }) else { return nil }
        do throws(StoreError) {
            var group = try WriteGroup(first.file, first.configuration)
            while let job = jobs.withLock({ $0.takeFirst { group.admits($0) } }) { group.run(job) }
            queuedByBlocks += group.queuedByBlocks
            return group.commit()
        } catch {
            // Whoever is next may fare better, on another configuration or after a while.
            guard let job = jobs.withLock({ $0.takeFirst { _ in true } }), job.write.start() else { return [] }
            return [(job.write, .failed(error))]
        }
    }
}

private struct WeakWriter {
    weak var writer: BackgroundWriter?
}
