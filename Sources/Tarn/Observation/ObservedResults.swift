internal import TarnRecords

/// One query as one subscriber follows it: the present first, then what has changed since it was last told.
final class ObservedResults<Element: Object>: CollectionSource<Results<Element>>, ChangeSource, ObservedPart {
    private let results: Results<Element>
    private let filter: ModificationFilter
    weak var subscriber: Subscriber?
    private var followed: FollowedQuery?
    private var listener: QueryListener?

    init(_ results: Results<Element>, _ filter: ModificationFilter) {
        self.results = results
        self.filter = filter
    }

    /// The query is run for the first call, so that it is not run twice when the store moves before that.
    func begin() {}

    /// What there is to tell now; nil when that is nothing, or cannot be read, of which the store knows.
    override func take() -> CollectionChange<Results<Element>>? {
        guard let subscriber else { return nil }
        let connection = subscriber.connection
        do throws(StoreError) {
            guard let followed, let listener else {
                let followed = try results.core.follow()
                listener = followed.listen(filter, for: subscriber)
                self.followed = followed
                return .initial(results)
            }
            let session = try connection.session()
            guard followed.shows(session) else { return nil }
            let update = try connection.record { () throws(RecordError) in try listener.subscription.take(session) }
            return update.map { .update(results, CollectionUpdate($0)) }
        } catch {
            connection.note(error)
            return nil
        }
    }

    var connection: Connection { results.core.context.connection }
    var isUnread: Bool { listener == nil }
    var isExhausted: Bool { false }

    /// Forgets what has happened since the last call (N18).
    override func skip() { listener?.subscription.skip() }

    /// Lets go of everything.
    func finish() {
        if let listener { followed?.remove(listener) }
        listener = nil
        followed = nil
    }
}
