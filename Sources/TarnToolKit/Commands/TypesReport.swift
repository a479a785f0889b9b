internal import Tarn

/// The properties of each type, for people and as JSON.
struct TypesReport {
    private let types: [TypeInformation]

    init(_ types: [TypeInformation]) { self.types = types }

    func lines(_ terminal: Terminal) -> [String] {
        guard !types.isEmpty else { return ["The file holds no types."] }
        let blocks = types.map { type in
            [terminal.bold(type.name) + terminal.dim("  " + Figures.count(type.objectCount, "object"))]
                + Self.table(type).lines(width: terminal.width)
        }
        return Array(blocks.joined(separator: [""]))
    }

    private static func table(_ type: TypeInformation) -> Table {
        var table = Table([("property", .left), ("type", .left), ("key", .left)])
        for property in type.properties {
            let key = property.isPrimaryKey ? "primary" : property.isIndexed ? "indexed" : ""
            table.add([property.name, property.typeName + (property.isOptional ? "?" : ""), key])
        }
        return table
    }

    var json: JSONText {
        .array(
            types.map { type in
                .object([
                    ("name", .string(type.name)), ("objectCount", .integer(type.objectCount)),
                    ("properties", .array(type.properties.map(Self.json))),
                ])
            })
    }

    private static func json(_ property: PropertyInformation) -> JSONText {
        .object([
            ("name", .string(property.name)), ("column", .integer(property.column)),
            ("type", .string(property.typeName)), ("isOptional", .bool(property.isOptional)),
            ("isPrimaryKey", .bool(property.isPrimaryKey)), ("isIndexed", .bool(property.isIndexed)),
        ])
    }
}
