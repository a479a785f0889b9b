public import Observation
internal import TarnRecords

/// A number of results, a sum or another value computed from them that follows the store.
///
///     let total = orders.where { $0.isOpen }.liveSum(of: \.amount)
///     token = total.observe { change in label.show(change.value) }
///
/// The first use computes it. From then on it is brought along with the store, at a cost that follows the number of
/// objects that changed and not the number of results; ``Results/limit(_:offset:)`` and `Results.distinct(by:)` may
/// make it compute anew. In a write transaction it is computed each time, since it includes what is not committed.
///
/// It belongs to the store's thread, queue or actor, as the results do, and takes part in the Observation framework
/// like them: what has read ``value`` hears of every change that may concern it.
public final class LiveValue<Value: Equatable> {
    private let core: ResultsCore
    private let reading: LiveReading<Value>
    private var kept: Kept?

    /// What is kept up while it is used.
    private struct Kept {
        let followed: FollowedQuery
        let read: () -> Value
    }

    init(_ core: ResultsCore, _ reading: LiveReading<Value>) {
        core.check()
        self.core = core
        self.reading = reading
    }

    /// The value in the store's current version.
    ///
    /// Where it cannot be read it is that of no objects; see ``Store/readFailure``. Traps for an integer sum that does
    /// not fit (Q13).
    public var value: Value {
        core.check()
        core.noteRead(reading.columns)
        let connection = self.connection
        if !connection.isInWriteTransaction {
            do throws(StoreError) {
                let followed = try follow()
                let session = try connection.session()
                if followed.shows(session), let kept { return kept.read() }
            } catch {
                connection.note(error)
                return reading.empty
            }
        }
        let query = core.query
        return connection.readable { (session) throws(RecordError) in try reading.compute(session, query) }
            ?? reading.empty
    }

    /// Calls a closure with the value as it is and then with each other value that it takes.
    ///
    /// When and where it is called is as for `Results.observe(keyPaths:_:)`; changes of the results that leave the
    /// value as it is are not told.
    ///
    /// - Returns: the token that keeps it going.
    public func observe(_ body: @escaping (ValueChange<Value>) -> Void) -> NotificationToken {
        core.check()
        return NotificationToken(ObservedValue(self), connection, isDue: true, body)
    }

    /// The value as it is and then each other value that it takes, as a sequence; see ``Results/changes(keyPaths:)``.
    public var changes: Changes<ValueChange<Value>> {
        core.check()
        return Changes(connection) { ObservedValue(self) }
    }

    var connection: Connection { core.context.connection }

    /// The value kept up, whatever the store shows; nil when nothing is.
    fileprivate var keptValue: Value? { kept?.read() }

    /// The query kept up, and with it the value.
    fileprivate func follow() throws(StoreError) -> FollowedQuery {
        if let kept, !kept.followed.isDropped { return kept.followed }
        let connection = self.connection
        let followed = try core.follow()
        let session = try connection.session()
        kept = nil
        if followed.shows(session) {
            let read = try connection.record { () throws(RecordError) in try reading.keepUp(followed.query, session) }
            kept = Kept(followed: followed, read: read)
        }
        return followed
    }

    /// Has a subscriber told of everything that can change the value.
    fileprivate func listen(for subscriber: Subscriber) throws(StoreError) -> (FollowedQuery, QueryListener) {
        let followed = try follow()
        return (followed, followed.listen(.paths(reading.columns.map { [$0] }), for: subscriber))
    }
}

extension LiveValue: Observable {}

@available(*, unavailable, message: "a live value stays with its store; send the value instead")
extension LiveValue: Sendable {}

/// What an observer of a live value is told.
public enum ValueChange<Value> {
    /// The first call: the value as it is now.
    case initial(Value)
    /// The value as it is now, and what it was at the last call.
    case update(Value, old: Value)

    /// The value as it is now.
    public var value: Value {
        switch self {
        case .initial(let value), .update(let value, old: _): value
        }
    }
}

extension ValueChange: Sendable where Value: Sendable {}
extension ValueChange: Equatable where Value: Equatable {}

/// A live value as one subscriber follows it.
private final class ObservedValue<Value: Equatable>: ChangeSource {
    private let live: LiveValue<Value>
    weak var subscriber: Subscriber?
    private var followed: FollowedQuery?
    private var listener: QueryListener?
    private var last: Value?

    init(_ live: LiveValue<Value>) { self.live = live }

    func begin() {}

    func take() -> ValueChange<Value>? {
        guard let subscriber else { return nil }
        let connection = live.connection
        do throws(StoreError) {
            guard let followed, let listener, let old = last else {
                finish()
                (followed, listener) = try live.listen(for: subscriber)
                guard let value = live.keptValue else { return nil }
                last = value
                return .initial(value)
            }
            let session = try connection.session()
            guard listener.subscription.hasPending, followed.shows(session), let value = live.keptValue else {
                return nil
            }
            listener.subscription.skip()
            last = value
            // NaN is the same value as NaN here, though they are not equal.
            return value == old || (value != value && old != old) ? nil : .update(value, old: old)
        } catch {
            connection.note(error)
            return nil
        }
    }

    var isUnread: Bool { last == nil }
    var isExhausted: Bool { false }

    /// Forgets what has happened since the last call (N18).
    func skip() {
        guard let listener, last != nil else { return }
        listener.subscription.skip()
        last = live.keptValue ?? last
    }

    func finish() {
        if let listener { followed?.remove(listener) }
        listener = nil
        followed = nil
    }
}
