internal import Synchronization

/// What all environments of one opened file share: the handle, who writes, what is open, and the named trees.
package final class SharedEnvironment: Sendable {
    let handle: EnvironmentHandle
    let path: String
    let options: Environment.Options
    let identity: FileIdentity
    /// The opened trees by name. Trees are opened in transactions of their own, one at a time.
    let trees = Mutex<[String: OpenedTree]>([:])
    /// The thread that holds the write transaction, or zero.
    private let writer = Atomic<UInt>(0)
    /// How many transactions are open; ``closedForResize`` while the map is exchanged.
    private let active = Atomic<Int>(0)
    private static let closedForResize = -1
    private let forkGeneration = ForkGuard.current()

    init(_ handle: EnvironmentHandle, path: String, options: Environment.Options, identity: FileIdentity) {
        self.handle = handle
        self.path = path
        self.options = options
        self.identity = identity
    }

    /// Whether this process is a forked child of the one that opened the file.
    @inline(__always)
    var isForked: Bool { ForkGuard.generation != forkGeneration }

    /// How many transactions of this process are open.
    package var activeTransactions: Int { max(0, active.load(ordering: .relaxed)) }

    /// Begins or renews a transaction by `begin`, and follows another process that made the file larger.
    func enter<Result>(
        _ operation: String, _ begin: () throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        if isForked { throw LMDBError(.forkedProcess, operation: operation) }
        do throws(LMDBError) {
            return try counted(begin)
        } catch  where error.code == .mapResized {
            try changeMap { () throws(LMDBError) in try handle.setMapSize(0) }
            return try counted(begin)
        }
    }

    /// Notes that a transaction is over.
    func leave() { active.wrappingSubtract(1, ordering: .releasing) }

    private func counted<Result>(_ begin: () throws(LMDBError) -> Result) throws(LMDBError) -> Result {
        var count = active.load(ordering: .relaxed)
        while true {
            if count == Self.closedForResize {
                count = active.load(ordering: .relaxed)
                continue
            }
            let (done, seen) = active.weakCompareExchange(
                expected: count, desired: count + 1, ordering: .acquiringAndReleasing)
            if done { break }
            count = seen
        }
        do throws(LMDBError) { return try begin() } catch {
            leave()
            throw error
        }
    }

    /// Exchanges the map while no transaction can be open: it moves, and what points into it dies.
    func changeMap(_ change: () throws(LMDBError) -> Void) throws(LMDBError) {
        let (closed, _) = active.compareExchange(
            expected: 0, desired: Self.closedForResize, ordering: .acquiringAndReleasing)
        if !closed { throw LMDBError(.transactionsActive, operation: "change map size") }
        defer { active.store(0, ordering: .releasing) }
        try change()
    }

    /// Takes the place of the writer before a write begins; LMDB itself makes other threads wait, and would make this
    /// thread wait for itself for ever.
    func requireNoWriteOnThisThread() {
        precondition(
            writer.load(ordering: .relaxed) != callingThread(),
            "one write transaction at a time on a thread: commit or end the open one before beginning another")
    }

    func becomeWriter() { writer.store(callingThread(), ordering: .relaxed) }

    /// Gives the place up, before LMDB lets the next writer in.
    func stopWriting() { writer.store(0, ordering: .relaxed) }

    /// Whether the calling thread holds the write transaction.
    var isWritingOnThisThread: Bool { writer.load(ordering: .relaxed) == callingThread() }
}

/// A tree that is open for all transactions of the process.
package struct OpenedTree: Sendable {
    package let tree: RawTree
    package let flags: TreeFlags
}
