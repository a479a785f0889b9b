internal import Synchronization
internal import TarnRecords

/// What the copies of one `FrozenResults` share: the query, and what it found. One version, so it runs once.
final class FrozenCore: Sendable {
    let type: FrozenClass
    let source: RecordQuery.Source
    let steps: [RecordQuery.Step]
    /// Nil when the snapshot could not be read: then nothing is found.
    let version: FrozenVersion?
    private let found: Mutex<Membership?>

    init(
        _ version: FrozenVersion?, _ type: FrozenClass, _ steps: [RecordQuery.Step],
        from source: RecordQuery.Source = .table, found: Membership? = nil
    ) {
        self.source = source
        self.version = version
        self.type = type
        self.steps = steps
        self.found = Mutex(found)
    }

    var query: RecordQuery { RecordQuery(table: type.table, source: source, steps: steps) }

    func adding(_ step: RecordQuery.Step) -> FrozenCore { FrozenCore(version, type, steps + [step], from: source) }

    /// The objects found; the first call runs the query.
    func membership() -> Membership {
        if let found = found.withLock({ $0 }) { return found }
        // Not under the lock: a failure calls the program. Two threads may run the query, which finds the same.
        let result = version?.read { (session) throws(RecordError) in try session.run(query) } ?? .list([])
        found.withLock { $0 = result }
        return result
    }

    /// The number of objects; does not find them when nothing needs them.
    func count() -> Int {
        if let found = found.withLock({ $0 }) { return found.count }
        if steps.isEmpty {
            return version?.read { (session) throws(RecordError) in try session.count(query) } ?? 0
        }
        return membership().count
    }

    /// The objects at some places, read in one go.
    func rows(_ places: Range<Int>) -> [FrozenRow] {
        let found = membership()
        return version?.rows(type, places.map { found.key(at: $0) }) ?? []
    }
}
