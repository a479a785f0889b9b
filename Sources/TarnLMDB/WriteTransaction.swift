/// The one writer of a file, from its begin to its commit.
///
/// Other threads and processes that begin a write wait until it is over. It belongs to the thread that began it: there
/// must be no `await` within, and a commit elsewhere traps, since LMDB would let it pass and block the next writer
/// for ever. A transaction that is not committed is undone when it goes out of scope.
public struct WriteTransaction: ~Copyable {
    /// The transaction for the layers above.
    package let raw: RawTransaction
    let environment: Environment
    private let thread = callingThread()
    private let isChild: Bool
    private var isFinished = false

    init(_ environment: Environment) throws(LMDBError) {
        let shared = environment.shared
        if shared.options.isReadOnly { throw LMDBError(.readOnlyEnvironment, operation: "begin write") }
        shared.requireNoWriteOnThisThread()
        let begun = try shared.enter("begin write") { () throws(LMDBError) in
            try shared.inTurn { () throws(LMDBError) in try shared.handle.begin(isReadOnly: false) }
        }
        do throws(LMDBError) {
            // A commit into a file without a name would be reported as done and be lost.
            if try shared.handle.fileStatus("begin write").linkCount == 0 {
                throw LMDBError(.deletedWhileOpen, operation: "begin write")
            }
        } catch {
            begun.abort()
            shared.leave()
            throw error
        }
        shared.becomeWriter()
        raw = begun
        isChild = false
        self.environment = environment
    }

    init(childOf parent: borrowing WriteTransaction) throws(LMDBError) {
        let shared = parent.environment.shared
        try shared.requireOwnProcess("begin nested write")
        parent.requireOwnThread()
        raw = try shared.handle.begin(isReadOnly: false, parent: parent.raw)
        isChild = true
        environment = parent.environment
    }

    deinit {
        if isFinished || environment.shared.isForked { return }
        requireOwnThread()
        if !isChild { environment.shared.stopWriting() }
        raw.abort()
        if !isChild { environment.shared.leave() }
    }

    /// Makes everything written part of the file, as durably as the environment was opened for.
    ///
    /// - Throws: ``LMDBError``, with nothing of the transaction in the file: `.noSpace` or `.ioError` when the disk
    ///   refuses, `.badTransaction` when an earlier call of the transaction failed.
    public consuming func commit() throws(LMDBError) {
        if environment.shared.isForked { throw LMDBError(.forkedProcess, operation: "commit") }
        requireOwnThread()
        isFinished = true
        if !isChild { environment.shared.stopWriting() }
        defer { if !isChild { environment.shared.leave() } }
        do throws(LMDBError) { try raw.commit() } catch { throw environment.shared.handle.explained(error) }
    }

    private func requireOwnThread() {
        precondition(
            thread == callingThread(), "a write transaction ends on the thread that began it: no await within a write")
    }

    /// The way to the bytes.
    @usableFromInline
    var access: TransactionAccess { TransactionAccess(raw: raw, shared: environment.shared) }
}

@available(*, unavailable)
extension WriteTransaction: Sendable {}

extension Environment {
    /// Begins a write; waits while another thread or process writes.
    ///
    /// Traps when the calling thread has a write transaction of this file open already.
    ///
    /// - Throws: ``LMDBError`` with `.deletedWhileOpen`, `.readOnlyEnvironment`, `.forkedProcess` or `.mapResized`.
    public func beginWrite() throws(LMDBError) -> WriteTransaction { try WriteTransaction(self) }
}
