/// What one subscriber follows, and what there is to tell it.
protocol ChangeSource: AnyObject {
    associatedtype Change
    /// Whoever is told; set before anything else is done.
    var subscriber: Subscriber? { get set }
    /// Begins to follow, if that has to be done before there is something to tell.
    func begin() throws(StoreError)
    /// What there is to tell since the last time; nil when that is nothing.
    func take() -> Change?
    /// Whether the last attempt to take failed at the beginning, so that it has to be repeated.
    var isUnread: Bool { get }
    /// Whether nothing can come any more.
    var isExhausted: Bool { get }
    /// Forgets what has happened since the last time (N18).
    func skip()
    /// Lets go of everything.
    func finish()
}

/// Calls a closure with the changes of a source.
final class ClosureSubscriber<Source: ChangeSource>: Subscriber {
    private let source: Source
    private var body: ((Source.Change) -> Void)?

    init(_ source: Source, _ connection: Connection, _ body: @escaping (Source.Change) -> Void) {
        self.source = source
        self.body = body
        super.init(connection)
        source.subscriber = self
    }

    override func begin(isLate: Bool) throws(StoreError) { try source.begin() }

    override func tell() {
        guard let body else { return }
        if let change = source.take() { body(change) } else if source.isUnread { waitForNextMove() }
        if source.isExhausted { connection.end(self) }
    }

    override func skip() {
        source.skip()
        if source.isExhausted { connection.end(self) }
    }

    override func finish() {
        source.finish()
        body = nil
    }
}

extension NotificationToken {
    /// Has a closure called with the changes of a source.
    convenience init<Source: ChangeSource>(
        _ source: Source, _ connection: Connection, isDue: Bool, _ body: @escaping (Source.Change) -> Void
    ) {
        let subscriber = ClosureSubscriber(source, connection, body)
        connection.admit(subscriber, isDue: isDue)
        self.init(subscriber)
    }
}
