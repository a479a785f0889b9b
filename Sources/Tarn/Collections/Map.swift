internal import TarnRecords

/// Values, or links to objects, by text keys.
///
///     @Persisted var prices: Map<String, Decimal>
///     @Persisted var friends: Map<String, Person?>
///
/// A map is a reference, as a ``List`` is, and under the same rules. Links are optional: when their object is deleted
/// the entry stays with nil (O3). Any text is a key; keys are told apart and ordered by their UTF-8 bytes, which
/// programs should not build on (L3).
public final class Map<Key: MapKey, Value: CollectionValue>: PersistedCollection {
    /// The entries while the map is unmanaged, and their keys in order when those have been asked for.
    private var entries: [KeyBytes: Value] = [:]
    private var sortedKeys: [KeyBytes]?

    /// Makes an empty unmanaged map.
    public override init() {}

    /// Makes an unmanaged map of some entries; of several with one key the last stays.
    public convenience init(_ entries: some Sequence<(Key, Value)>) {
        self.init()
        for (key, value) in entries { self[key] = value }
    }

    override var unmanagedCount: Int { entries.count }

    override func forgetElements() {
        entries = [:]
        sortedKeys = nil
    }

    override var linkedObjects: [Object] {
        Value._linkTarget == nil ? [] : entries.values.compactMap { $0 as? Object }
    }

    override func write(to home: CollectionHome, _ session: RecordSession) throws(StoreError) {
        let place = home.place
        let snapshot = snapshot()
        let embedded = try embeddedValues(home, session)
        try home.record { () throws(RecordError) in try session.removeAll(place) }
        try home.deleteEmbedded(embedded, session)
        try home.record { () throws(RecordError) in
            for (key, value) in snapshot.entries { try session.set(value.__stored, forKey: key, in: place) }
        }
    }

    override var heldObjects: [Object] {
        Value._kind == .any ? entries.values.flatMap { ($0 as? any ObjectHolder)?.heldObjects ?? [] } : []
    }

    override func checkNumbers(_ name: String) throws(StoreError) {
        if Value._kind == .decimal || Value._kind == .any {
            for value in entries.values { try value.checkNumber { name } }
        }
    }

    override func isStored(at home: CollectionHome, _ session: RecordSession) throws(RecordError) -> Bool {
        let place = home.place
        guard home.embeddedTable == nil, try session.count(place) == count else { return false }
        for (key, value) in snapshot().entries {
            guard let stored = try session.mapValue(place, key), stored.isIdentical(to: value.__stored) else {
                return false
            }
        }
        return true
    }

    private func embeddedValues(_ home: CollectionHome, _ session: RecordSession) throws(StoreError) -> [StoredValue] {
        if home.embeddedTable == nil { return [] }
        let place = home.place
        return try home.record { () throws(RecordError) in
            try session.entries(place, 0..<session.count(place)).map(\.value)
        }
    }

    /// The value of a key, nil when there is none; setting nil removes the entry. O(log n) in a store.
    public subscript(key: Key) -> Value? {
        get {
            let text = key._mapKey
            guard let home else { return entries[KeyBytes(text)] }
            if isGone { return nil }
            let stored = home.read(nil) { (session, place) throws(RecordError) in try session.mapValue(place, text) }
            return stored.map { .element($0, home) }
        }
        set {
            guard let newValue else { return removeObject(for: key) }
            let text = key._mapKey
            guard let home else {
                if entries.updateValue(newValue, forKey: KeyBytes(text)) == nil { sortedKeys = nil }
                return
            }
            home.change { (session, place) throws(StoreError) in
                let old = try replacedValue(text, home, session)
                let stored = try newValue.stored(for: home)
                try home.record { () throws(RecordError) in try session.set(stored, forKey: text, in: place) }
                try home.deleteEmbedded(old, session)
            }
        }
    }

    /// Removes an entry; does nothing when there is none. O(log n) in a store.
    public func removeObject(for key: Key) {
        let text = key._mapKey
        guard let home else {
            if entries.removeValue(forKey: KeyBytes(text)) != nil { sortedKeys = nil }
            return
        }
        home.change { (session, place) throws(StoreError) in
            let old = try replacedValue(text, home, session)
            try home.record { () throws(RecordError) in _ = try session.removeValue(forKey: text, in: place) }
            try home.deleteEmbedded(old, session)
        }
    }

    /// The embedded object that goes with an entry.
    private func replacedValue(
        _ key: String, _ home: CollectionHome, _ session: RecordSession
    ) throws(StoreError) -> [StoredValue] {
        if home.embeddedTable == nil { return [] }
        let place = home.place
        return try home.record { () throws(RecordError) in try session.mapValue(place, key).map { [$0] } ?? [] }
    }

    /// Removes all entries.
    public func removeAll() {
        guard let home else { return forgetElements() }
        home.change { (session, place) throws(StoreError) in
            let embedded = try embeddedValues(home, session)
            try home.record { () throws(RecordError) in try session.removeAll(place) }
            try home.deleteEmbedded(embedded, session)
        }
    }

    /// The entry at a place. O(log n) in a store. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> (key: Key, value: Value) {
        precondition(
            position >= 0 && position < count, "L8: index \(position) is outside of a map with \(count) entries")
        guard let home else {
            let key = orderedKeys[position]
            return (key: self.key(key.text), value: entries[key] ?? ._zero)
        }
        let found = home.read([]) { (session, place) throws(RecordError) in
            try session.entries(place, position..<position + 1)
        }
        guard let entry = found.first else { return (key: damagedKey, value: ._zero) }
        return (key: key(entry.key), value: .element(entry.value, home))
    }

    /// The place of a key, or nil. O(log n) in a store.
    public func index(of key: Key) -> Int? {
        let text = key._mapKey
        guard let home else { return orderedKeys.firstIndex(of: KeyBytes(text)) }
        if isGone { return nil }
        return home.read(nil) { (session, place) throws(RecordError) in try session.mapIndex(place, text) }
    }

    /// All entries as they are now.
    func snapshot() -> MapSnapshot<Value> {
        guard let home else { return MapSnapshot(orderedKeys.map { ($0.text, entries[$0] ?? ._zero) }) }
        if isGone { return MapSnapshot([]) }
        let stored = home.read([]) { (session, place) throws(RecordError) in
            try session.entries(place, 0..<session.count(place))
        }
        return MapSnapshot(stored.map { ($0.key, $0.value) }, home)
    }

    /// A stored key; traps when an enum has no such case (E1).
    func key(_ text: String) -> Key {
        guard let key = Key(_mapKey: text) else {
            preconditionFailure("E1: \(home?.name ?? "a map") has the key \"\(text)\", which is no \(Key.self)")
        }
        return key
    }

    /// What stands where damage hides a key.
    private var damagedKey: Key { key("") }

    private var orderedKeys: [KeyBytes] {
        if let sortedKeys { return sortedKeys }
        let keys = entries.keys.sorted()
        sortedKeys = keys
        return keys
    }
}

/// The entries of a map as they were at one moment (Q3).
struct MapSnapshot<Value: CollectionValue> {
    private let keys: [String]
    private let values: ElementSnapshot<Value>

    init(_ entries: [(String, Value)]) {
        keys = entries.map(\.0)
        values = ElementSnapshot(entries.map(\.1))
    }

    init(_ entries: [(String, StoredValue)], _ home: CollectionHome) {
        keys = entries.map(\.0)
        values = ElementSnapshot(entries.map(\.1), home)
    }

    var count: Int { keys.count }
    subscript(index: Int) -> (key: String, value: Value) { (keys[index], values[index]) }
    var entries: [(key: String, value: Value)] { keys.indices.map { self[$0] } }
}
