extension Map: Encodable where Value: Encodable {
    /// Encodes an object with the keys as names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EntryName.self)
        for (key, value) in self { try container.encode(value, forKey: EntryName(stringValue: key._mapKey)) }
    }
}

extension Map: Decodable where Value: Decodable {
    /// Makes an unmanaged map of an object.
    public convenience init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: EntryName.self)
        for name in container.allKeys {
            guard let key = Key(_mapKey: name.stringValue) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: container.codingPath, debugDescription: "\(name.stringValue) is no \(Key.self)"))
            }
            self[key] = try container.decode(Value.self, forKey: name)
        }
    }
}

/// The name of an entry.
private struct EntryName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { stringValue = String(intValue) }
}
