internal import TarnRecords

/// Follows the entries of a map.
///
/// The keys at the last call are kept: when the map goes with its owner they have to be told, and nothing can be read
/// any more.
final class KeyFollower: CollectionFollower {
    private enum Fate {
        case deleted
        case inserted
        case modified
    }
    private var fates: [KeyBytes: Fate] = [:]
    private var keys: Set<KeyBytes> = []

    override var hasPending: Bool { !fates.isEmpty }

    override func reset(_ session: RecordSession) throws(RecordError) {
        keys = try Self.keys(place(session), session)
        fates = [:]
    }

    private static func keys(_ place: CollectionPlace, _ session: RecordSession) throws(RecordError) -> Set<KeyBytes> {
        Set(try session.entries(place, 0..<session.count(place)).map { KeyBytes($0.key) })
    }

    override func skip() {
        for (key, fate) in fates {
            switch fate {
            case .deleted: keys.remove(key)
            case .inserted: keys.insert(key)
            case .modified: continue
            }
        }
        fates = [:]
    }

    override func note(
        _ difference: CollectionDifference?, _ modified: ModifiedObjects?, _ replaced: ModifiedObjects?,
        _ session: RecordSession
    ) throws(RecordError) {
        for key in difference?.deletedKeys ?? [] { note(KeyBytes(key), .deleted) }
        for key in difference?.insertedKeys ?? [] { note(KeyBytes(key), .inserted) }
        for key in difference?.modifiedKeys ?? [] { note(KeyBytes(key), .modified) }
        if modified == nil && replaced == nil { return }
        let place = place(session)
        for (key, value) in try session.entries(place, 0..<session.count(place)) {
            guard case .link(let object) = value else { continue }
            if modified?.contains(object.rawValue) == true || replaced?.contains(object.rawValue) == true {
                note(KeyBytes(key), .modified)
            }
        }
    }

    /// Joins what happens to an entry with what has happened to it.
    private func note(_ key: KeyBytes, _ fate: Fate) {
        switch (fates[key], fate) {
        case (.inserted, .deleted): fates[key] = nil
        case (.inserted, _): break
        case (.deleted, .inserted): fates[key] = .modified
        case (_, let later): fates[key] = later
        }
    }

    /// The keys tell what came and went; of those that stayed every value may be another.
    override func noteReplaced(_ session: RecordSession) throws(RecordError) {
        let now = try Self.keys(place(session), session)
        fates = [:]
        for key in keys.union(now) {
            fates[key] = !now.contains(key) ? .deleted : keys.contains(key) ? .modified : .inserted
        }
    }

    /// What there is to tell, nil when that is nothing; the present is the base from now on.
    func take<Key: MapKey>(_ type: Key.Type) -> MapUpdate<Key>? {
        if isEnded { fates = Dictionary(uniqueKeysWithValues: keys.map { ($0, Fate.deleted) }) }
        if fates.isEmpty && !isEnded { return nil }
        func named(_ fate: Fate) -> [Key] {
            fates.filter { $0.value == fate }.keys.sorted().compactMap { Key(_mapKey: $0.text) }
        }
        let update = MapUpdate(
            deletions: named(.deleted), insertions: named(.inserted), modifications: named(.modified))
        skip()
        return update
    }
}
