internal import TarnRecords

extension Store {
    /// Calls a closure with the changes of several results, lists or sets at once: once for each version that concerns
    /// any of them, for screens that show several lists (N24).
    ///
    ///     token = store.observe(people, cities) { people, cities in ... }
    ///
    /// All changes of one call lead to the same version. In the first call all are `.initial`; later those that have
    /// not changed are nil. Otherwise as `Results.observe(keyPaths:_:)`. Traps for what belongs to another store.
    ///
    /// - Parameters:
    ///   - first: the first results, list or set.
    ///   - rest: more of them.
    ///   - body: what is called, with one change for each of them.
    /// - Returns: the token that keeps it going.
    public func observe<First: ObservableCollection, each Rest: ObservableCollection>(
        _ first: First, _ rest: repeat each Rest,
        body: @escaping (CollectionChange<First>?, repeat CollectionChange<each Rest>?) -> Void
    ) -> NotificationToken {
        connection.check()
        let one = first._source()
        let others = (repeat (each rest)._source())
        var parts = [one.part]
        repeat parts.append((each others).part)
        let subscriber = CombinedSubscriber(connection, parts) {
            body(one.taken(), repeat (each others).taken())
        }
        connection.admit(subscriber, isDue: true)
        return NotificationToken(subscriber)
    }
}

/// A collection that is observed together with others.
protocol ObservedPart: AnyObject {
    var subscriber: Subscriber? { get set }
    var connection: Connection { get }
    var isUnread: Bool { get }
    /// Finds out what there is to tell and keeps it; false when that is nothing.
    func prepare() -> Bool
    func skip()
    func finish()
}

/// Calls a closure with the changes of several collections.
final class CombinedSubscriber: Subscriber {
    private let parts: [any ObservedPart]
    private var call: (() -> Void)?

    init(_ connection: Connection, _ parts: [any ObservedPart], _ call: @escaping () -> Void) {
        self.parts = parts
        self.call = call
        super.init(connection)
        for part in parts {
            precondition(
                part.connection === connection, "N24: what belongs to another store cannot be observed together")
            part.subscriber = self
        }
    }

    override func tell() {
        guard let call else { return }
        let isSomething = parts.map { $0.prepare() }.contains(true)
        // Nobody is told the beginning of some before that of the others can be read.
        if parts.contains(where: \.isUnread) { waitForNextMove() } else if isSomething { call() }
    }

    override func skip() {
        for part in parts { part.skip() }
    }

    override func finish() {
        for part in parts { part.finish() }
        call = nil
    }
}
