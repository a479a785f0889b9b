internal import TarnRecords

/// A collection of a store whose changes are told by places: ``Results``, ``List`` and ``MutableSet``. The requirement
/// is the store's own.
public protocol ObservableCollection {
    /// Follows the collection for a subscriber.
    func _source() -> CollectionSource<Self>
}

/// One collection as one subscriber follows it. Not for use by programs.
public class CollectionSource<Observed> {
    init() {}

    /// What is to be told together with the changes of others.
    private final var prepared: CollectionChange<Observed>?

    /// What there is to tell since the last time; nil when that is nothing.
    func take() -> CollectionChange<Observed>? { nil }
    /// Forgets what has happened since the last time (N18).
    func skip() {}

    /// Finds out what there is to tell and keeps it; false when that is nothing.
    final func prepare() -> Bool {
        // A beginning that is waiting for others stays one, and shows what has happened since by itself.
        if case .initial? = prepared {
            skip()
            return true
        }
        prepared = take()
        return prepared != nil
    }

    /// The collection as one of several.
    final var part: any ObservedPart {
        guard let part = self as? any ObservedPart else { preconditionFailure("every source is a part") }
        return part
    }

    /// What was prepared.
    final func taken() -> CollectionChange<Observed>? { prepared.take() }
}
