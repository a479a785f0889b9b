/// A value that says itself of which kind it is, as columns of kind ``ValueKind/any`` hold them.
public enum MixedValue: Hashable, Sendable {
    /// No value; an element of a list or a map can be that. A whole column that has none holds ``StoredValue/null``.
    case null
    /// A truth value.
    case bool(Bool)
    /// An integer.
    case integer(Int64)
    /// A single precision number.
    case float(Float)
    /// A double precision number.
    case double(Double)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    /// 24 bytes that order like a decimal number.
    case decimal([UInt8])
    /// 16 bytes.
    case uuid([UInt8])
    /// 12 bytes.
    case objectId([UInt8])
    /// Text.
    case string(String)
    /// Plain bytes.
    case data([UInt8])
    /// An object of any type.
    case object(MixedLink)
    /// Values in an order.
    case list([MixedValue])
    /// Values by a text.
    case map([String: MixedValue])

    /// How deep lists and maps can stand within each other: what comes from outside must not use the stack up.
    public static let maximumDepth = 100
}

/// Names an object whose type is known only at run time.
public struct MixedLink: Hashable, Sendable {
    /// The number of the type in the file.
    public let table: UInt16
    /// The object.
    public let object: ObjectKey

    /// Names an object.
    public init(table: UInt16, object: ObjectKey) {
        self.table = table
        self.object = object
    }
}

extension MixedValue {
    /// The objects that the value leads to, in the order in which they stand; one that stands twice is there twice.
    package var links: [MixedLink] {
        switch self {
        case .object(let link): [link]
        case .list(let values): values.flatMap(\.links)
        case .map(let values): values.values.flatMap(\.links)
        default: []
        }
    }

    /// The value without the links to an object: they are null.
    package func removing(_ link: MixedLink) -> MixedValue {
        switch self {
        case .object(link): .null
        case .list(let values): .list(values.map { $0.removing(link) })
        case .map(let values): .map(values.mapValues { $0.removing(link) })
        default: self
        }
    }

    /// How deep lists and maps stand within each other; zero for a plain value.
    package var depth: Int {
        var level: [MixedValue] = [self]
        var depth = 0
        while true {
            level = level.flatMap { value -> [MixedValue] in
                switch value {
                case .list(let values): [.null] + values
                case .map(let values): [.null] + values.values
                default: []
                }
            }
            if level.isEmpty { return depth }
            depth += 1
        }
    }

    /// Why the value cannot be stored; nil when it can.
    package var problem: String? {
        if depth > Self.maximumDepth { return "lists and maps are nested more than \(Self.maximumDepth) deep" }
        return hasValidWidths ? nil : "a decimal, UUID or ObjectId has the wrong number of bytes"
    }

    private var hasValidWidths: Bool {
        switch self {
        case .decimal(let bytes): DecimalBytes.decode(bytes) != nil
        case .uuid(let bytes): bytes.count == ValueKind.uuid.width
        case .objectId(let bytes): bytes.count == ValueKind.objectId.width
        case .list(let values): values.allSatisfy(\.hasValidWidths)
        case .map(let values): values.values.allSatisfy(\.hasValidWidths)
        default: true
        }
    }
}

extension MixedValue {
    /// The value as it would be written in a query.
    public var literal: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .date(let seconds): "date \(seconds)"
        case .decimal(let bytes): DecimalBytes.text(bytes) ?? "\(bytes.count) bytes"
        case .uuid(let bytes), .objectId(let bytes), .data(let bytes): "\(bytes.count) bytes"
        case .string(let text): StoredValue.string(text).literal
        case .object(let link): "object \(link.object.number)"
        case .list(let values): "[\(values.map(\.literal).joined(separator: ", "))]"
        case .map(let values):
            "{"
                + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.literal)" }
                .joined(separator: ", ") + "}"
        }
    }
}

extension StoredValue {
    /// A column of any kind holds a value, or nothing where that is null.
    package init(_ value: MixedValue) { self = value == .null ? .null : .any(value) }

    /// The value of a column or constant as one that says of which kind it is; nil when only a kind would tell.
    package var mixed: MixedValue? {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .float(let value): .float(value)
        case .double(let value): .double(value)
        case .string(let text): .string(text)
        case .bytes(let bytes): .data(bytes)
        case .link: nil
        case .any(let value): value
        }
    }

    /// The value of a column of a kind as one that says it itself; nil when it does not fit, or is a collection.
    package func mixed(_ kind: ValueKind, linkTarget: UInt16?) -> MixedValue? {
        switch (self, kind) {
        case (.double(let seconds), .date): .date(seconds)
        case (.bytes(let bytes), .decimal): .decimal(bytes)
        case (.bytes(let bytes), .uuid): .uuid(bytes)
        case (.bytes(let bytes), .objectId): .objectId(bytes)
        case (.link(let key), _): linkTarget.map { .object(MixedLink(table: $0, object: key)) }
        case (_, _) where kind.isCollection: nil
        default: mixed
        }
    }
}
