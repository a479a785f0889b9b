public import FoundationEssentials

/// What is in a value, or nil when it is of another kind.
extension AnyValue {
    /// Whether there is no value.
    public var isNull: Bool { self == .null }
    /// The truth value.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The integer; also of a number of another kind without a fraction.
    public var intValue: Int? {
        switch self {
        case .int(let value): value
        case .float(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        case .decimal(let value): Int("\(value)")
        default: nil
        }
    }
    /// The single precision number.
    public var floatValue: Float? { if case .float(let value) = self { value } else { nil } }
    /// The number as a double: of an integer or a decimal the nearest.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .float(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): Double("\(value)")
        default: nil
        }
    }
    /// The decimal number; also that of an integer.
    public var decimalValue: Decimal? {
        switch self {
        case .int(let value): Decimal(value)
        case .decimal(let value): value
        default: nil
        }
    }
    /// The text.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// The bytes.
    public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
    /// The point in time.
    public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
    /// The identifier.
    public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }
    /// The identifier.
    public var objectIdValue: ObjectId? { if case .objectId(let value) = self { value } else { nil } }
    /// The object, if it is one of a class.
    public func object<T: Object>(_ type: T.Type) -> T? {
        if case .object(let object) = self { object as? T } else { nil }
    }
    /// The elements of a list.
    public var listValue: [AnyValue]? { if case .list(let values) = self { values } else { nil } }
    /// The entries of a map.
    public var mapValue: [String: AnyValue]? { if case .map(let values) = self { values } else { nil } }

    /// An element of a list. Reading elsewhere gives nil; O(1).
    ///
    /// Setting replaces the element, and nil removes it; the index one behind the last appends. Traps (L8) when the
    /// value is no list or the index is outside of it.
    public subscript(index: Int) -> AnyValue? {
        get {
            guard case .list(let values) = self, values.indices.contains(index) else { return nil }
            return values[index]
        }
        _modify {
            guard case .list(var values) = self else { preconditionFailure("L8: \(self) has no element \(index)") }
            precondition(
                values.indices.contains(index) || index == values.count,
                "L8: index \(index) is outside of a list of \(values.count)")
            // The list is taken out meanwhile, so that changing it in place copies nothing.
            self = .null
            var element: AnyValue? = index < values.count ? values[index] : nil
            if index < values.count { values[index] = .null }
            defer {
                switch (element, index < values.count) {
                case (let element?, true): values[index] = element
                case (let element?, false): values.append(element)
                case (nil, true): values.remove(at: index)
                case (nil, false): break
                }
                self = .list(values)
            }
            yield &element
        }
    }

    /// The value of a key in a map; nil when there is none or this is no map.
    ///
    /// Setting enters a value, and nil removes the key; null becomes a map. Traps when the value is of another kind.
    public subscript(key: String) -> AnyValue? {
        get {
            guard case .map(let values) = self else { return nil }
            return values[key]
        }
        _modify {
            var values: [String: AnyValue] = [:]
            switch self {
            case .map(let entries): values = entries
            case .null: break
            default: preconditionFailure("L8: \(self) has no keys")
            }
            self = .null
            defer { self = .map(values) }
            yield &values[key]
        }
    }
}

extension AnyValue: CustomStringConvertible {
    /// The content; text in quotes, objects by their class.
    public var description: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .string(let text): "\"\(text)\""
        case .data(let data): "\(data.count) bytes"
        case .date(let date): date.formatted(.iso8601)
        case .uuid(let uuid): uuid.uuidString
        case .objectId(let id): "\(id)"
        case .object(let object):
            "\(object.context?.description.name ?? ClassDescription.of(type(of: object)).name)(...)"
        case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
        case .map(let values):
            "[" + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "]"
        }
    }
}
