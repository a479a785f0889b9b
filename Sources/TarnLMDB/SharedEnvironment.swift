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
    /// How many transactions are open; ``closed`` while ``alone(_:_:)`` works.
    private let active = Atomic<Int>(0)
    private static let closed = -1
    private let gate = Mutex<Void>(())
    private let turnstile = Mutex<Void>(())
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

    /// Refuses to go on in a forked child.
    func requireOwnProcess(_ operation: String) throws(LMDBError) {
        if isForked { throw LMDBError(.forkedProcess, operation: operation) }
    }

    /// How many transactions of this process are open.
    package var activeTransactions: Int { max(0, active.load(ordering: .relaxed)) }

    /// Begins or renews a transaction by `begin`; makes up for readers that died and for a file that another process
    /// made larger.
    func enter<Result>(
        _ operation: String, _ begin: () throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        if isForked { throw LMDBError(.forkedProcess, operation: operation) }
        do throws(LMDBError) { return try counted(begin) } catch {
            switch error.code {
            case .readersFull:
                // The places of processes that died can be had.
                if try handle.removeDeadReaders() == 0 { throw error }
            case .mapResized:
                do throws(LMDBError) {
                    try alone(operation) { () throws(LMDBError) in try handle.followFile() }
                } catch  where error.code == .transactionsActive {
                    throw LMDBError(.mapResized, operation: operation)
                }
            default: throw error
            }
            return try counted(begin)
        }
    }

    /// Notes that a transaction is over.
    func leave() { active.wrappingSubtract(1, ordering: .releasing) }

    private func counted<Result>(_ begin: () throws(LMDBError) -> Result) throws(LMDBError) -> Result {
        var count = active.load(ordering: .relaxed)
        while true {
            if count == Self.closed {
                // Waits until whoever closed the gate is done.
                gate.withLock { _ in }
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

    /// Does something while no transaction of the process is open nor can be begun: a change of the map, which moves
    /// and takes with it what points into it, or the end of a tree whose handle others may be using.
    func alone<Result>(
        _ operation: String, _ body: () throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        if isForked { throw LMDBError(.forkedProcess, operation: operation) }
        return try gate.withLock { (_) throws(LMDBError) in
            let (isClosed, _) = active.compareExchange(
                expected: 0, desired: Self.closed, ordering: .acquiringAndReleasing)
            if !isClosed { throw LMDBError(.transactionsActive, operation: operation) }
            defer { active.store(0, ordering: .releasing) }
            return try body()
        }
    }

    /// Takes the place of the writer before a write begins; LMDB itself makes other threads wait, and would make this
    /// thread wait for itself for ever.
    func requireNoWriteOnThisThread() {
        precondition(
            writer.load(ordering: .relaxed) != callingThread(),
            "one write transaction at a time on a thread: commit or end the open one before beginning another")
    }

    /// Waits for the writer's place in turn. LMDB gives it to whoever is on the spot, and a thread that writes again
    /// and again would overtake those who are only waking up; here it has to wait behind the next of them.
    func inTurn<Result>(_ begin: () throws(LMDBError) -> Result) throws(LMDBError) -> Result {
        try turnstile.withLock { (_) throws(LMDBError) in try begin() }
    }

    func becomeWriter() { writer.store(callingThread(), ordering: .relaxed) }

    /// Gives the place up, before LMDB lets the next writer in.
    func stopWriting() { writer.store(0, ordering: .relaxed) }

    /// Whether the calling thread holds the write transaction.
    var isWritingOnThisThread: Bool { writer.load(ordering: .relaxed) == callingThread() }
}

/// A tree that is open for all transactions of the process, until it is deleted.
package final class OpenedTree: Sendable {
    package let tree: RawTree
    package let flags: TreeFlags
    private let deleted = Atomic<Bool>(false)

    init(_ tree: RawTree, _ flags: TreeFlags) {
        self.tree = tree
        self.flags = flags
    }

    /// Whether the tree was deleted: LMDB may have given its handle to another tree.
    @inline(__always)
    var isDeleted: Bool { deleted.load(ordering: .relaxed) }

    func markDeleted() { deleted.store(true, ordering: .relaxed) }
}
