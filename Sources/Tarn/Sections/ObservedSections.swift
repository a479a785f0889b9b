internal import TarnRecords

/// Sectioned results as one subscriber follows them: the present first, then what has changed since it was last told.
final class ObservedSections<Key: Hashable, Element: Object>: ChangeSource {
    private let sections: SectionedResults<Key, Element>
    /// What counts as a modification for the subscriber.
    private let filter: ModificationFilter
    weak var subscriber: Subscriber?
    private var followed: FollowedQuery?
    private var told: QueryListener?
    /// Hears of everything that can give an object another key.
    private var keys: QueryListener?
    /// The sections as the subscriber knows them.
    private var table = SectionTable<Key>()

    init(_ sections: SectionedResults<Key, Element>, _ filter: ModificationFilter) {
        self.sections = sections
        self.filter = filter
    }

    /// The query is run for the first call, so that it is not run twice when the store moves before that.
    func begin() {}

    /// What there is to tell now; nil when that is nothing, or cannot be read, of which the store knows.
    func take() -> SectionedResultsChange<Key, Element>? {
        guard let subscriber else { return nil }
        do throws(StoreError) {
            guard followed != nil else {
                let core = sections.results.core
                let followed = try core.follow()
                told = followed.listen(filter, for: subscriber)
                keys = followed.listen(sections.results.filter(sections.core.keyPaths), for: subscriber)
                self.followed = followed
                table = sections.core.table()
                return .initial(sections)
            }
            return try advance(subscriber.connection).map { .update(sections, $0) }
        } catch {
            subscriber.connection.note(error)
            return nil
        }
    }

    /// Brings the sections up to date and says what is different.
    private func advance(_ connection: Connection) throws(StoreError) -> SectionedUpdate? {
        guard let followed, let told, let keys else { return nil }
        let session = try connection.session()
        guard followed.shows(session) else { return nil }
        let (change, keyChange) = try connection.record { () throws(RecordError) in
            (try told.subscription.take(session), try keys.subscription.take(session))
        }
        guard change != nil || keyChange != nil else { return nil }
        let update = CollectionUpdate(change ?? TarnRecords.CollectionUpdate())
        let new = keyChange.map { sections.core.table(table, after: CollectionUpdate($0)) } ?? table
        let difference = SectionedUpdate(table, new, update)
        table = new
        return difference.isEmpty ? nil : difference
    }

    var isUnread: Bool { followed == nil }
    var isExhausted: Bool { false }

    /// Forgets what has happened since the last call (N18): what follows is told as a difference from now.
    func skip() {
        guard let connection = subscriber?.connection, followed != nil else { return }
        do throws(StoreError) {
            _ = try advance(connection)
        } catch {
            connection.note(error)
        }
    }

    /// Lets go of everything.
    func finish() {
        for listener in [told, keys] { if let listener { followed?.remove(listener) } }
        (told, keys, followed) = (nil, nil, nil)
    }
}

extension SectionedResults {
    /// Calls a closure with the sections as they are and then with each change of them.
    ///
    ///     token = byCity.observe { change in
    ///         switch change {
    ///         case .initial(let sections): list.show(sections)
    ///         case .update(let sections, let update): list.show(sections, update)
    ///         }
    ///     }
    ///
    /// The calls come as `Results.observe(keyPaths:_:)` says. The change is derived from that of the results and from
    /// the keys of what came or was modified.
    ///
    /// `keyPaths` are the properties that count as modifications, as for results. An object that comes into another
    /// section always counts.
    public func observe(
        keyPaths: [PartialKeyPath<Element>]? = nil, _ body: @escaping (SectionedResultsChange<Key, Element>) -> Void
    ) -> NotificationToken {
        let source = ObservedSections(self, results.filter(keyPaths))
        return NotificationToken(source, results.core.context.connection, isDue: true, body)
    }

    /// The sections as they are and then each change of them, as a sequence; as ``Results/changes(keyPaths:)``.
    public func changes(
        keyPaths: [PartialKeyPath<Element>]? = nil
    ) -> Changes<SectionedResultsChange<Key, Element>> {
        let filter = results.filter(keyPaths)
        return Changes(results.core.context.connection) { ObservedSections(self, filter) }
    }
}
