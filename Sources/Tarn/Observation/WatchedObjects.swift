internal import TarnRecords

/// The observed objects of a connection, found by the clusters in which they lie: looking for the observers of what has
/// changed costs what has changed.
final class WatchedObjects: Follower {
    private unowned let connection: Connection
    private var tables: [UInt16: WatchedTable] = [:]
    /// The version at which following failed.
    private var brokenSince: UInt64?

    init(_ connection: Connection) { self.connection = connection }

    func add(_ watch: ObjectWatch) throws(StoreError) {
        if tables.isEmpty {
            brokenSince = nil
            try connection.add(self)
        }
        tables[watch.table.id, default: WatchedTable()].add(watch)
    }

    func remove(_ watch: ObjectWatch) {
        guard tables[watch.table.id]?.remove(watch) == true else { return }
        tables[watch.table.id] = nil
        if tables.isEmpty { connection.followers.remove(self) }
    }

    func advance(_ changes: VersionChanges) throws(RecordError) {
        var changes = changes
        if let brokenSince { changes = VersionChanges(fromVersion: brokenSince, to: changes.new) }
        do {
            for table in tables.values { try table.advance(changes) }
            brokenSince = nil
        } catch {
            if brokenSince == nil { brokenSince = changes.oldVersion }
            throw error
        }
    }
}

/// The observed objects of one type.
private struct WatchedTable {
    private var clusters: [UInt64: [ObjectWatch]] = [:]
    /// Those with key paths over links, which changes of other objects concern.
    private var distant: [ObjectIdentifier: ObjectWatch] = [:]

    mutating func add(_ watch: ObjectWatch) {
        clusters[watch.key.cluster, default: []].append(watch)
        if !watch.paths.distant.isEmpty { distant[ObjectIdentifier(watch)] = watch }
    }

    /// Forgets an object; true when it was the last.
    mutating func remove(_ watch: ObjectWatch) -> Bool {
        let number = watch.key.cluster
        clusters[number]?.removeAll { $0 === watch }
        if clusters[number]?.isEmpty == true { clusters[number] = nil }
        distant[ObjectIdentifier(watch)] = nil
        return clusters.isEmpty
    }

    func advance(_ changes: VersionChanges) throws(RecordError) {
        guard let table = clusters.values.first?.first?.table else { return }
        guard let own = try changes.of(table) else {
            for watches in clusters.values { for watch in watches { try watch.noteUnknown(changes) } }
            return
        }
        if own.clusters.count <= clusters.count {
            for cluster in own.clusters { clusters[cluster.number].map { Self.note(cluster, $0, changes) } }
        } else {
            for (number, watches) in clusters {
                guard let cluster = own.cluster(number) else { continue }
                Self.note(cluster, watches, changes)
            }
        }
        for watch in distant.values { try watch.noteDistant(changes) }
    }

    private static func note(_ cluster: TableChanges.Cluster, _ watches: [ObjectWatch], _ changes: VersionChanges) {
        let touched = cluster.touched
        for watch in watches where touched & watch.key.bit != 0 { watch.note(cluster, changes) }
    }
}

/// Which properties of an observed object its observer wants to hear of.
struct WatchedPaths {
    /// Columns of the object itself; nil stands for all.
    let own: Set<Int>?
    /// Paths that go over links, by their first column (ON4).
    let distant: [Int: [[Int]]]

    init(_ paths: [[Int]]?) {
        own = paths.map { Set($0.filter { $0.count == 1 }.map { $0[0] }) }
        distant = Dictionary(grouping: paths?.filter { $0.count > 1 } ?? []) { $0[0] }
    }
}

/// What has happened to one observed object since its observer was last told.
final class ObjectWatch {
    private var latest: ObjectContext
    let key: ObjectKey
    let paths: WatchedPaths
    weak var subscriber: Subscriber?
    /// The columns that were set, each with its value at the last call.
    private var columns: [Int: StoredValue?] = [:]
    private(set) var isDeleted = false

    init(_ context: ObjectContext, _ key: ObjectKey, _ paths: WatchedPaths) {
        latest = context
        self.key = key
        self.paths = paths
    }

    /// The way to the store; another one after `invalidate()` (R7).
    var context: ObjectContext {
        if latest.isInvalidated { latest = latest.connection.renewed(latest) }
        return latest
    }

    var table: Table { context.table }

    /// What has happened; the present is the base of what is noted from now on.
    func take() -> [Int: StoredValue?] {
        defer { columns = [:] }
        return columns
    }

    /// Forgets what has happened, except that the object is gone.
    func skip() { columns = [:] }

    func markDeleted() {
        isDeleted = true
        columns = [:]
        subscriber?.becomeDue()
    }

    func note(_ cluster: TableChanges.Cluster, _ changes: VersionChanges) {
        if isDeleted { return }
        if (cluster.deleted | cluster.replaced) & key.bit != 0 { return markDeleted() }
        for change in cluster.modified where change.slots & key.bit != 0 {
            if paths.own?.contains(change.column) != false { note(change.column, changes) }
        }
    }

    /// Notes what has changed behind links.
    func noteDistant(_ changes: VersionChanges) throws(RecordError) {
        if isDeleted { return }
        for (column, paths) in paths.distant {
            guard let modified = try changes.modified(table, .paths(paths)) else { continue }
            if modified[key.cluster, default: 0] & key.bit != 0 { note(column, changes) }
        }
    }

    /// Notes that everything may have changed.
    func noteUnknown(_ changes: VersionChanges) throws(RecordError) {
        if isDeleted { return }
        guard let cluster = try changes.new.cluster(table, key.cluster), cluster.presence & key.bit != 0 else {
            return markDeleted()
        }
        for column in table.columns.indices {
            if paths.own?.contains(column) != false || paths.distant[column] != nil { note(column, changes) }
        }
    }

    private func note(_ column: Int, _ changes: VersionChanges) {
        subscriber?.becomeDue()
        if columns[column] != nil { return }
        do {
            columns.updateValue(try changes.old?.value(table, key, column), forKey: column)
        } catch {
            columns.updateValue(nil, forKey: column)
            context.connection.note(context.connection.failure(error))
        }
    }
}
