internal import TarnRecords

/// What the copies of one `Results` share: the query, and what it found in the version it ran on last.
final class ResultsCore {
    private(set) var context: ObjectContext
    let source: RecordQuery.Source
    let steps: [RecordQuery.Step]
    private var found: Membership?
    private var foundVersion: UInt64 = 0
    private var counted: Int?
    private var countedVersion: UInt64 = 0
    /// Whether the query failed in that version.
    private var isUnreadable = false
    /// Whether what was found stays, whatever changes.
    private let isPinned: Bool
    /// The query kept up with the store, while it is observed or used again and again.
    private var followed: FollowedQuery?
    /// The version in which it was run last.
    private var runVersion: UInt64?
    /// Whether keeping it up would be running it again.
    private var isNeverFollowed = false

    init(_ context: ObjectContext, _ steps: [RecordQuery.Step], from source: RecordQuery.Source = .table) {
        self.context = context
        self.source = source
        self.steps = steps
        isPinned = false
    }

    /// What another core has found now, for good.
    init(pinning other: ResultsCore) {
        found = other.membership()
        context = other.context
        source = other.source
        steps = other.steps
        isPinned = true
    }

    func adding(_ step: RecordQuery.Step) -> ResultsCore { ResultsCore(context, steps + [step], from: source) }

    /// The query on the table as it is now; columns keep their numbers when the schema grows.
    var query: RecordQuery { RecordQuery(table: context.table, source: source, steps: steps) }

    /// Traps where results may not be used (C1, C10). After `invalidate()` they go on with new objects (R7).
    func check() {
        context.connection.check()
        if context.isInvalidated { context = context.connection.renewed(context) }
    }

    /// Runs a read; a failure is kept by the store and answers `fallback`.
    func read<R>(_ fallback: R, _ body: (RecordSession, RecordQuery) throws(RecordError) -> R) -> R {
        check()
        return context.connection.readable { (session) throws(RecordError) in try body(session, query) } ?? fallback
    }

    /// The objects found, running the query when the version is another than last time.
    func membership() -> Membership {
        check()
        noteRead()
        let connection = context.connection
        if let found, isPinned || foundVersion == connection.dataVersion { return found }
        let result =
            current?.membership ?? followWhenUsedAgain()
            ?? connection.readable { (session) throws(RecordError) in try session.run(query) }
        // After a failure there is nothing to be found in this version; the store knows why.
        found = result ?? .list([])
        foundVersion = connection.dataVersion
        isUnreadable = result == nil
        return found ?? .list([])
    }

    /// The place of an object, or nil.
    func index(of key: ObjectKey) -> Int? {
        check()
        noteRead()
        guard let live = current else { return membership().index(of: key) }
        let place = context.connection.readable { (session) throws(RecordError) in try live.index(of: key, session) }
        return place ?? nil
    }

    /// The object at a place, or nil where damage keeps it from being found although it was counted.
    func key(at position: Int) -> ObjectKey? {
        check()
        noteRead()
        if !isPinned, let live = current, position >= 0 && position < live.count { return live.key(at: position) }
        let found = membership()
        if position >= 0 && position < found.count { return found.key(at: position) }
        if isUnreadable { return nil }
        precondition(
            position >= 0 && position < count(),
            "L8: index \(position) is outside of results with \(found.count) objects")
        let damage = RecordError(
            .corrupt, tree: "clusters", key: context.table.name,
            message: "\(count()) objects were counted and \(found.count) found")
        context.connection.note(StoreError(damage, path: context.connection.path))
        return nil
    }

    /// What was found, if that is still so.
    var currentMembership: Membership? {
        isPinned || foundVersion == context.connection.dataVersion && !isUnreadable ? found : nil
    }

    /// The number of objects; does not find them when nothing needs them. It stays the same within a version.
    func count() -> Int {
        check()
        noteRead()
        if isPinned, let found { return found.count }
        let version = context.connection.dataVersion
        if let counted, countedVersion == version { return counted }
        let number: Int
        if let live = current {
            number = live.count
        } else if let found, foundVersion == version {
            number = found.count
        } else {
            number = read(0) { (session, query) throws(RecordError) in try session.count(query) }
        }
        counted = number
        countedVersion = version
        return number
    }

    /// Notes for the Observation framework that what is found is read, and some columns of it.
    func noteRead(_ columns: [Int] = []) {
        if !isPinned { context.connection.tracking?.noteRead(self, columns) }
    }

    /// Uses a query that others keep up.
    func share(_ other: FollowedQuery) { if followed == nil { followed = other } }

    /// The query kept up from now on.
    func follow() throws(StoreError) -> FollowedQuery {
        check()
        if let followed, !followed.isDropped { return followed }
        let made = try FollowedQuery(query, context.connection)
        followed = made
        return made
    }

    /// The query kept up, if it shows what queries find now.
    private var current: LiveQuery? {
        guard let followed, !context.connection.isInWriteTransaction else { return nil }
        let isCurrent = context.connection.readable { (session) throws(RecordError) in followed.shows(session) }
        if followed.isDropped { self.followed = nil }
        return isCurrent == true ? followed.query : nil
    }

    /// Results that are used in one version after the other are kept up from the second on, which costs what changes
    /// instead of what is found.
    private func followWhenUsedAgain() -> Membership? {
        let connection = context.connection
        if isNeverFollowed || followed != nil || connection.isInWriteTransaction { return nil }
        let current = connection.readable { (session) throws(RecordError) in session.version }
        guard let version = current else { return nil }
        defer { runVersion = version }
        guard let runVersion, runVersion != version, let made = try? follow() else { return nil }
        if made.query.isIncremental { return made.query.membership }
        isNeverFollowed = true
        followed = nil
        return nil
    }

    /// The column at the end of a key path; traps when there is none (Q9).
    func column(_ keyPath: AnyKeyPath, _ use: String) -> Int {
        guard let property = context.queryProperty(at: keyPath), property.relation == nil else {
            preconditionFailure("Q9: \(context.description.name) can only be \(use) its own persisted properties")
        }
        return property.column
    }
}
