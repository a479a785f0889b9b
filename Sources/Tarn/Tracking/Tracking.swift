internal import Observation
internal import TarnRecords

/// Ties one connection to the Observation framework: notes what is read where reads are tracked, and says when it has
/// changed.
///
/// There is one registrar for all objects and results of the connection, which are told apart by places. Objects stay
/// as small as they are, and it does not matter whether the instance that was read still exists.
final class Tracking {
    private unowned let connection: Connection
    private let registrar = ObservationRegistrar()
    private let subject = TrackedSubject()
    private let probe = TrackingProbe()
    private let probePath: TrackedPath
    private var tables: [UInt16: TrackedTable] = [:]
    private var queries = TrackedQueries()
    /// Places that have changed and are to be told.
    private var changed: [TrackedPath] = []
    private var follower: TrackingFollower?

    init(_ connection: Connection) {
        self.connection = connection
        let probe = probe
        probePath = \TrackedSubject[probe]
    }

    /// Whether what is read now is tracked. Within a write nothing is: what it has done so far is no version.
    @inline(__always)
    private var isOn: Bool {
        probe.isHashed { registrar.access(subject, keyPath: probePath) } && !connection.isInWriteTransaction
    }

    /// A property of an object is read; column -1 stands for whether the object exists. One that is computed of links
    /// notes itself what it reads.
    func noteRead(_ table: Table, _ key: ObjectKey, _ column: Int) {
        if !isOn || column >= LinkingProperty.firstNumber { return }
        access(tables[table.id, default: TrackedTable(table.id)].cell(key, column))
    }

    /// An object is looked up by its primary key; nil when there is none and nothing says which it would be.
    func noteLookUp(_ table: Table, _ key: ObjectKey?) {
        if !isOn { return }
        let place =
            key.map { tables[table.id, default: TrackedTable(table.id)].cell($0, -1) }
            ?? tables[table.id, default: TrackedTable(table.id)].column(-1)
        access(place)
    }

    /// Something is read that any object of a type decides by the values of some columns.
    func noteColumns(_ table: Table, _ columns: [Int]) {
        if !isOn { return }
        for column in columns { access(tables[table.id, default: TrackedTable(table.id)].column(column)) }
    }

    /// What results find is read, and some columns of the objects found.
    func noteRead(_ core: ResultsCore, _ columns: [Int]) {
        if !isOn { return }
        let table = core.context.table.id
        if core.steps.isEmpty && core.source == .table {
            for column in columns.isEmpty ? [-1] : columns {
                access(tables[table, default: TrackedTable(table)].column(column))
            }
        } else {
            access(query(core, TrackedQueries.Name(core, columns)))
        }
    }

    private func query(_ core: ResultsCore, _ name: TrackedQueries.Name) -> TrackedPath {
        if let known = queries.find(name), !known.followed.isDropped {
            queries.use(known)
            core.share(known.followed)
            return known.path
        }
        do throws(StoreError) {
            let (made, oldest) = queries.add(name, try core.follow(), for: begin())
            if let (name, query) = oldest { tables[name.table, default: TrackedTable(name.table)].widen(query.path) }
            return made.path
        } catch {
            connection.note(error)
            return tables[name.table, default: TrackedTable(name.table)].all()
        }
    }

    private func access(_ path: TrackedPath) {
        begin()
        registrar.access(subject, keyPath: path)
    }

    /// Follows the connection from now on, if that is not so yet.
    @discardableResult
    private func begin() -> TrackingFollower {
        if let follower { return follower }
        let made = TrackingFollower(connection, self)
        follower = made
        connection.admit(made, isDue: false)
        return made
    }

    /// Looks what a move of the connection changes.
    ///
    /// - Returns: whether there is something to tell.
    func advance(_ changes: VersionChanges) -> Bool {
        for id in Array(tables.keys) {
            let table = changes.new.catalogue.tables.first { $0.id == id }
            // What cannot be read may have changed.
            let found = table.flatMap { table in (try? changes.of(table)) ?? nil }
            changed += tables[id]?.take(found) ?? []
            if tables[id]?.isEmpty == true { tables[id] = nil }
        }
        return !changed.isEmpty
    }

    /// Tells the framework what has changed. It calls whoever waits for that, each once.
    func tell() {
        if !queries.isEmpty {
            do throws(StoreError) {
                let session = try connection.session()
                changed += try connection.record { () throws(RecordError) in try queries.take(session) }
            } catch {
                connection.note(error)
                changed += queries.takeAll()
            }
        }
        let told = changed
        changed = []
        for path in told {
            registrar.willSet(subject, keyPath: path)
            registrar.didSet(subject, keyPath: path)
        }
        // Those who were called may wait for something else already.
        if tables.isEmpty && queries.isEmpty && changed.isEmpty { end() }
    }

    private func end() {
        guard let follower = follower.take() else { return }
        connection.delivery.remove(follower.number)
    }

    /// Forgets everything; the connection is closed.
    func forget() {
        _ = queries.takeAll()
        tables = [:]
        changed = []
        follower = nil
    }
}

/// Takes part in the moves and deliveries of the connection while something is tracked.
final class TrackingFollower: Subscriber, Follower {
    private let tracking: Tracking

    fileprivate init(_ connection: Connection, _ tracking: Tracking) {
        self.tracking = tracking
        super.init(connection)
    }

    override func begin(isLate: Bool) throws(StoreError) { try connection.add(self) }

    func advance(_ changes: VersionChanges) { if tracking.advance(changes) { becomeDue() } }

    override func tell() { tracking.tell() }

    override func finish() {
        connection.followers.remove(self)
        if connection.isClosed { tracking.forget() }
    }
}
