internal import TarnRecords

/// The values that `create` was given, put into a new instance.
struct ObjectValues {
    private let description: ClassDescription
    private let value: Any
    private let connection: Connection
    /// How many dictionaries this one stands within.
    private let depth: Int
    /// The deepest nesting that is taken: what comes from outside must not use the stack up.
    private static let maximumDepth = 256
    /// The names of the properties that were given, for each instance made: an update leaves the others alone (O7).
    private(set) var given: [ObjectIdentifier: Set<String>] = [:]

    init(_ description: ClassDescription, _ value: Any, _ connection: Connection, depth: Int = 0) {
        self.depth = depth
        self.description = description
        self.value = value
        self.connection = connection
    }

    /// Fills the instance, making those of the links that were given as dictionaries or arrays.
    mutating func assign(to object: Object) throws(StoreError) {
        given[ObjectIdentifier(object)] = try fill(object)
    }

    private mutating func fill(_ object: Object) throws(StoreError) -> Set<String> {
        if let dictionary = value as? [String: Any] { return try assign(dictionary, to: object) }
        if let array = value as? [Any] { return try assign(array, to: object) }
        if let source = value as? Object { return try copy(source, to: object) }
        throw StoreError(
            .invalidValue,
            "\(description.name) is created of a dictionary, an array or an object, not of \(type(of: value))")
    }

    private mutating func assign(_ dictionary: [String: Any], to object: Object) throws(StoreError) -> Set<String> {
        for (name, value) in dictionary {
            guard let property = description.property(named: name) else {
                throw StoreError(.invalidValue, "O9: \(description.name) has no property \(name)")
            }
            try set(property, value, object)
        }
        return Set(dictionary.keys)
    }

    private mutating func assign(_ array: [Any], to object: Object) throws(StoreError) -> Set<String> {
        let properties = description.properties
        guard array.count == properties.count else {
            throw StoreError(
                .invalidValue,
                "O8: \(description.name) has \(properties.count) properties, the array \(array.count) values")
        }
        for (property, value) in zip(properties, array) { try set(property, value, object) }
        return Set(properties.map(\.name))
    }

    private mutating func copy(_ source: Object, to object: Object) throws(StoreError) -> Set<String> {
        let other = ClassDescription.of(type(of: source))
        var names: Set<String> = []
        for property in description.properties {
            guard let origin = other.property(named: property.name) else { continue }
            let value = origin.anyValue(of: source)
            if let context = source.context, context.connection !== connection,
                value is Object || property.kind.isCollection && property.field.linkTarget != nil
            {
                throw StoreError(
                    .objectOfAnotherStore, "O5: \(other.name).\(origin.name) links to an object of another store")
            }
            try set(property, value, object)
            names.insert(property.name)
        }
        return names
    }

    private mutating func set(_ property: PropertyDescription, _ value: Any, _ object: Object) throws(StoreError) {
        var value = value
        if property.kind == .link, let target = property.field.linkTarget, !(value is Object),
            value is [String: Any] || value is [Any]
        {
            value = try nested(target, value)
        } else if property.kind.isCollection, let target = property.field.linkTarget {
            value = try nestedElements(target, value)
        }
        if property.kind == .link, let embedded = value as? EmbeddedObject,
            embedded.context != nil || self.value is Object
        {
            // It stays with its owner, and the new object gets a copy.
            value = try nested(type(of: embedded), embedded)
        }
        if property.with(object, { $0.assign(value) }) { return }
        throw StoreError(
            .invalidValue,
            "O9: \(description.name).\(property.name) is of type \(property.field.valueType), not \(type(of: value))")
    }

    /// Makes the objects that a collection was given as dictionaries or arrays.
    private mutating func nestedElements(_ target: Object.Type, _ value: Any) throws(StoreError) -> Any {
        if let entries = value as? [String: Any] {
            var made: [String: Any] = [:]
            for (key, value) in entries { made[key] = try nestedElement(target, value) }
            return made
        }
        guard let elements = value as? [Any] else { return value }
        var made: [Any] = []
        made.reserveCapacity(elements.count)
        for element in elements { made.append(try nestedElement(target, element)) }
        return made
    }

    private mutating func nestedElement(_ target: Object.Type, _ value: Any) throws(StoreError) -> Any {
        !(value is Object) && (value is [String: Any] || value is [Any]) ? try nested(target, value) : value
    }

    private mutating func nested<T: Object>(_ type: T.Type, _ value: Any) throws(StoreError) -> Object {
        if depth == Self.maximumDepth {
            throw StoreError(
                .invalidValue, "O12: dictionaries are nested more than \(Self.maximumDepth) deep; add in parts")
        }
        let object = type.init()
        var values = ObjectValues(ClassDescription.of(type), value, connection, depth: depth + 1)
        try values.assign(to: object)
        given.merge(values.given) { _, new in new }
        return object
    }
}
