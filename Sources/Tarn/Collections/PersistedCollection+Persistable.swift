public import TarnRecords

extension List: Persistable {
    /// A list.
    public static var _kind: ValueKind { .list }
    /// As the elements.
    public static var _linkTarget: Object.Type? { Element._linkTarget }
    /// The elements.
    public static var _element: CollectionElement? {
        CollectionElement(kind: Element._kind, isOptional: Element._isOptional)
    }
    /// An empty list.
    public static var _zero: List { List() }
    /// Depends on the object.
    public static func _load(_ row: Row, _ column: Int) -> List? { nil }
    /// Depends on the object.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> List? { nil }
    /// The list of a stored object.
    public static func _attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> List? {
        let list = List()
        list.manage(CollectionHome(owner: object, context: context, column: column))
        return list
    }
    /// Takes the elements over, not the list itself.
    public static func _assigned(_ new: List, to old: List) -> List {
        old.assign(new)
        return old
    }
    /// An unmanaged list of the elements of another list, an array or a set.
    public static func _convert(_ value: Any) -> List? { elements(value).map { List($0) } }
    /// No elements: they are written after the object.
    public var __stored: StoredValue { .integer(0) }
    /// Does nothing: the elements are written after the object.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {}

    /// Replaces the contents; a list given to itself stays (L7).
    func assign(_ new: List) {
        if isSame(as: new) { return }
        replaceSubrange(0..<count, with: Array(new))
    }

    /// What a value of unknown type has as elements; nil when it has none or one does not fit.
    static func elements(_ value: Any) -> [Element]? {
        if let list = value as? List { return Array(list) }
        guard let values = value as? any Collection, !(value is String) else { return nil }
        return convert(values)
    }

    private static func convert(_ values: some Collection) -> [Element]? {
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values {
            guard let element = Element._convert(value) else { return nil }
            elements.append(element)
        }
        return elements
    }
}

extension MutableSet: Persistable {
    /// A set.
    public static var _kind: ValueKind { .set }
    /// As the elements.
    public static var _linkTarget: Object.Type? { Element._linkTarget }
    /// The elements.
    public static var _element: CollectionElement? {
        CollectionElement(kind: Element._kind, isOptional: Element._isOptional)
    }
    /// An empty set.
    public static var _zero: MutableSet { MutableSet() }
    /// Depends on the object.
    public static func _load(_ row: Row, _ column: Int) -> MutableSet? { nil }
    /// Depends on the object.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> MutableSet? { nil }
    /// The set of a stored object.
    public static func _attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> MutableSet? {
        let set = MutableSet()
        set.manage(CollectionHome(owner: object, context: context, column: column))
        return set
    }
    /// Takes the elements over, not the set itself.
    public static func _assigned(_ new: MutableSet, to old: MutableSet) -> MutableSet {
        old.assign(new)
        return old
    }
    /// An unmanaged set of the elements of another set, an array or a list.
    public static func _convert(_ value: Any) -> MutableSet? {
        if let set = value as? MutableSet { return MutableSet(Array(set)) }
        return List<Element>.elements(value).map { MutableSet($0) }
    }
    /// No elements: they are written after the object.
    public var __stored: StoredValue { .integer(0) }
    /// Does nothing: the elements are written after the object.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {}

    /// Replaces the contents; a set given to itself stays (L7).
    func assign(_ new: MutableSet) {
        if isSame(as: new) { return }
        let elements = Array(new)
        removeAll()
        insert(objectsIn: elements)
    }
}

extension Map: Persistable {
    /// A map.
    public static var _kind: ValueKind { .map }
    /// As the values.
    public static var _linkTarget: Object.Type? { Value._linkTarget }
    /// The values.
    public static var _element: CollectionElement? {
        CollectionElement(kind: Value._kind, isOptional: Value._isOptional)
    }
    /// An empty map.
    public static var _zero: Map { Map() }
    /// Depends on the object.
    public static func _load(_ row: Row, _ column: Int) -> Map? { nil }
    /// Depends on the object.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Map? { nil }
    /// The map of a stored object.
    public static func _attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> Map? {
        let map = Map()
        map.manage(CollectionHome(owner: object, context: context, column: column))
        return map
    }
    /// Takes the entries over, not the map itself.
    public static func _assigned(_ new: Map, to old: Map) -> Map {
        old.assign(new)
        return old
    }
    /// An unmanaged map of the entries of another map or a dictionary.
    public static func _convert(_ value: Any) -> Map? {
        if let map = value as? Map { return Map(map.map { ($0.key, $0.value) }) }
        if let dictionary = value as? [Key: Value] { return Map(dictionary.map { ($0.key, $0.value) }) }
        let entries = (value as? MapEntries)?.entries ?? (value as? [String: Any])?.map { ($0.key, $0.value) }
        guard let entries else { return nil }
        let map = Map()
        for (text, value) in entries {
            guard let key = Key(_mapKey: text), let converted = Value._convert(value) else { return nil }
            map[key] = converted
        }
        return map
    }
    /// No entries: they are written after the object.
    public var __stored: StoredValue { .integer(0) }
    /// Does nothing: the entries are written after the object.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {}

    /// Replaces the contents; a map given to itself stays (L7).
    func assign(_ new: Map) {
        if isSame(as: new) { return }
        let entries = new.map { ($0.key, $0.value) }
        removeAll()
        for (key, value) in entries { self[key] = value }
    }
}

/// Entries of a map as they lie in the file, where keys can be different that `String` takes for equal.
struct MapEntries {
    let entries: [(String, Any)]
}
