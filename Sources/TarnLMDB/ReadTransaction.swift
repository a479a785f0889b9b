/// A snapshot of the file: it sees the last commit before it began, whatever is written afterwards.
///
/// A snapshot keeps the pages it can see from being used again, so a long one lets the file grow: ``reset()`` gives it
/// up cheaply, ``renew()`` takes the newest. Any thread may use a read transaction, one at a time.
public struct ReadTransaction: ~Copyable {
    /// The transaction for the layers above; only valid while ``isActive``, and while this value lives: keep it in a
    /// variable, since one that is not kept is over before its `raw` is used.
    package let raw: RawTransaction
    let environment: Environment
    /// Whether the snapshot is held; false after ``reset()``.
    public private(set) var isActive = true

    init(_ environment: Environment) throws(LMDBError) {
        let shared = environment.shared
        raw = try shared.enter("begin read") { () throws(LMDBError) in try shared.handle.begin(isReadOnly: true) }
        self.environment = environment
    }

    deinit {
        if environment.shared.isForked { return }
        raw.abort()
        if isActive { environment.shared.leave() }
    }

    /// Gives up the snapshot and keeps the transaction for ``renew()``, which is several times cheaper than a new one.
    public mutating func reset() {
        if !isActive || environment.shared.isForked { return }
        isActive = false
        raw.reset()
        environment.shared.leave()
    }

    /// Moves to the newest commit.
    ///
    /// - Throws: ``LMDBError`` with `.forkedProcess` in a forked child, or `.mapResized` when another process made the
    ///   file larger than the map and other transactions of this process are open. The transaction is then reset.
    public mutating func renew() throws(LMDBError) {
        reset()
        let (shared, raw) = (environment.shared, raw)
        try shared.enter("renew read") { () throws(LMDBError) in try raw.renew() }
        isActive = true
    }

    /// The number of the commit that the snapshot sees.
    public var version: Int { Int(clamping: raw.identifier) }

    /// The way to the bytes; traps after ``reset()``.
    @usableFromInline
    var access: TransactionAccess {
        precondition(isActive, "a read transaction that was reset reads nothing until it is renewed")
        return TransactionAccess(raw: raw, shared: environment.shared)
    }
}

@available(*, unavailable)
extension ReadTransaction: Sendable {}

extension Environment {
    /// Begins a snapshot of the last commit.
    ///
    /// - Throws: ``LMDBError`` with `.readersFull`, `.forkedProcess` or `.mapResized`.
    public func beginRead() throws(LMDBError) -> ReadTransaction { try ReadTransaction(self) }
}
