internal import Tarn

/// The properties of each type, for people and as JSON.
struct TypesReport {
    private let types: [TypeInformation]

    init(_ types: [TypeInformation]) { self.types = types }

    func lines(_ terminal: Terminal) -> [String] {
        guard !types.isEmpty else { return ["The file holds no types."] }
        let blocks = types.map { type in
            [terminal.bold(type.name) + terminal.dim("  " + Figures.count(type.objectCount, "object") + traits(type))]
                + Self.table(type).lines(width: terminal.width)
        }
        return Array(blocks.joined(separator: [""]))
    }

    /// What there is to say of a type as a whole.
    private func traits(_ type: TypeInformation) -> String {
        let parent = type.parent.map { ["inherits from \($0)"] } ?? []
        let keys = type.uniqueKeys.map { "unique by " + $0.joined(separator: " and ") }
        return ((type.isEmbedded ? ["embedded"] : []) + parent + keys).map { ", " + $0 }.joined()
    }

    private static func rules(_ property: PropertyInformation) -> String {
        let key = property.isPrimaryKey ? ["primary"] : property.isIndexed ? ["indexed"] : []
        let unique = property.isUnique ? ["unique"] : []
        switch property.deleteRule {
        case .nullify: return (key + unique).joined(separator: ", ")
        case .cascade: return "deletes"
        case .deny: return "denies"
        }
    }

    private static func table(_ type: TypeInformation) -> Table {
        var table = Table([("property", .left), ("type", .left), ("key", .left)])
        for property in type.properties {
            table.add([property.name, property.typeName + (property.isOptional ? "?" : ""), rules(property)])
        }
        return table
    }

    var json: JSONText {
        .array(
            types.map { type in
                .object([
                    ("name", .string(type.name)), ("objectCount", .integer(type.objectCount)),
                    ("isEmbedded", .bool(type.isEmbedded)),
                    ("uniqueKeys", .array(type.uniqueKeys.map { .array($0.map { .string($0) }) })),
                    ("properties", .array(type.properties.map(Self.json))),
                ])
            })
    }

    private static func json(_ property: PropertyInformation) -> JSONText {
        .object([
            ("name", .string(property.name)), ("column", .integer(property.column)),
            ("type", .string(property.typeName)), ("isOptional", .bool(property.isOptional)),
            ("isPrimaryKey", .bool(property.isPrimaryKey)), ("isIndexed", .bool(property.isIndexed)),
            ("isUnique", .bool(property.isUnique)),
        ])
    }
}
