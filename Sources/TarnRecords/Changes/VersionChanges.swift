/// Everything that changed between two versions, worked out when it is asked for and remembered.
///
/// It belongs to one connection and is good as long as both sessions are. Not Sendable.
package final class VersionChanges {
    /// The version before, while its snapshot is still open.
    package let old: RecordSession?
    package let oldVersion: UInt64
    /// The version after: a session that reads.
    package let new: RecordSession
    private var log = Log.unread
    /// By type number, where the versions themselves were compared.
    private var compared: [UInt16: TableChanges] = [:]
    private var modifications: [Modifications: [UInt64: UInt64]] = [:]
    /// Clusters that were looked up, which many queries do one after the other.
    let clusters = KnownClusters()

    /// What the change log says about the versions.
    private enum Log {
        case unread
        /// It does not go back far enough, or it would take longer to read than to compare the versions.
        case unusable
        case read([UInt16: TableChanges])
    }

    /// Names one answer of `modified`.
    private struct Modifications: Hashable {
        let table: UInt16
        let filter: ModificationFilter
    }

    /// The changes from one open version to another.
    package init(from old: RecordSession, to new: RecordSession) {
        self.old = old
        oldVersion = old.version
        self.new = new
    }

    /// The changes since a version that can no longer be read.
    package init(fromVersion: UInt64, to new: RecordSession) {
        old = nil
        oldVersion = fromVersion
        self.new = new
    }

    /// The changes of a type; nil when they are not known, since the log was pruned and the old version is gone.
    ///
    /// From the log they tell what was done. Where it does not reach back, the versions are compared, O(clusters),
    /// which tells what is different: see ``SnapshotDifference``.
    package func of(_ table: Table) throws(RecordError) -> TableChanges? {
        if case .unread = log { log = try readLog() }
        if case .read(let tables) = log { return tables[table.id] ?? TableChanges() }
        guard let old else { return nil }
        if let known = compared[table.id] { return known }
        let changes = try SnapshotDifference(table, old, new).changes()
        compared[table.id] = changes
        return changes
    }

    /// The objects of a type that count as modified under a filter, as slots by cluster number; never ones that are
    /// new. O(changes + objects that link to them). Nil when the changes are not known.
    package func modified(
        _ table: Table, _ filter: ModificationFilter
    ) throws(RecordError) -> [UInt64: UInt64]? {
        let name = Modifications(table: table.id, filter: filter)
        if let known = modifications[name] { return known }
        guard let own = try of(table) else { return nil }
        var found: [UInt64: UInt64]
        switch filter {
        case .own: found = own.modified(in: nil)
        case .paths(let paths):
            guard let reached = try ModificationReach(self).objects(of: table, paths) else { return nil }
            found = reached
        case .reachable:
            guard let reached = try ModificationReach(self).objects(of: table, links: ModificationFilter.reach) else {
                return nil
            }
            found = reached
        }
        for cluster in own.clusters {
            guard let slots = found[cluster.number] else { continue }
            let stayed = slots & ~(cluster.inserted | cluster.replaced)
            found[cluster.number] = stayed == 0 ? nil : stayed
        }
        modifications[name] = found
        return found
    }
}

/// Reading the log.
extension VersionChanges {
    /// How many clusters are read from the log at most: 64 million objects. A few damaged bytes can claim any number.
    private static let clusterLimit: UInt64 = 1 << 20
    /// So many records take longer to read than two versions to compare, while both are there.
    private static let recordLimit: UInt64 = 1 << 13

    /// Merges the records of all versions after the old one.
    private func readLog() throws(RecordError) -> Log {
        let version = new.version
        if oldVersion >= version { return .read([:]) }
        if new.oldestRecord > oldVersion + 1 { return .unusable }
        if old != nil && version - oldVersion > Self.recordLimit { return .unusable }
        var parts: [UInt16: [TableChanges]] = [:]
        var count: UInt64 = 0
        for version in oldVersion + 1...version {
            guard let record = try new.changeRecord(version) else { return .unusable }
            for type in record.types {
                count += type.clusterCount
                if count > Self.clusterLimit { return .unusable }
                parts[type.table, default: []].append(TableChanges(type))
            }
        }
        return .read(parts.mapValues { TableChanges.merged($0) })
    }
}

extension TableChanges {
    /// The changes of one commit, runs written out.
    package init(_ type: ChangeRecord.TypeChange) {
        clusters = []
        clusters.reserveCapacity(type.clusters.count)
        for change in type.clusters {
            for step in 0..<change.run {
                let cluster = Cluster(change, number: change.number &+ step)
                if !cluster.isEmpty { clusters.append(cluster) }
            }
        }
    }

    /// Objects that stayed and were set in one of some columns, nil for any, as slots by cluster number.
    func modified(in columns: Set<Int>?) -> [UInt64: UInt64] {
        var found: [UInt64: UInt64] = [:]
        for cluster in clusters {
            let slots = cluster.modified(in: columns)
            if slots != 0 { found[cluster.number] = slots }
        }
        return found
    }
}
