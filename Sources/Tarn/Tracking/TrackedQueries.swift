internal import TarnRecords

/// The queries that were read where reads are tracked, until they find something else.
///
/// A query is known by what it asks, so that results made anew by each evaluation of a view are the same query.
struct TrackedQueries {
    private var known: [Name: TrackedQuery] = [:]
    private var uses = 0
    private var nextNumber = 0
    /// So many are kept up. The one that was not read for longest gives its place to another.
    static let limit = 64

    /// Identifies a query and what is read of its objects.
    struct Name: Hashable {
        let table: UInt16
        let source: RecordQuery.Source
        let steps: [RecordQuery.Step]
        let columns: [Int]

        init(_ core: ResultsCore, _ columns: [Int]) {
            table = core.context.table.id
            source = core.source
            steps = core.steps
            self.columns = columns
        }
    }

    var isEmpty: Bool { known.isEmpty }

    /// A query that is tracked already; it counts as used.
    func find(_ name: Name) -> TrackedQuery? { known[name] }

    /// Counts a use.
    mutating func use(_ query: TrackedQuery) {
        uses += 1
        query.lastUse = uses
    }

    /// Keeps a query up from now on.
    ///
    /// - Returns: the query, and the one that had to make room.
    mutating func add(
        _ name: Name, _ followed: FollowedQuery, for subscriber: Subscriber
    ) -> (TrackedQuery, (Name, TrackedQuery)?) {
        var oldest: (Name, TrackedQuery)?
        if known.count == Self.limit, let found = known.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            found.value.end()
            known[found.key] = nil
            oldest = (found.key, found.value)
        }
        nextNumber += 1
        let made = TrackedQuery(nextNumber, followed, name.columns, for: subscriber)
        known[name] = made
        use(made)
        return (made, oldest)
    }

    /// Takes out the queries that find something else than when they were read.
    mutating func take(_ session: RecordSession) throws(RecordError) -> [TrackedPath] {
        var taken: [TrackedPath] = []
        for (name, query) in known where query.isDue {
            if try query.hasChanged(session) {
                query.end()
                known[name] = nil
                taken.append(query.path)
            }
        }
        return taken
    }

    /// Lets all of them go.
    mutating func takeAll() -> [TrackedPath] {
        defer { known = [:] }
        return known.values.map { query in
            query.end()
            return query.path
        }
    }
}

/// One of them.
final class TrackedQuery {
    let path: TrackedPath
    let followed: FollowedQuery
    fileprivate(set) var lastUse = 0
    private let listener: QueryListener

    fileprivate init(_ number: Int, _ followed: FollowedQuery, _ columns: [Int], for subscriber: Subscriber) {
        path = TrackedPlace.query(number).path
        self.followed = followed
        listener = followed.listen(.paths(columns.map { [$0] }), for: subscriber)
    }

    fileprivate var isDue: Bool { listener.subscription.hasPending }

    fileprivate func hasChanged(_ session: RecordSession) throws(RecordError) -> Bool {
        guard followed.shows(session) else { return false }
        return try listener.subscription.take(session) != nil
    }

    fileprivate func end() { followed.remove(listener) }
}
