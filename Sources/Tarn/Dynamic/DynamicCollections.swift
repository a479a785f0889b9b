internal import TarnRecords

extension DynamicObject {
    /// A list property, for changing it in place.
    ///
    /// - Throws: ``StoreError`` with `.invalidValue` when there is no such list (O9).
    public func list(_ name: String) throws(StoreError) -> DynamicList {
        DynamicList(try DynamicPlace(self, name, .list))
    }

    /// A set property, for changing it in place.
    ///
    /// - Throws: ``StoreError`` with `.invalidValue` when there is no such set (O9).
    public func set(_ name: String) throws(StoreError) -> DynamicSet { DynamicSet(try DynamicPlace(self, name, .set)) }

    /// A map property, for changing it in place.
    ///
    /// - Throws: ``StoreError`` with `.invalidValue` when there is no such map (O9).
    public func map(_ name: String) throws(StoreError) -> DynamicMap { DynamicMap(try DynamicPlace(self, name, .map)) }
}

/// A collection of an object, always as it is in the store's current version.
struct DynamicPlace {
    let object: DynamicObject
    let column: Int
    let name: String

    init(_ object: DynamicObject, _ name: String, _ kind: ValueKind) throws(StoreError) {
        let (context, column) = try object.place(name)
        guard context.table.columns[column].kind == kind else {
            throw StoreError(
                .invalidValue,
                "O9: \(context.table.name).\(name) is of type \(context.table.columns[column].kind.name), "
                    + "not \(kind.name)")
        }
        self.object = object
        self.column = column
        self.name = name
    }

    var place: CollectionPlace { CollectionPlace(table: object.live.table, object: object.__key, column: column) }
    var connection: Connection { object.live.connection }

    /// Reads; a failure is kept by the store and answers `fallback`.
    func read<R>(
        _ fallback: R, _ body: (RecordSession, CollectionPlace) throws(RecordError) -> R
    ) -> R {
        let place = place
        connection.tracking?.noteRead(place.table, place.object, column)
        return connection.readable { (session) throws(RecordError) in try body(session, place) } ?? fallback
    }

    func value(_ stored: StoredValue) -> AnyValue {
        let column = place.table.columns[column]
        let connection = connection
        guard let element = column.element, let mixed = stored.mixed(element.kind, linkTarget: column.linkTarget) else {
            return .null
        }
        return AnyValue(mixed) { connection.dynamicObject(at: $0) }
    }

    /// Changes the collection. Traps outside a write (W8).
    func change<R>(
        _ body: (RecordSession, CollectionPlace, DynamicWriter) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let connection = connection
        let session = connection.writing("\(name) can be changed")
        connection.checkScans()
        connection.dataVersion &+= 1
        return try body(session, place, DynamicWriter(connection, session, .error))
    }

    /// An element as it is stored; new objects are created.
    func stored(_ value: Any?, _ writer: DynamicWriter, isEntry: Bool = false) throws(StoreError) -> StoredValue {
        guard let member = place.table.columns[column].member else {
            preconditionFailure("a collection has elements")
        }
        let input = try DynamicInputs(connection).single(
            member, value, "\(place.table.name).\(name)", 0, isEntry: isEntry)
        return try writer.resolve(input)
    }
}

/// A list of an object whose class is not known. Live: it shows the store's current version, and changes are made in a
/// write. Values that do not fit throw (O9, O10), indexes outside of it trap (L8).
public struct DynamicList: RandomAccessCollection {
    private let place: DynamicPlace

    init(_ place: DynamicPlace) { self.place = place }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of elements; O(1).
    public var endIndex: Int { place.read(0) { (session, place) throws(RecordError) in try session.count(place) } }
    /// An element; O(log n).
    public subscript(index: Int) -> AnyValue {
        precondition(index >= 0 && index < count, "L8: index \(index) is outside of a list of \(count)")
        return place.value(
            place.read(.null) { (session, place) throws(RecordError) in try session.element(place, at: index) })
    }

    /// Adds an element at the end; O(log n).
    public func append(_ value: Any?) throws(StoreError) { try replaceSubrange(count..<count, with: [value]) }
    /// Adds an element before an index; O(log n).
    public func insert(_ value: Any?, at index: Int) throws(StoreError) {
        try replaceSubrange(index..<index, with: [value])
    }
    /// Replaces an element; O(log n).
    public func set(_ value: Any?, at index: Int) throws(StoreError) {
        try replaceSubrange(index..<index + 1, with: [value])
    }
    /// Removes an element; O(log n).
    public func remove(at index: Int) throws(StoreError) { try replaceSubrange(index..<index + 1, with: []) }
    /// Removes all elements.
    public func removeAll() throws(StoreError) { try replaceSubrange(0..<count, with: []) }

    /// Replaces elements; O(log n + elements). Embedded objects that leave the list are deleted (L4).
    public func replaceSubrange(_ range: Range<Int>, with values: [Any?]) throws(StoreError) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count, "L8: \(range) is outside of a list of \(count)")
        try place.change { (session, target, writer) throws(StoreError) in
            var stored: [StoredValue] = []
            for value in values { stored.append(try place.stored(value, writer)) }
            try place.connection.record { () throws(RecordError) in
                let owns = session.embeddedTarget(target.table, target.column) != nil
                if owns { try writer.deleteEmbedded(target, range) }
                let left = owns ? range.lowerBound..<range.lowerBound : range
                try session.replace(left, with: stored, in: target)
            }
        }
    }

    /// Moves an element; O(log n).
    public func move(from: Int, to: Int) throws(StoreError) {
        precondition(
            indices.contains(from) && indices.contains(to),
            "L8: index \(from) or \(to) is outside of a list of \(count)")
        try place.change { (session, target, _) throws(StoreError) in
            try place.connection.record { () throws(RecordError) in try session.move(from: from, to: to, in: target) }
        }
    }
}

/// A set of an object whose class is not known, in the order of its values; see ``DynamicList``.
public struct DynamicSet: RandomAccessCollection {
    private let place: DynamicPlace

    init(_ place: DynamicPlace) { self.place = place }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of elements; O(1).
    public var endIndex: Int { place.read(0) { (session, place) throws(RecordError) in try session.count(place) } }
    /// An element by its place in the order; O(log n).
    public subscript(index: Int) -> AnyValue {
        precondition(index >= 0 && index < count, "L8: index \(index) is outside of a set of \(count)")
        return place.value(
            place.read(.null) { (session, place) throws(RecordError) in try session.element(place, at: index) })
    }

    /// Adds an element; false when it is there. O(log n).
    @discardableResult
    public func insert(_ value: Any?) throws(StoreError) -> Bool {
        try place.change { (session, target, writer) throws(StoreError) in
            let stored = try place.stored(value, writer)
            return try place.connection.record { () throws(RecordError) in
                try session.insert(stored, intoSet: target)
            }
        }
    }

    /// Removes an element; false when it is not there. O(log n).
    @discardableResult
    public func remove(_ value: Any?) throws(StoreError) -> Bool {
        try place.change { (session, target, writer) throws(StoreError) in
            let stored = try place.stored(value, writer)
            return try place.connection.record { () throws(RecordError) in
                try session.remove(stored, fromSet: target)
            }
        }
    }
}

/// A map of an object whose class is not known, in the order of the UTF-8 bytes of its keys; see ``DynamicList``.
public struct DynamicMap: RandomAccessCollection {
    private let place: DynamicPlace

    init(_ place: DynamicPlace) { self.place = place }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of keys; O(1).
    public var endIndex: Int { place.read(0) { (session, place) throws(RecordError) in try session.count(place) } }
    /// An entry by its place in the order; O(log n).
    public subscript(index: Int) -> (key: String, value: AnyValue) {
        precondition(index >= 0 && index < count, "L8: index \(index) is outside of a map of \(count)")
        let entry = place.read(nil) { (session, place) throws(RecordError) in
            try session.entries(place, index..<index + 1).first
        }
        return entry.map { ($0.key, place.value($0.value)) } ?? ("", .null)
    }
    /// The value of a key; nil when the key is not there. O(log n).
    public subscript(key: String) -> AnyValue? {
        place.read(nil) { (session, place) throws(RecordError) in try session.mapValue(place, key) }
            .map { place.value($0) }
    }

    /// Sets the value of a key; O(log n). An embedded object that is replaced is deleted (L4).
    public func set(_ value: Any?, forKey key: String) throws(StoreError) {
        try place.change { (session, target, writer) throws(StoreError) in
            let stored = try place.stored(value, writer, isEntry: true)
            try place.connection.record { () throws(RecordError) in
                if let index = try session.mapIndex(target, key) {
                    try writer.deleteEmbedded(target, index..<index + 1)
                }
                try session.set(stored, forKey: key, in: target)
            }
        }
    }

    /// Removes a key; false when it is not there. O(log n).
    @discardableResult
    public func removeValue(forKey key: String) throws(StoreError) -> Bool {
        try place.change { (session, target, writer) throws(StoreError) in
            try place.connection.record { () throws(RecordError) in
                if let index = try session.mapIndex(target, key) {
                    try writer.deleteEmbedded(target, index..<index + 1)
                }
                return try session.removeValue(forKey: key, in: target)
            }
        }
    }
}
