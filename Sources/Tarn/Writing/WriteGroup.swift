internal import TarnLMDB

/// Writes that share one durable commit: after a crash the file has all of them or none (W11).
///
/// The first block writes in the transaction itself, so that a lone one costs no more than `write`. Each later one has
/// a transaction nested in it, so that a block that throws takes back only what it did itself. Every block has its own
/// version and its own record in the change log.
struct WriteGroup: ~Copyable {
    typealias End = (write: QueuedWrite, outcome: QueuedWrite.Outcome)

    /// Other writers of the file wait for the whole group, and the first of it waits for the last.
    private static let maximumWrites = 1000
    private static let maximumDuration = Duration.milliseconds(20)

    /// Tells the stores of the file, here and in other processes.
    private let connection: Connection
    /// Nil when the group has ended before its time.
    private var transaction: WriteTransaction?
    private var hasChanges = false
    private var isClosed = false
    private let start = ContinuousClock.now
    private var ends: [End] = []
    /// What the blocks have queued themselves.
    private(set) var queuedByBlocks: [AsyncWrites] = []

    /// Takes the writer's place, waiting for other threads and processes.
    init(_ file: OpenedFile, _ configuration: Store.Configuration) throws(StoreError) {
        connection = Connection(file, configuration, .current(nil))
        do throws(LMDBError) {
            // A process that died with a snapshot open would pin the pages of its version for ever.
            _ = try file.environment.removeDeadReaders()
            transaction = try file.environment.beginWrite()
        } catch {
            connection.close()
            throw StoreError(error, path: file.path)
        }
    }

    /// Whether a write may be added.
    func admits(_ job: borrowing WriteJob) -> Bool {
        if isClosed { return false }
        if ends.isEmpty { return true }
        return job.allowsGrouping && ends.count < Self.maximumWrites && .now - start < Self.maximumDuration
    }

    /// Runs a block, unless its write was cancelled.
    mutating func run(_ job: WriteJob) {
        if !job.write.start() { return }
        guard let body = job.body else { return ends.append((job.write, .committed(version: .max))) }
        let connection = Connection(job.file, job.configuration, .current(nil), isOfGroup: true)
        connection.name(author: job.author)
        do {
            try connection.checkActiveVersions()
            let version = if hasChanges { try nest(body, connection) } else { try begin(body, connection) }
            // What it has read may be from a block before it, so the outcome waits for the commit.
            ends.append((job.write, .committed(version: version)))
        } catch {
            ends.append((job.write, .failed(error)))
        }
        if let queued = connection.knownAsyncWrites { queuedByBlocks.append(queued) }
        connection.close()
        if !job.allowsGrouping { isClosed = true }
    }

    /// Runs a block in the group's own transaction, which is over when the block fails.
    private mutating func begin(_ body: (Store) throws -> Void, _ connection: Connection) throws -> UInt64 {
        guard let own = transaction.take() else { preconditionFailure("a closed group admits nothing") }
        isClosed = true
        try connection.enterBlock(own)
        try body(connection.store)
        guard let block = try connection.leaveBlock() else {
            // The block may have committed.
            announce(try? self.connection.environment?.newestCommit())
            return .max
        }
        isClosed = false
        hasChanges = block.isChanged
        let version = block.version
        transaction = block.reopened()
        return version
    }

    /// Runs a block in a transaction nested in the group's.
    private mutating func nest(_ body: (Store) throws -> Void, _ connection: Connection) throws -> UInt64 {
        do {
            guard let nested = try transaction?.beginNested() else { preconditionFailure("the group is open") }
            try connection.enterBlock(nested)
            try body(connection.store)
            guard let block = try connection.leaveBlock() else { return .max }
            let version = block.version
            if block.isChanged { try block.commit() }
            return version
        } catch {
            throw error is LMDBError ? StoreError(wrapping: error, path: self.connection.path) : error
        }
    }

    /// Makes everything durable; an error is that of every write.
    consuming func commit() -> [End] {
        defer { connection.close() }
        guard hasChanges, let transaction = transaction.take() else { return ends }
        let number = UInt64(transaction.raw.identifier)
        do throws(LMDBError) {
            try transaction.commit()
        } catch {
            let failure = StoreError(error, path: connection.path)
            return ends.map { end in
                if case .committed = end.outcome { (end.write, .failed(failure)) } else { end }
            }
        }
        announce(number)
        return ends
    }

    private func announce(_ commit: UInt64?) {
        if let commit { connection.membership?.announce(commit) }
    }
}
