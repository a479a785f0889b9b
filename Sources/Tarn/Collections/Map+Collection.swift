extension Map: RandomAccessCollection {
    /// An entry.
    public typealias Element = (key: Key, value: Value)
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of entries.
    public var endIndex: Int { count }

    /// Visits the entries that are there now, whatever the loop does to them; deleted objects come as invalidated (Q3).
    public func makeIterator() -> MapIterator<Key, Value> { MapIterator(self) }

    /// Zero: what appends the elements traps when there are fewer than this, as after damage.
    public var underestimatedCount: Int { 0 }

    /// What `Array` asks for. It takes the elements that can be read, which damage makes fewer than `count`.
    public func _copyToContiguousArray() -> ContiguousArray<Element> {
        ContiguousArray(IteratorSequence(makeIterator()))
    }

    /// What a closure makes of each entry that is there now, whatever it does to them (Q3).
    public func map<T, Failure>(_ transform: (Element) throws(Failure) -> T) throws(Failure) -> [T] {
        var made: [T] = []
        for entry in self { made.append(try transform(entry)) }
        return made
    }

    /// All keys as they are now. O(n).
    public var keys: [Key] { snapshot().entries.map { key($0.key) } }

    /// All values as they are now, in the order of ``keys``. O(n).
    public var values: [Value] { snapshot().entries.map(\.value) }

    /// Whether there is an entry for a key, be its value nil. O(log n) in a store.
    public func contains(key: Key) -> Bool { index(of: key) != nil }
}

/// Goes through the entries that a map had when the loop began (Q3).
public struct MapIterator<Key: MapKey, Value: CollectionValue>: IteratorProtocol {
    private let map: Map<Key, Value>
    private let entries: MapSnapshot<Value>
    private var place = 0

    init(_ map: Map<Key, Value>) {
        self.map = map
        entries = map.snapshot()
    }

    /// The next entry, or nil at the end.
    public mutating func next() -> (key: Key, value: Value)? {
        if place == entries.count { return nil }
        defer { place += 1 }
        let entry = entries[place]
        return (key: map.key(entry.key), value: entry.value)
    }
}

extension Map {
    /// Sets the value of a key.
    ///
    /// - Returns: the value that it had, nil when there was none.
    @discardableResult
    public func updateValue(_ value: Value, forKey key: Key) -> Value? {
        defer { self[key] = value }
        return self[key]
    }

    /// Removes an entry.
    ///
    /// - Returns: its value, nil when there was none.
    @discardableResult
    public func removeValue(forKey key: Key) -> Value? {
        defer { removeObject(for: key) }
        return self[key]
    }

    /// The value of a key, or another one when there is none.
    public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { self[key] ?? value() }
        set { self[key] = newValue }
    }

    /// Sets entries; where there is a value already a closure says which one stays.
    public func merge(
        _ other: some Sequence<(Key, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
        for (key, value) in Array(other) { self[key] = try self[key].map { try combine($0, value) } ?? value }
    }

    /// Sets entries; where there is a value already a closure says which one stays.
    public func merge(_ other: [Key: Value], uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
        try merge(other.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
    }

    /// Sets the entries of another map; where there is a value already a closure says which one stays.
    public func merge(_ other: Map, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
        try merge(other.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
    }

    /// The entries that are there now, as pairs.
    public func asKeyValueSequence() -> [(key: Key, value: Value)] { Array(self) }

    /// The entries that are there now, as a dictionary.
    public var dictionary: [Key: Value] { Dictionary(map { ($0.key, $0.value) }) { _, last in last } }
}

extension Map: ExpressibleByDictionaryLiteral {
    /// Makes an unmanaged map.
    public convenience init(dictionaryLiteral entries: (Key, Value)...) { self.init(entries) }
}

extension Map: Equatable where Value: Equatable {
    /// Whether both are the same property of the same object, or have equal values for the same keys.
    public static func == (a: Map, b: Map) -> Bool {
        a.isSame(as: b) || a.count == b.count && a.allSatisfy { b.contains(key: $0.key) && b[$0.key] == $0.value }
    }
}

extension Map: CustomStringConvertible {
    /// The first entries; how many there are when that is not all.
    public var description: String { describe(self) { "\"\($0.key._mapKey)\": \(Self.describe($0.value))" } }
}

extension Store {
    /// Deletes the objects that the values of a map lead to; the entries stay with nil (O3). Traps outside a write
    /// (W8).
    ///
    /// - Throws: ``StoreError``, as for one object.
    public func delete<Key: MapKey, Linked: Object>(_ map: Map<Key, Linked?>) throws(StoreError) {
        try delete(map.values.compactMap { $0 })
    }
}
