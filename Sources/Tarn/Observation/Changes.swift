/// The changes of results or of an object, as a sequence for `for await`.
///
/// Every iterator follows by itself from its first step on. It is used where the store belongs and traps elsewhere (C1,
/// C4). Each step gives what has happened since the step before as one change, however much that is.
public struct Changes<Change>: AsyncSequence {
    /// What a step gives.
    public typealias Element = Change
    /// It cannot fail: what cannot be read is told by ``Store/readFailure``.
    public typealias Failure = Never

    private let begin: () -> Mailbox<Change>

    init<Source: ChangeSource>(_ connection: Connection, _ source: @escaping () -> Source)
    where Source.Change == Change {
        begin = {
            connection.check()
            return Mailbox(SequenceSubscriber(source(), connection))
        }
    }

    /// Begins with the next step.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(begin) }

    /// Gives the changes one after the other; follows them until it is dropped.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let begin: () -> Mailbox<Change>
        private var mailbox: Mailbox<Change>?

        fileprivate init(_ begin: @escaping () -> Mailbox<Change>) { self.begin = begin }

        /// What has happened since the last step, waiting until something has; nil when the task is cancelled, the
        /// store closed or the object deleted.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Change? {
            let mailbox = self.mailbox ?? begin()
            self.mailbox = mailbox
            return await mailbox.next(isolation: actor)
        }

        /// What has happened since the last step, as ``next(isolation:)`` says.
        public nonisolated(nonsending) mutating func next() async -> Change? { await next(isolation: #isolation) }
    }
}

@available(*, unavailable)
extension Changes: Sendable {}

@available(*, unavailable)
extension Changes.AsyncIterator: Sendable {}

/// What an iterator holds: the subscription ends with it.
private final class Mailbox<Change> {
    private let subscriber: SequenceSubscriber<Change>

    init(_ subscriber: SequenceSubscriber<Change>) {
        self.subscriber = subscriber
        subscriber.connection.admit(subscriber, isDue: false)
    }

    deinit { subscriber.connection.end(subscriber) }

    func next(isolation: isolated (any Actor)?) async -> Change? {
        let connection = subscriber.connection
        while !subscriber.end.isOver {
            if Task.isCancelled { break }
            connection.check()
            if let change = subscriber.take() { return change }
            if subscriber.isExhausted { break }
            await subscriber.signal.wait(isolation: isolation)
        }
        connection.end(subscriber)
        return nil
    }
}

/// Wakes up whoever waits for the changes of a source.
private final class SequenceSubscriber<Change>: Subscriber {
    let signal = ChangeSignal()
    private let source: any ChangeSource
    private let takeChange: () -> Change?

    init<Source: ChangeSource>(_ source: Source, _ connection: Connection) where Source.Change == Change {
        self.source = source
        takeChange = { source.take() }
        super.init(connection)
        source.subscriber = self
    }

    /// What there is to tell. Nothing in a write, where the store shows what is not committed; its end wakes up again.
    func take() -> Change? {
        if connection.isInWriteTransaction { return nil }
        if let change = takeChange() { return change }
        if source.isUnread { waitForNextMove() }
        return nil
    }

    var isExhausted: Bool { source.isExhausted }

    override func begin(isLate: Bool) throws(StoreError) { try source.begin() }
    override func tell() { signal.raise() }
    override func skip() { source.skip() }

    override func finish() {
        source.finish()
        signal.close()
    }
}
