internal import TarnRecords

/// One list or set as one subscriber follows it: the present first, then what has changed since it was last told.
final class ObservedCollection<Observed: PersistedCollection & Persistable>: CollectionSource<Observed>, ChangeSource,
    ObservedPart
{
    private let observed: ObservedHome<Observed>
    private let follower: ElementFollower
    private(set) var isUnread = true
    private(set) var isExhausted = false

    init(_ collection: Observed, _ filter: ModificationFilter) {
        observed = ObservedHome(collection)
        follower = ElementFollower(observed.home, filter)
    }

    var connection: Connection { follower.connection }

    var subscriber: Subscriber? {
        get { follower.subscriber }
        set { follower.subscriber = newValue }
    }

    /// Follows from the first call on.
    func begin() {}

    override func take() -> CollectionChange<Observed>? {
        if isExhausted { return nil }
        do throws(StoreError) {
            if isUnread {
                try follower.begin()
                isUnread = false
                if follower.isEnded { end() }
                return .initial(observed.current)
            }
            // In a write the store shows what observers are not told yet.
            if connection.isInWriteTransaction { return nil }
            guard let update = follower.take() else { return nil }
            if follower.isEnded { end() }
            return .update(observed.current, update)
        } catch {
            connection.note(error)
            return nil
        }
    }

    private func end() {
        isExhausted = true
        observed.end()
    }

    override func skip() {
        if follower.isEnded { end() } else { follower.skip() }
    }

    func finish() { follower.finish() }
}

/// A collection that is observed, and where it belongs.
final class ObservedHome<Observed: PersistedCollection & Persistable> {
    let home: CollectionHome
    private let collection: Observed
    private let key: ObjectKey

    /// Traps for an unmanaged collection (C8), a frozen one (F3) and that of a deleted object (O1).
    init(_ collection: Observed) {
        guard let home = collection.home else {
            preconditionFailure("C8: an unmanaged collection cannot be observed")
        }
        precondition(!home.context.isFrozen, "F3: a frozen collection cannot be observed")
        home.context.connection.check()
        precondition(!collection.isInvalidated, "O1: the collection of a deleted object cannot be observed")
        self.home = home
        self.collection = collection
        key = home.owner.__key
    }

    /// The collection that was observed, or another one for the same property when that cannot be used any more: after
    /// `invalidate()` (R7), and when its owner was deleted in a write that was cancelled (W6).
    var current: Observed {
        if collection.isGone || !collection.isInvalidated { return collection }
        let context = home.context.connection.context(home.context.description.type)
        return Observed._attach(context.instance(key), context, home.column) ?? collection
    }

    /// The owner is gone: what the observer holds reads as empty (N19).
    func end() { collection.isGone = true }
}
