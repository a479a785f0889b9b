/// What an observer of a map is told.
public enum MapChange<Key: MapKey, Value: CollectionValue> {
    /// The first call: the map as it is now (N1).
    case initial(Map<Key, Value>)
    /// The map as it is now, and how it differs from the last call.
    case update(Map<Key, Value>, MapUpdate<Key>)
}

/// How a map differs from what it was at the last call, by keys (N21). No key is in two of the lists; keys that an enum
/// does not know are left out.
public struct MapUpdate<Key: MapKey> {
    /// Keys that are gone.
    public let deletions: [Key]
    /// Keys that are new.
    public let insertions: [Key]
    /// Keys whose value was set, or whose object was modified.
    public let modifications: [Key]
}

extension MapUpdate: Equatable {}
extension MapUpdate: Sendable where Key: Sendable {}
