internal import Dispatch
internal import Synchronization
internal import TarnLMDB

/// Carries out the asynchronous writes of one file in this process, one after the other in the order of queuing.
///
/// Each block runs from its begin to its commit on one thread, since LMDB's writer belongs to its thread; which thread
/// may differ from write to write. Nothing is held and no thread is taken while nothing is queued: jobs bring the file
/// with them, so the last store of a file may close while its writes are still waiting, and they are carried out.
final class BackgroundWriter: Sendable {
    private struct State {
        var jobs: [WriteJob] = []
        var isBusy = false
    }

    private let state = Mutex(State())
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
        let isIdle = state.withLock { state in
            state.jobs.append(job)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isIdle { queue.async { self.work() } }
    }

    /// Writes until nothing is queued. Those who wait are told when nothing of theirs is held any more, so that whoever
    /// hears of the end may close and delete the file.
    private func work() {
        while let job = next() {
            let write = job.write
            if let outcome = Self.run(job) { write.end(outcome) }
        }
    }

    private func next() -> WriteJob? {
        state.withLock { state in
            if state.jobs.isEmpty {
                state.isBusy = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }

    /// The outcome of a write with a commit of its own; nil when it was cancelled before its block ran.
    private static func run(_ job: consuming WriteJob) -> QueuedWrite.Outcome? {
        let connection = Connection(job.file, job.configuration, .current(nil))
        defer { connection.close() }
        do {
            try connection.beginWrite()
            guard job.write.start() else { return nil }
            let store = connection.store
            try job.body(store)
            if !store.isClosed && store.isInWriteTransaction { try store.commitWrite() }
            return .committed(version: store.isClosed ? 0 : try store.version())
        } catch {
            _ = job.write.start()
            return .failed(error)
        }
    }
}

private struct WeakWriter {
    weak var writer: BackgroundWriter?
}
