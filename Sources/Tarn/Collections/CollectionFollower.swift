internal import TarnRecords

/// Follows one collection from version to version for one subscriber.
class CollectionFollower: Follower {
    let connection: Connection
    let key: ObjectKey
    let column: Int
    let filter: ModificationFilter
    weak var subscriber: Subscriber?
    /// Whether the object that the collection belongs to is gone.
    private(set) var isEnded = false
    private let table: UInt16
    /// The version at which following failed.
    private var brokenSince: UInt64?

    init(_ home: CollectionHome, _ filter: ModificationFilter) {
        connection = home.context.connection
        table = home.context.table.id
        key = home.owner.__key
        column = home.column
        self.filter = filter
    }

    /// The collection in a version.
    final func place(_ session: RecordSession) -> CollectionPlace {
        CollectionPlace(table: session.catalogue.tables[Int(table)], object: key, column: column)
    }

    /// Begins to follow from the snapshot.
    final func begin() throws(StoreError) {
        let session = try connection.session()
        try connection.record { () throws(RecordError) in
            if try isThere(session) { try reset(session) } else { isEnded = true }
        }
        try connection.add(self)
    }

    final func finish() { connection.followers.remove(self) }

    /// Whether the owner exists in a version.
    private func isThere(_ session: RecordSession) throws(RecordError) -> Bool {
        let place = place(session)
        return try session.cluster(place.table, key.cluster).map { $0.presence & key.bit != 0 } ?? false
    }

    final func advance(_ changes: VersionChanges) throws(RecordError) {
        if isEnded { return }
        var changes = changes
        if let brokenSince { changes = VersionChanges(fromVersion: brokenSince, to: changes.new) }
        do {
            try follow(changes)
            brokenSince = nil
        } catch {
            if brokenSince == nil { brokenSince = changes.oldVersion }
            throw error
        }
        if isEnded || hasPending { subscriber?.becomeDue() }
    }

    private func follow(_ changes: VersionChanges) throws(RecordError) {
        let place = place(changes.new)
        guard let own = try changes.of(place.table) else {
            if try isThere(changes.new) { try noteReplaced(changes.new) } else { isEnded = true }
            return
        }
        let cluster = own.cluster(key.cluster)
        if let cluster, (cluster.deleted | cluster.replaced) & key.bit != 0 {
            isEnded = true
            return
        }
        let isSet = cluster.map { $0.modified(in: [column]) & key.bit != 0 } ?? false
        let difference = isSet ? try changes.difference(place) : nil
        if isSet && difference == nil { return try noteReplaced(changes.new) }
        try note(difference, try modified(changes, place), try replaced(changes, place), changes.new)
    }

    /// The linked objects that are not those which had their keys before (P8); nil when there are none.
    private func replaced(
        _ changes: VersionChanges, _ place: CollectionPlace
    ) throws(RecordError) -> ModifiedObjects? {
        guard let target = place.table.columns[column].linkTarget,
            let own = try changes.of(changes.new.catalogue.tables[Int(target)])
        else { return nil }
        var slots: [UInt64: UInt64] = [:]
        for cluster in own.clusters where cluster.replaced != 0 { slots[cluster.number] = cluster.replaced }
        return slots.isEmpty ? nil : .slots(slots)
    }

    /// The linked objects that count as modified; nil when there can be none among the elements.
    private func modified(
        _ changes: VersionChanges, _ place: CollectionPlace
    ) throws(RecordError) -> ModifiedObjects? {
        guard filter != .paths([]), let target = place.table.columns[column].linkTarget else { return nil }
        let found = try changes.modified(changes.new.catalogue.tables[Int(target)], filter)
        guard let found else { return .all }
        return found.isEmpty ? nil : .slots(found)
    }

    /// Whether there is something to tell besides the end.
    var hasPending: Bool { false }
    /// The present is the base from now on.
    func reset(_ session: RecordSession) throws(RecordError) {}
    /// Notes one step; nil when nothing has happened to the collection itself.
    /// - Parameters:
    ///   - difference: What has happened to the collection.
    ///   - modified: Linked objects that count as modified.
    ///   - replaced: Linked objects that are others than those which had their keys.
    ///   - session: The version after the step.
    func note(
        _ difference: CollectionDifference?, _ modified: ModifiedObjects?, _ replaced: ModifiedObjects?,
        _ session: RecordSession
    ) throws(RecordError) {}
    /// Notes a step of which nothing is known.
    func noteReplaced(_ session: RecordSession) throws(RecordError) {}
    /// Forgets what has happened so far; the present is the base from now on (N18).
    func skip() {}
}

/// Objects of one type that were modified.
enum ModifiedObjects {
    /// It is not known which.
    case all
    /// Slots by cluster number.
    case slots([UInt64: UInt64])

    func contains(_ key: UInt64) -> Bool {
        switch self {
        case .all: true
        case .slots(let slots): (slots[key >> 6] ?? 0) >> (key & 63) & 1 != 0
        }
    }
}

/// Follows the elements of a list or a set.
final class ElementFollower: CollectionFollower {
    private var delta = ElementDelta()
    /// Whether what happened is not known, so that all elements have been exchanged (N3).
    private var isReplaced = false
    /// How many elements there are, and were when the subscriber was told.
    private var (count, toldCount) = (0, 0)

    override var hasPending: Bool { isReplaced || !delta.isEmpty }

    override func reset(_ session: RecordSession) throws(RecordError) {
        count = try session.count(place(session))
        skip()
    }

    override func skip() {
        delta = ElementDelta()
        isReplaced = false
        toldCount = count
    }

    override func note(
        _ difference: CollectionDifference?, _ modified: ModifiedObjects?, _ replaced: ModifiedObjects?,
        _ session: RecordSession
    ) throws(RecordError) {
        count += (difference?.insertions.count ?? 0) - (difference?.deletions.count ?? 0)
        if isReplaced { return }
        var step = ElementDelta(
            deletions: difference?.deletions ?? [], insertions: difference?.insertions ?? [],
            moves: difference?.moves.map { .init(from: $0.from, to: $0.to) } ?? [],
            newModifications: difference?.newModifications ?? [])
        if modified != nil || replaced != nil {
            let keys = try session.linkKeys(place(session))
            if let modified { step.modify(keys.indices.filter { modified.contains(keys[$0]) }) }
            if let replaced { step.exchange(keys.indices.filter { replaced.contains(keys[$0]) }) }
        }
        delta.append(step)
    }

    override func noteReplaced(_ session: RecordSession) throws(RecordError) {
        count = try session.count(place(session))
        isReplaced = true
        delta = ElementDelta()
    }

    /// What there is to tell, nil when that is nothing; the present is the base from now on.
    func take() -> CollectionUpdate? {
        defer { skip() }
        if isEnded { return ElementDelta(deletions: Array(0..<toldCount), insertions: []).update }
        if isReplaced {
            let all = ElementDelta(deletions: Array(0..<toldCount), insertions: Array(0..<count))
            return all.isEmpty ? nil : all.update
        }
        return delta.isEmpty ? nil : delta.update
    }
}
