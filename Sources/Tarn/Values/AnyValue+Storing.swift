internal import FoundationEssentials
public import TarnRecords

extension AnyValue {
    /// How deep lists and maps can stand within each other.
    static let maximumDepth = MixedValue.maximumDepth

    /// The stored form. A new object has none before it is added and is null.
    ///
    /// One that is nested too deep comes as another that is, and is refused like it: going into it could use the stack
    /// up.
    var mixed: MixedValue { isTooDeep ? Self.tooDeep : shallowMixed }

    private static let tooDeep = (0...maximumDepth).reduce(MixedValue.null) { value, _ in .list([value]) }

    /// Whether lists and maps stand deeper within each other than can be stored; found level by level.
    private var isTooDeep: Bool {
        var level = parts
        for _ in 0..<Self.maximumDepth {
            guard let outer = level else { return false }
            let inner = outer.compactMap(\.parts)
            level = inner.isEmpty ? nil : Array(inner.joined())
        }
        return level != nil
    }

    /// What a list or map is made of; nil for everything else.
    private var parts: [AnyValue]? {
        switch self {
        case .list(let values): values
        case .map(let values): Array(values.values)
        default: nil
        }
    }

    /// The stored form of a value that is not too deep.
    private var shallowMixed: MixedValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .integer(Int64(value))
        case .float(let value): .float(value)
        case .double(let value): .double(value)
        case .decimal(let value): .decimal(value.isNaN ? [] : value.__stored.content)
        case .string(let text): .string(text)
        case .data(let data): .data(Array(data))
        case .date(let date): .date(date.timeIntervalSinceReferenceDate)
        case .uuid(let uuid): .uuid(uuid.__stored.content)
        case .objectId(let id): .objectId(id.bytes)
        case .object(let object): object.mixedLink.map { .object($0) } ?? .null
        case .list(let values): .list(values.map(\.shallowMixed))
        case .map(let values): .map(values.mapValues(\.shallowMixed))
        }
    }

    /// A value of its stored form.
    ///
    /// - Parameter linked: finds the object that a link leads to; where there is none the value is null.
    init(_ mixed: MixedValue, linked: (MixedLink) -> Object?) {
        self =
            switch mixed {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value): .int(Int(value))
            case .float(let value): .float(value)
            case .double(let value): .double(value)
            case .date(let seconds): .date(Date(timeIntervalSinceReferenceDate: seconds))
            case .decimal(let bytes): Decimal._decode(.bytes(bytes), nil).map { .decimal($0) } ?? .null
            case .uuid(let bytes): UUID._decode(.bytes(bytes), nil).map { .uuid($0) } ?? .null
            case .objectId(let bytes): ObjectId(bytes: bytes).map { .objectId($0) } ?? .null
            case .string(let text): .string(text)
            case .data(let bytes): .data(Data(bytes))
            case .object(let link): linked(link).map { .object($0) } ?? .null
            case .list(let values): .list(values.map { AnyValue($0, linked: linked) })
            case .map(let values): .map(values.mapValues { AnyValue($0, linked: linked) })
            }
    }

    /// The objects in the value, in the order in which they stand; however deep that is.
    var heldObjects: [Object] {
        var objects: [Object] = []
        var rest = [self]
        while let value = rest.popLast() {
            if case .object(let object) = value { objects.append(object) }
            if let parts = value.parts { rest += parts.reversed() }
        }
        return objects
    }
}

extension AnyValue: CollectionValue {
    /// Stored with a byte that says of which kind it is.
    @inlinable public static var _kind: ValueKind { .any }
    /// Null.
    @inlinable public static var _zero: AnyValue { .null }
    /// Reads null; everything else is left to `_decode`.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> AnyValue? { row.isNull(column) ? .null : nil }

    /// A value; objects in it are those of the store.
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> AnyValue? {
        value.mixed.map { AnyValue($0) { context?.object(at: $0) } }
    }

    /// Anything that `init(_:)` takes.
    public static func _convert(_ value: Any) -> AnyValue? { AnyValue(value) }
    /// The stored form.
    public var __stored: StoredValue { StoredValue(mixed) }

    /// Writes the value. One that is nested too deep is refused, and so is a decimal that is no number.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        let value = mixed
        if let problem = value.problem { throw RecordError(.invalidValue, tree: "clusters", message: problem) }
        _ = try writer.set(StoredValue(value), column)
    }
}

extension StoredValue {
    /// The bytes of ordered bytes or data; none for everything else.
    fileprivate var content: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}

extension Object {
    /// What stands for the object in a value of any kind; nil for an unmanaged one.
    final var mixedLink: MixedLink? { context.map { MixedLink(table: $0.table.id, object: __key) } }
}

extension ObjectContext {
    /// The object that a value of any kind leads to; nil when it is gone.
    func object(at link: MixedLink) -> Object? { isFrozen ? nil : connection.object(at: link) }
}

extension Connection {
    /// The object that a value of any kind leads to; nil when it is gone. Without its class where that is not among
    /// those of the store.
    func object(at link: MixedLink) -> Object? {
        guard let type = type(at: link.table) else { return dynamicObject(at: link) }
        func open<T: Object>(_ type: T.Type) -> Object? { store.object(type, link.object) }
        return open(type)
    }

    /// The class of a type in the file, if it is among those of the store.
    func type(at number: UInt16) -> Object.Type? {
        guard Int(number) < catalogue.tables.count else { return nil }
        let name = catalogue.tables[Int(number)].name
        return descriptions.first { $0.name == name }?.type
    }
}

/// Values that objects can be in, without the type of the property.
protocol ObjectHolder {
    var heldObjects: [Object] { get }
    /// Why the value cannot be stored; nil when it can.
    var problem: String? { get }
}

extension AnyValue: ObjectHolder {
    var problem: String? { mixed.problem }
}

extension Optional: ObjectHolder where Wrapped: ObjectHolder {
    var heldObjects: [Object] { self?.heldObjects ?? [] }
    var problem: String? { self?.problem }
}

extension Store {
    /// Makes the objects in a value of any kind managed, as setting a property does.
    func manage(heldBy value: Any, _ name: @autoclosure () -> String) throws(StoreError) {
        guard let holder = value as? any ObjectHolder else { return }
        for held in holder.heldObjects where try connection.isNew(held: held, name()) {
            // One that stands twice in the value has been added by now.
            if held.context == nil { try add(held) }
        }
    }
}

extension Connection {
    /// Whether an object in a value of any kind has to be added first; throws for one that cannot be there.
    func isNew(held object: Object, _ name: @autoclosure () -> String) throws(StoreError) -> Bool {
        if let context = object.context {
            guard context.connection === self, context.exists(object) else {
                throw StoreError(
                    .objectOfAnotherStore, "O5: \(name()) holds an object that is deleted or of another store")
            }
            return false
        }
        let description = ClassDescription.of(Swift.type(of: object))
        guard descriptions.contains(where: { $0 === description }), !description.isEmbedded else {
            throw StoreError(
                .invalidValue,
                "O9: \(name()) holds a \(description.name), which is "
                    + (description.isEmbedded ? "embedded" : "not among the object types of the store"))
        }
        return true
    }
}
