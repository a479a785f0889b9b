internal import TarnRecords

// A class of objects becomes Codable by saying so:
//
//     final class Person: Object, Codable {
//         @Persisted(primaryKey: true) var id: Int
//         @Persisted var name = "nobody"
//         @Persisted var friends: List<Person>
//     }
//
// The compiler writes the coding of the wrappers; these are what it calls.

extension Persisted: Encodable where Value: Encodable {
    /// Encodes the value of an unmanaged object.
    ///
    /// - Throws: `EncodingError` for the property of a stored object (O13); see
    ///   ``ConcreteObject/detached(linkDepth:)``.
    public func encode(to encoder: any Encoder) throws {
        try requireUnmanaged(encoder.codingPath)
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Persisted: Decodable where Value: Decodable {
    /// Decodes a value.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value.self), [])
    }
}

extension Persisted {
    /// The wrapper of a stored object holds no value: that is in the store, and the wrapper does not know its object.
    fileprivate func requireUnmanaged(_ path: [any CodingKey]) throws {
        if column != .max {
            throw EncodingError.invalidValue(
                Value.self,
                EncodingError.Context(
                    codingPath: path,
                    debugDescription: "O13: a stored object is not encoded itself; encode its detached() copy"))
        }
        if path.count > maximumCodingDepth {
            throw EncodingError.invalidValue(
                Value.self,
                EncodingError.Context(
                    codingPath: path, debugDescription: "O13: objects link to each other in a circle or too deep"))
        }
    }
}

/// How many objects and collections can be coded within each other: a circle has to end before the stack does.
private let maximumCodingDepth = 256

extension KeyedEncodingContainer {
    /// Encodes a persisted property; nil as null.
    ///
    /// - Throws: `EncodingError` for the property of a stored object (O13); see
    ///   ``ConcreteObject/detached(linkDepth:)``.
    public mutating func encode<Value: Encodable>(_ property: Persisted<Value>, forKey key: Key) throws {
        try property.requireUnmanaged(codingPath)
        try encode(property.value, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a persisted property. Where the key is missing it has its default, as with `create(_:value:)` (O7).
    ///
    /// The default is found by the name of the property or of its column. Under another coding key an optional is nil
    /// then, a collection empty, and anything else an error.
    public func decode<Value: Decodable>(
        _ type: Persisted<Value>.Type, forKey key: Key
    ) throws -> Persisted<Value> {
        if contains(key) { return Persisted(try decode(Value.self, forKey: key), []) }
        if let value: Value = DecodingDefault.value(of: key) { return Persisted(value, []) }
        if Value._isOptional || Value._kind == .any || Value._kind.isCollection { return Persisted() }
        throw DecodingError.keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "O7: the property is not optional and its default is unknown")
        )
    }
}

/// The defaults of the properties of a class that is being decoded.
private enum DecodingDefault {
    /// The value that a new object of the class that declares a coding key has.
    static func value<Value: Persistable>(of key: some CodingKey) -> Value? {
        guard let type = DeclaringClass.of(Swift.type(of: key)) as? Object.Type else { return nil }
        let description = ClassDescription.of(type)
        let name = key.stringValue
        guard
            let property = description.property(named: name)
                ?? description.properties.first(where: { $0.columnName == name })
        else { return nil }
        return property.initialValue(in: type)
    }
}
