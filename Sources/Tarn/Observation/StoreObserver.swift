internal import TarnRecords

extension Store {
    /// What ``Store/observe(_:)`` tells.
    public enum Notification: Sendable {
        /// The store has moved to a newer version, by a write of its own or after a commit elsewhere.
        case didChange
        /// There is a newer version, and ``Store/autorefresh`` is off (R6).
        case refreshRequired
    }

    /// Calls a closure after each move of the store to a newer version, or, while ``autorefresh`` is off, when there is
    /// one to move to (R6). One call for everything that happened since the last.
    ///
    /// The closure runs where the store belongs, never in a write.
    ///
    /// - Returns: the token that keeps it going.
    public func observe(_ body: @escaping (Notification, Store) -> Void) -> NotificationToken {
        connection.check()
        let observer = StoreObserver(connection, body)
        connection.admit(observer, isDue: false)
        return NotificationToken(observer)
    }
}

/// Hears of every new version.
final class StoreObserver: Subscriber, Follower {
    private var body: ((Store.Notification, Store) -> Void)?
    private var notification: Store.Notification?

    init(_ connection: Connection, _ body: @escaping (Store.Notification, Store) -> Void) {
        self.body = body
        super.init(connection)
    }

    override func begin(isLate: Bool) throws(StoreError) {
        try connection.add(self)
        if isLate { advance() }
    }

    func advance(_ changes: VersionChanges) { advance() }

    private func advance() {
        notification = .didChange
        becomeDue()
    }

    /// A newer version can be had.
    func announce() {
        notification = .refreshRequired
        becomeDue()
    }

    override func tell() {
        guard let body, let notification = notification.take() else { return }
        body(notification, connection.store)
    }

    override func skip() { notification = nil }

    override func finish() {
        connection.followers.remove(self)
        body = nil
    }
}
