internal import TarnRecords

/// What the copies of one `Results` share: the query, and what it found in the version it ran on last.
final class ResultsCore {
    let context: ObjectContext
    private let steps: [RecordQuery.Step]
    private var found: Membership?
    private var foundVersion: UInt64 = 0

    init(_ context: ObjectContext, _ steps: [RecordQuery.Step]) {
        self.context = context
        self.steps = steps
    }

    func adding(_ step: RecordQuery.Step) -> ResultsCore { ResultsCore(context, steps + [step]) }

    /// The query on the table as it is now; columns keep their numbers when the schema grows.
    var query: RecordQuery { RecordQuery(table: context.table, steps: steps) }

    /// Traps where results may not be used.
    func check() {
        context.connection.check()
        precondition(!context.isInvalidated, "Q10: results were used after their store was invalidated")
    }

    /// Runs a read; a failure is kept by the store and answers `fallback`.
    func read<R>(_ fallback: R, _ body: (RecordSession, RecordQuery) throws(RecordError) -> R) -> R {
        check()
        return context.connection.readable { (session) throws(RecordError) in try body(session, query) } ?? fallback
    }

    /// The objects found, running the query when the version is another than last time.
    func membership() -> Membership {
        check()
        let connection = context.connection
        if let found, foundVersion == connection.dataVersion { return found }
        let result = connection.readable { (session) throws(RecordError) in try session.run(query) }
        found = result
        foundVersion = connection.dataVersion
        return result ?? .list([])
    }

    /// The number of objects; does not find them when nothing needs them.
    func count() -> Int {
        check()
        if let found, foundVersion == context.connection.dataVersion { return found.count }
        return read(0) { (session, query) throws(RecordError) in try session.count(query) }
    }

    /// The column at the end of a key path; traps when there is none (Q9).
    func column(_ keyPath: AnyKeyPath, _ use: String) -> Int {
        guard let property = context.queryProperty(at: keyPath) else {
            preconditionFailure("Q9: \(context.description.name) can only be \(use) its own persisted properties")
        }
        return property.column
    }
}
