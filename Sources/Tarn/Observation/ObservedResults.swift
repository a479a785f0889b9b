internal import TarnRecords

/// One query as one subscriber follows it: the present first, then what has changed since it was last told.
final class ObservedResults<Element: Object> {
    private let results: Results<Element>
    private let filter: ModificationFilter
    private unowned let subscriber: Subscriber
    private var followed: FollowedQuery?
    private var listener: QueryListener?

    init(_ results: Results<Element>, _ filter: ModificationFilter, for subscriber: Subscriber) {
        self.results = results
        self.filter = filter
        self.subscriber = subscriber
    }

    /// What there is to tell now; nil when that is nothing, or cannot be read, of which the store knows.
    func take() -> CollectionChange<Results<Element>>? {
        let connection = subscriber.connection
        do throws(StoreError) {
            guard let listener else {
                try begin()
                return .initial(results)
            }
            let session = try connection.session()
            guard followed?.shows(session) == true else { return nil }
            let update = try connection.record { () throws(RecordError) in try listener.subscription.take(session) }
            return update.map { .update(results, CollectionUpdate($0)) }
        } catch {
            connection.note(error)
            return nil
        }
    }

    private func begin() throws(StoreError) {
        let followed = try results.core.follow()
        listener = followed.listen(filter, for: subscriber)
        self.followed = followed
    }

    /// Whether the first call has been made.
    var hasBegun: Bool { listener != nil }

    /// Forgets what has happened since the last call (N18).
    func skip() { listener?.subscription.skip() }

    /// Lets go of everything.
    func finish() {
        if let listener { followed?.remove(listener) }
        listener = nil
        followed = nil
    }
}

/// Calls a closure with the changes of one query.
final class ResultsObserver<Element: Object>: Subscriber {
    private var observed: ObservedResults<Element>?
    private var body: ((CollectionChange<Results<Element>>) -> Void)?

    init(
        _ results: Results<Element>, _ filter: ModificationFilter,
        _ body: @escaping (CollectionChange<Results<Element>>) -> Void
    ) {
        self.body = body
        super.init(results.core.context.connection)
        observed = ObservedResults(results, filter, for: self)
    }

    override func tell() {
        guard let body, let observed else { return }
        if let change = observed.take() { body(change) } else if !observed.hasBegun { waitForNextMove() }
    }

    override func skip() { observed?.skip() }

    override func finish() {
        observed?.finish()
        observed = nil
        body = nil
    }
}
