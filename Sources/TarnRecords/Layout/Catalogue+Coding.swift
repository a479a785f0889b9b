extension Catalogue {
    /// The bytes of the schema as stored in the tree `catalogue` under the key `schema`.
    package func encodedSchema() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(schemaVersion)
        writer.write(varint: UInt64(tables.count))
        for table in tables {
            writer.write(text: table.name)
            writer.write(varint: UInt64(table.primaryKey.map { $0 + 1 } ?? 0))
            writer.write(varint: UInt64(table.columns.count))
            for column in table.columns { column.encode(into: &writer) }
            table.encodeTraits(into: &writer)
        }
        return writer.bytes
    }

    /// Reads back what `encodedSchema` wrote.
    package static func decode(
        schema bytes: [UInt8], storeID: [UInt8], revision: UInt64 = 0
    ) throws(RecordError) -> Catalogue {
        do {
            var reader = ByteReader(bytes)
            let schemaVersion = try reader.read(UInt64.self)
            var tables: [Table] = []
            let count = try reader.readCount()
            guard count <= UInt16.max else { throw ByteReader.Malformed(position: 0) }
            for id in 0..<count {
                let name = try reader.readText()
                let key = Int(clamping: try reader.readVarint()) - 1
                var columns: [Table.Column] = []
                for _ in 0..<(try reader.readCount()) {
                    columns.append(try Table.Column(from: &reader, tableCount: count))
                }
                guard key < columns.count, key < 0 || columns[key].kind.canBePrimaryKey else {
                    throw ByteReader.Malformed(position: 0)
                }
                let traits = try TableTraits(from: &reader, columnCount: columns.count)
                tables.append(
                    Table(
                        id: UInt16(id), name: name, columns: columns, primaryKey: key < 0 ? nil : key,
                        isEmbedded: traits.isEmbedded, uniqueKeys: traits.uniqueKeys, parent: traits.parent))
            }
            guard reader.isAtEnd, Set(tables.map(\.name)).count == tables.count else {
                throw ByteReader.Malformed(position: bytes.count)
            }
            return Catalogue(storeID: storeID, schemaVersion: schemaVersion, tables: tables, revision: revision)
        } catch {
            throw RecordError(.corrupt, tree: "catalogue", key: "schema", message: "the schema cannot be decoded")
        }
    }
}

extension Table {
    fileprivate func encodeTraits(into writer: inout ByteWriter) {
        writer.write((isEmbedded ? 1 : 0) | (parent == nil ? 0 : 2) as UInt8)
        if let parent { writer.write(text: parent) }
        writer.write(varint: UInt64(uniqueKeys.count))
        for key in uniqueKeys {
            writer.write(varint: UInt64(key.count))
            for column in key { writer.write(varint: UInt64(column)) }
        }
    }
}

/// What is stored of a type besides its columns.
private struct TableTraits {
    var isEmbedded = false
    var parent: String?
    var uniqueKeys: [[Int]] = []

    init(from reader: inout ByteReader, columnCount: Int) throws(ByteReader.Malformed) {
        let flags = try reader.readByte()
        guard flags < 4 else { throw ByteReader.Malformed(position: 0) }
        isEmbedded = flags & 1 != 0
        if flags & 2 != 0 { parent = try reader.readText() }
        for _ in 0..<(try reader.readCount()) {
            var key: [Int] = []
            for _ in 0..<(try reader.readCount()) {
                let column = Int(clamping: try reader.readVarint())
                guard column < columnCount else { throw ByteReader.Malformed(position: 0) }
                key.append(column)
            }
            uniqueKeys.append(key)
        }
    }
}

extension Table.Column {
    /// The meaning of the bits of the byte after the kind.
    private enum Flags {
        static let optional: UInt8 = 1
        static let indexed: UInt8 = 2
        static let fullText: UInt8 = 4
        static let unique: UInt8 = 8
        static let element: UInt8 = 16
        static let optionalElement: UInt8 = 32
    }

    private var flags: UInt8 {
        (isOptional ? Flags.optional : 0) | (isIndexed ? Flags.indexed : 0) | (isFullText ? Flags.fullText : 0)
            | (isUnique ? Flags.unique : 0) | (element == nil ? 0 : Flags.element)
            | (element?.isOptional == true ? Flags.optionalElement : 0)
    }

    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(text: name)
        writer.write(kind.rawValue)
        writer.write(flags)
        writer.write(deleteRule.rawValue)
        if let element { writer.write(element.kind.rawValue) }
        writer.write(varint: linkTarget.map { UInt64($0) + 1 } ?? 0)
        defaultValue.encode(into: &writer)
    }

    fileprivate init(from reader: inout ByteReader, tableCount: Int) throws(ByteReader.Malformed) {
        let name = try reader.readText()
        guard let kind = ValueKind(rawValue: try reader.readByte()) else { throw ByteReader.Malformed(position: 0) }
        let flags = try reader.readByte()
        guard let deleteRule = DeleteRule(rawValue: try reader.readByte()) else {
            throw ByteReader.Malformed(position: 0)
        }
        var element: CollectionElement?
        if flags & Flags.element != 0 {
            guard let kind = ValueKind(rawValue: try reader.readByte()), !kind.isCollection else {
                throw ByteReader.Malformed(position: 0)
            }
            element = CollectionElement(kind: kind, isOptional: flags & Flags.optionalElement != 0)
        }
        let target = try reader.readVarint()
        let value = try StoredValue(from: &reader)
        let isOptional = flags & Flags.optional != 0
        let hasTarget = kind == .link || element?.kind == .link
        guard target <= UInt64(tableCount), (target != 0) == hasTarget, flags < 64,
            (element != nil) == kind.isCollection, value.fits(kind, isOptional: isOptional)
        else { throw ByteReader.Malformed(position: 0) }
        self.init(
            name: name, kind: kind, isOptional: isOptional, isIndexed: flags & Flags.indexed != 0,
            defaultValue: value, linkTarget: target == 0 ? nil : UInt16(target - 1),
            isFullText: flags & Flags.fullText != 0, isUnique: flags & Flags.unique != 0, element: element,
            deleteRule: deleteRule)
    }
}

extension StoredValue {
    /// Writes the value with a byte that says what it is.
    package func encode(into writer: inout ByteWriter) {
        switch self {
        case .null: writer.write(0 as UInt8)
        case .bool(let value): writer.write((value ? 2 : 1) as UInt8)
        case .integer(let value):
            writer.write(3 as UInt8)
            writer.write(value)
        case .float(let value):
            writer.write(4 as UInt8)
            writer.write(value.bitPattern)
        case .double(let value):
            writer.write(5 as UInt8)
            writer.write(value.bitPattern)
        case .string(let text):
            writer.write(6 as UInt8)
            writer.write(text: text)
        case .bytes(let bytes):
            writer.write(7 as UInt8)
            writer.write(bytes: bytes)
        case .link(let key):
            writer.write(8 as UInt8)
            writer.write(key.rawValue)
        case .any(let value):
            writer.write(9 as UInt8)
            value.encode(into: &writer)
        }
    }

    /// Reads back what `encode` wrote.
    package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
        switch try reader.readByte() {
        case 0: self = .null
        case 1: self = .bool(false)
        case 2: self = .bool(true)
        case 3: self = .integer(try reader.read(Int64.self))
        case 4: self = .float(Float(bitPattern: try reader.read(UInt32.self)))
        case 5: self = .double(Double(bitPattern: try reader.read(UInt64.self)))
        case 6: self = .string(try reader.readText())
        case 7: self = .bytes(try reader.readBytes())
        case 8: self = .link(ObjectKey(rawValue: try reader.read(UInt64.self)))
        case 9: self = StoredValue(try MixedValue(from: &reader))
        default: throw ByteReader.Malformed(position: 0)
        }
    }
}
