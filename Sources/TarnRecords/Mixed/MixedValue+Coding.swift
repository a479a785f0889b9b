extension MixedValue {
    /// What the first byte of a stored value says. Part of the file format.
    private enum Tag {
        static let null: UInt8 = 0
        static let no: UInt8 = 1
        static let yes: UInt8 = 2
        static let integer: UInt8 = 3
        static let float: UInt8 = 4
        static let double: UInt8 = 5
        static let date: UInt8 = 6
        static let decimal: UInt8 = 7
        static let uuid: UInt8 = 8
        static let objectId: UInt8 = 9
        static let string: UInt8 = 10
        static let data: UInt8 = 11
        static let object: UInt8 = 12
        static let list: UInt8 = 13
        static let map: UInt8 = 14
    }

    /// The stored form: a tag, then the content; the keys of maps in the order of their UTF-8 bytes, so that equal
    /// values have equal bytes.
    ///
    /// - Throws: `invalidValue` when the value cannot be stored.
    package func encoded() throws(RecordError) -> [UInt8] {
        if let problem { throw RecordError(.invalidValue, tree: "clusters", message: problem) }
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }

    /// Writes a value that has no ``problem``.
    package func encode(into writer: inout ByteWriter) {
        switch self {
        case .null: writer.write(Tag.null)
        case .bool(let value): writer.write(value ? Tag.yes : Tag.no)
        case .integer(let value):
            writer.write(Tag.integer)
            writer.write(value)
        case .float(let value):
            writer.write(Tag.float)
            writer.write(value.bitPattern)
        case .double(let value):
            writer.write(Tag.double)
            writer.write(value.bitPattern)
        case .date(let value):
            writer.write(Tag.date)
            writer.write(value.bitPattern)
        case .decimal(let bytes): Self.write(Tag.decimal, bytes, into: &writer)
        case .uuid(let bytes): Self.write(Tag.uuid, bytes, into: &writer)
        case .objectId(let bytes): Self.write(Tag.objectId, bytes, into: &writer)
        case .string(let text):
            writer.write(Tag.string)
            writer.write(text: text)
        case .data(let bytes):
            writer.write(Tag.data)
            writer.write(bytes: bytes)
        case .object(let link):
            writer.write(Tag.object)
            writer.write(link.table)
            writer.write(link.object.rawValue)
        case .list(let values):
            writer.write(Tag.list)
            writer.write(varint: UInt64(values.count))
            for value in values { value.encode(into: &writer) }
        case .map(let values):
            writer.write(Tag.map)
            writer.write(varint: UInt64(values.count))
            for (key, value) in Self.inKeyOrder(values) {
                writer.write(text: key)
                value.encode(into: &writer)
            }
        }
    }

    private static func write(_ tag: UInt8, _ bytes: [UInt8], into writer: inout ByteWriter) {
        writer.write(tag)
        for byte in bytes { writer.write(byte) }
    }

    /// The entries of a map by the UTF-8 bytes of their keys.
    static func inKeyOrder(_ values: [String: MixedValue]) -> [(key: String, value: MixedValue)] {
        values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}

extension MixedValue {
    /// Reads back what `encoded` made; all of the bytes.
    ///
    /// - Throws: `corrupt` for bytes that are no value. Time and memory grow with the number of bytes only.
    package init(decoding bytes: [UInt8], at place: @autoclosure () -> String = "") throws(RecordError) {
        do {
            var reader = ByteReader(bytes)
            self = try MixedValue(from: &reader)
            guard reader.isAtEnd else { throw ByteReader.Malformed(position: bytes.count) }
        } catch {
            throw RecordError(
                .corrupt, tree: "clusters", key: place(), message: "a value of any kind cannot be decoded")
        }
    }

    /// Reads one value.
    package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
        self = try Self.read(&reader, depth: 0)
    }

    private static func read(_ reader: inout ByteReader, depth: Int) throws(ByteReader.Malformed) -> MixedValue {
        switch try reader.readByte() {
        case Tag.null: return .null
        case Tag.no: return .bool(false)
        case Tag.yes: return .bool(true)
        case Tag.integer: return .integer(try reader.read(Int64.self))
        case Tag.float: return .float(Float(bitPattern: try reader.read(UInt32.self)))
        case Tag.double: return .double(Double(bitPattern: try reader.read(UInt64.self)))
        case Tag.date: return .date(Double(bitPattern: try reader.read(UInt64.self)))
        case Tag.decimal:
            let bytes = try readBytes(&reader, 24)
            guard DecimalBytes.decode(bytes) != nil else { throw ByteReader.Malformed(position: 0) }
            return .decimal(bytes)
        case Tag.uuid: return .uuid(try readBytes(&reader, 16))
        case Tag.objectId: return .objectId(try readBytes(&reader, 12))
        case Tag.string: return .string(try reader.readText())
        case Tag.data: return .data(try reader.readBytes())
        case Tag.object:
            let table = try reader.read(UInt16.self)
            return .object(MixedLink(table: table, object: ObjectKey(rawValue: try reader.read(UInt64.self))))
        case Tag.list: return try readList(&reader, depth + 1)
        case Tag.map: return try readMap(&reader, depth + 1)
        default: throw ByteReader.Malformed(position: 0)
        }
    }

    private static func readBytes(
        _ reader: inout ByteReader, _ count: Int
    ) throws(ByteReader.Malformed) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(try reader.readByte()) }
        return bytes
    }

    private static func readList(_ reader: inout ByteReader, _ depth: Int) throws(ByteReader.Malformed) -> MixedValue {
        guard depth <= maximumDepth else { throw ByteReader.Malformed(position: 0) }
        var values: [MixedValue] = []
        for _ in 0..<(try reader.readCount()) { values.append(try read(&reader, depth: depth)) }
        return .list(values)
    }

    /// Keys stand in order, so none is there twice.
    private static func readMap(_ reader: inout ByteReader, _ depth: Int) throws(ByteReader.Malformed) -> MixedValue {
        guard depth <= maximumDepth else { throw ByteReader.Malformed(position: 0) }
        var values: [String: MixedValue] = [:]
        var last: String?
        for _ in 0..<(try reader.readCount()) {
            let key = try reader.readText()
            if let last, !last.utf8.lexicographicallyPrecedes(key.utf8) { throw ByteReader.Malformed(position: 0) }
            last = key
            let value = try read(&reader, depth: depth)
            guard values.updateValue(value, forKey: key) == nil else { throw ByteReader.Malformed(position: 0) }
        }
        return .map(values)
    }
}
