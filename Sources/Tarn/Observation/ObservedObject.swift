internal import TarnRecords

/// One object as one subscriber follows it.
final class ObservedObject<Observed: Object>: ChangeSource {
    private let object: Observed
    private let watch: ObjectWatch
    private var wantsInitial: Bool
    private(set) var isExhausted = false

    /// Traps for an unmanaged object (C8) and for a deleted one (ON5).
    convenience init(_ object: Observed, _ keyPaths: [AnyKeyPath]?, _ wantsInitial: Bool) {
        let context = Self.context(object)
        self.init(object, keyPaths.map { context.observedPaths($0) }, wantsInitial)
    }

    /// Follows what paths of columns lead to; nil stands for the object's own.
    init(_ object: Observed, _ columns: [[Int]]?, _ wantsInitial: Bool) {
        let context = Self.context(object)
        self.object = object
        self.wantsInitial = wantsInitial
        watch = ObjectWatch(context, object.__key, WatchedPaths(columns))
    }

    private static func context(_ object: Object) -> ObjectContext {
        guard let context = object.context else { preconditionFailure("C8: an unmanaged object cannot be observed") }
        context.connection.check()
        precondition(!object.isInvalidated, "ON5: a deleted or invalidated object cannot be observed")
        return context
    }

    var subscriber: Subscriber? {
        get { watch.subscriber }
        set { watch.subscriber = newValue }
    }

    var connection: Connection { watch.context.connection }

    /// Begins to follow. An object that was made in a write of which nothing was kept, or deleted in the one in which
    /// its observation was begun, is gone already.
    func begin() throws(StoreError) {
        try connection.watchedObjects.add(watch)
        let (table, key) = (watch.table, watch.key)
        let session = try connection.session()
        let cluster = try connection.record { () throws(RecordError) in try session.cluster(table, key.cluster) }
        let isThere = cluster.map { $0.presence & key.bit != 0 } ?? false
        if !isThere || connection.wasCancelled(object, table) { watch.markDeleted() }
    }

    func take() -> ObjectChange<Observed>? {
        if isExhausted { return nil }
        if watch.isDeleted {
            isExhausted = true
            return .deleted
        }
        if wantsInitial {
            wantsInitial = false
            _ = watch.take()
            return .initial(current)
        }
        let columns = watch.take()
        if columns.isEmpty { return nil }
        let object = current
        let changes = watch.context.description.properties.compactMap { property -> PropertyChange? in
            guard let column = watch.table.column(named: property.columnName), let old = columns[column] else {
                return nil
            }
            return PropertyChange(
                name: property.name, oldValue: value(old, property), newValue: value(stored(column), property))
        }
        return changes.isEmpty ? nil : .change(object, changes)
    }

    /// The instance that was observed, or another one for the same object when that cannot be used any more: after
    /// `invalidate()` (R7), and when it was deleted in a write that was cancelled (W6).
    private var current: Observed {
        if !object.isInvalidated { return object }
        let fresh = Observed()
        watch.context.attach(fresh, watch.key)
        return fresh
    }

    private func stored(_ column: Int) -> StoredValue? {
        let (table, key) = (watch.table, watch.key)
        let value = connection.readable { (session) throws(RecordError) in try session.value(table, key, column) }
        return value ?? nil
    }

    /// A value as programs know it; nil for nil. A link leads to an instance even when its object is gone.
    private func value(_ stored: StoredValue?, _ property: PropertyDescription) -> Any? {
        guard let stored, stored != .null else { return nil }
        if case .link(let key) = stored, let target = property.field.linkTarget {
            let linked = target.init()
            connection.context(target).attach(linked, key, isKnown: false)
            return linked
        }
        guard let value = property.field.decode(stored, watch.context) else { return nil }
        return (value as? any OptionalContent)?.content ?? value
    }

    var isUnread: Bool { false }

    func skip() {
        watch.skip()
        isExhausted = watch.isDeleted
    }

    func finish() { connection.watchedObjects.remove(watch) }
}

/// An optional whose type is not known.
private protocol OptionalContent {
    var content: Any? { get }
}

extension Optional: OptionalContent {
    fileprivate var content: Any? { self }
}
