internal import TarnRecords

/// One map as one subscriber follows it: the present first, then what has changed since it was last told.
final class ObservedMap<Key: MapKey, Value: CollectionValue>: ChangeSource {
    private let observed: ObservedHome<Map<Key, Value>>
    private let follower: KeyFollower
    private(set) var isUnread = true
    private(set) var isExhausted = false

    init(_ map: Map<Key, Value>, _ filter: ModificationFilter) {
        observed = ObservedHome(map)
        follower = KeyFollower(observed.home, filter)
    }

    var connection: Connection { follower.connection }

    var subscriber: Subscriber? {
        get { follower.subscriber }
        set { follower.subscriber = newValue }
    }

    /// Follows from the first call on.
    func begin() {}

    func take() -> MapChange<Key, Value>? {
        if isExhausted { return nil }
        do throws(StoreError) {
            if isUnread {
                try follower.begin()
                isUnread = false
                if follower.isEnded { end() }
                return .initial(observed.current)
            }
            if connection.isInWriteTransaction { return nil }
            guard let update = follower.take(Key.self) else { return nil }
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

    func skip() {
        if follower.isEnded { end() } else { follower.skip() }
    }

    func finish() { follower.finish() }
}
