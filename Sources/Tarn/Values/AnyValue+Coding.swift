internal import FoundationEssentials

/// Plain values are coded as themselves. Of those that a format such as JSON does not tell apart, the kind is kept:
/// they are coded as `{"$date": ...}`, `{"$data": ...}`, `{"$decimal": "1.50"}`, `{"$uuid": ...}`,
/// `{"$objectId": ...}`, `{"$float": ...}`, and a double without a fraction as `{"$double": ...}`. A map of one key
/// that begins with `$` is coded as `{"$map": {...}}`. So every value comes back as it was.
extension AnyValue: Codable {
    private enum Tag: String, CodingKey {
        case date = "$date"
        case data = "$data"
        case decimal = "$decimal"
        case uuid = "$uuid"
        case objectId = "$objectId"
        case float = "$float"
        case double = "$double"
        case map = "$map"
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Encodes the value.
    ///
    /// - Throws: `EncodingError` for an object, whose class could not be found again, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .date(let value): try Self.encode(value, .date, encoder)
        case .data(let value): try Self.encode(value, .data, encoder)
        case .decimal(let value): try Self.encode("\(value)", .decimal, encoder)
        case .uuid(let value): try Self.encode(value, .uuid, encoder)
        case .objectId(let value): try Self.encode(value, .objectId, encoder)
        case .float(let value): try Self.encode(number: Double(value), .float, encoder)
        case .double(let value) where value.rounded() == value || !value.isFinite:
            try Self.encode(number: value, .double, encoder)
        case .object(let object):
            throw EncodingError.invalidValue(
                object,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "O13: an object in a value of any kind cannot be encoded; encode its key"))
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .map(let values): try encode(values, encoder)
        default: try encodePlain(encoder)
        }
    }

    private func encodePlain(_ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        default: try container.encodeNil()
        }
    }

    private func encode(_ values: [String: AnyValue], _ encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        if values.count == 1, let key = values.keys.first, key.hasPrefix("$") {
            var inner = container.nestedContainer(keyedBy: Name.self, forKey: Name(Tag.map.rawValue))
            try inner.encode(values[key], forKey: Name(key))
            return
        }
        for (key, value) in values { try container.encode(value, forKey: Name(key)) }
    }

    private static func encode(_ value: some Encodable, _ tag: Tag, _ encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Tag.self)
        try container.encode(value, forKey: tag)
    }

    /// What is not finite as text, since JSON has no such numbers.
    private static func encode(number: Double, _ tag: Tag, _ encoder: any Encoder) throws {
        if number.isFinite && !(number == 0 && number.sign == .minus) {
            try encode(number, tag, encoder)
        } else {
            try encode("\(number)", tag, encoder)
        }
    }
}

extension AnyValue {
    /// Decodes what `encode` made, and every JSON.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.maximumDepth else {
            throw Self.error(decoder, "lists and maps are nested more than \(Self.maximumDepth) deep")
        }
        if let container = try? decoder.container(keyedBy: Name.self) {
            self = try Self.decodeMap(container, decoder)
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [AnyValue] = []
            while !container.isAtEnd { values.append(try container.decode(AnyValue.self)) }
            self = .list(values)
        } else {
            self = try Self.decodePlain(decoder)
        }
    }

    private static func decodePlain(_ decoder: any Decoder) throws -> AnyValue {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int.self) { return .int(value) }
        if let value = try? container.decode(Double.self) { return .double(value) }
        return .string(try container.decode(String.self))
    }

    private static func decodeMap(
        _ container: KeyedDecodingContainer<Name>, _ decoder: any Decoder
    ) throws -> AnyValue {
        if container.allKeys.count == 1, let tag = container.allKeys.first.flatMap({ Tag(rawValue: $0.stringValue) }) {
            return try decode(tag, decoder)
        }
        return .map(try entries(container))
    }

    private static func entries(_ container: KeyedDecodingContainer<Name>) throws -> [String: AnyValue] {
        var values: [String: AnyValue] = [:]
        for key in container.allKeys { values[key.stringValue] = try container.decode(AnyValue.self, forKey: key) }
        return values
    }

    private static func decode(_ tag: Tag, _ decoder: any Decoder) throws -> AnyValue {
        let container = try decoder.container(keyedBy: Tag.self)
        switch tag {
        case .date: return .date(try container.decode(Date.self, forKey: tag))
        case .data: return .data(try container.decode(Data.self, forKey: tag))
        case .uuid: return .uuid(try container.decode(UUID.self, forKey: tag))
        case .objectId: return .objectId(try container.decode(ObjectId.self, forKey: tag))
        case .map: return .map(try entries(container.nestedContainer(keyedBy: Name.self, forKey: tag)))
        case .float: return .float(Float(try number(container, tag, decoder)))
        case .double: return .double(try number(container, tag, decoder))
        case .decimal:
            let text = try container.decode(String.self, forKey: tag)
            guard let value = Decimal(string: text) else { throw error(decoder, "\(text) is no decimal number") }
            return .decimal(value)
        }
    }

    private static func number(
        _ container: KeyedDecodingContainer<Tag>, _ tag: Tag, _ decoder: any Decoder
    ) throws -> Double {
        if let number = try? container.decode(Double.self, forKey: tag) { return number }
        let text = try container.decode(String.self, forKey: tag)
        guard let number = Double(text) else { throw error(decoder, "\(text) is no number") }
        return number
    }

    private static func error(_ decoder: any Decoder, _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
    }
}
