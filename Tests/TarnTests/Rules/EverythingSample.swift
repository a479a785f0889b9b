import Foundation
import Tarn

/// Values for every property of `Everything`, in sets that differ in all of them.
enum EverythingSample {
    /// Set 0 has nil in every optional; others do not.
    static func values(_ set: Int) -> [String: Any] {
        let id = "65a1b2c3d4e5f60718293a4\(set)"
        var values: [String: Any] = [
            "key": "k", "bool": set % 2 == 1, "int8": Int8(set), "int16": Int16(set) * 300, "int32": Int32(set) * 70000,
            "int64": Int64(set) << 40, "float": Float(set) + 0.5, "double": Double(set) + 0.25,
            "decimal": Decimal(string: "\(set).000000000000000000001") ?? 0, "text": "text-\(set)",
            "data": Data([UInt8(set), 0, 255]), "date": Date(timeIntervalSince1970: Double(set) * 1e6),
            "uuid": UUID(uuidString: "00000000-0000-4000-8000-00000000000\(set)") ?? UUID(),
            "objectId": ObjectId(id) ?? ObjectId(), "size": set % 2 == 1 ? Size.large : .small,
            "level": set % 2 == 1 ? Level.high : .low,
        ]
        let pairs = [
            ("maybeBool", "bool"), ("maybeInt8", "int8"), ("maybeFloat", "float"), ("maybeDouble", "double"),
            ("maybeDecimal", "decimal"), ("maybeText", "text"), ("maybeData", "data"), ("maybeDate", "date"),
            ("maybeUUID", "uuid"), ("maybeObjectId", "objectId"), ("maybeSize", "size"), ("maybeLevel", "level"),
        ]
        for (optional, name) in pairs { values[optional] = set == 0 ? Int?.none as Any : values[name] }
        values["maybeInt"] = set == 0 ? Int?.none as Any : set
        return values
    }

    /// The properties in the order of their declaration.
    static let names = Mirror(reflecting: Everything()).children.compactMap(\.label).map { String($0.dropFirst()) }

    /// An unmanaged object with the values of a set, set one by one.
    static func object(_ set: Int) -> Everything {
        let (object, values) = (Everything(), values(set))
        func assign<V>(_ name: String, _ path: ReferenceWritableKeyPath<Everything, V>) {
            if let value = values[name] as? V { object[keyPath: path] = value }
        }
        assign("key", \.key)
        assign("bool", \.bool)
        assign("int8", \.int8)
        assign("int16", \.int16)
        assign("int32", \.int32)
        assign("int64", \.int64)
        assign("float", \.float)
        assign("double", \.double)
        assign("decimal", \.decimal)
        assign("text", \.text)
        assign("data", \.data)
        assign("date", \.date)
        assign("uuid", \.uuid)
        assign("objectId", \.objectId)
        assign("size", \.size)
        assign("level", \.level)
        assign("maybeBool", \.maybeBool)
        assign("maybeInt", \.maybeInt)
        assign("maybeInt8", \.maybeInt8)
        assign("maybeFloat", \.maybeFloat)
        assign("maybeDouble", \.maybeDouble)
        assign("maybeDecimal", \.maybeDecimal)
        assign("maybeText", \.maybeText)
        assign("maybeData", \.maybeData)
        assign("maybeDate", \.maybeDate)
        assign("maybeUUID", \.maybeUUID)
        assign("maybeObjectId", \.maybeObjectId)
        assign("maybeSize", \.maybeSize)
        assign("maybeLevel", \.maybeLevel)
        return object
    }

    /// All values but the key as text, for comparing two objects.
    static func text(_ object: Everything) -> String {
        object.description.replacingOccurrences(of: "key: \(object.key), ", with: "")
    }
}
