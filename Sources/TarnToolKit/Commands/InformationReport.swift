package import Tarn

/// What a file holds, for people and as JSON.
package struct InformationReport {
    private let information: StoreInformation
    private let name: String

    /// A report on the file of that name.
    package init(_ information: StoreInformation, name: String) {
        self.information = information
        self.name = name
    }

    package func lines(_ terminal: Terminal) -> [String] {
        let facts = facts
        let width = facts.map(\.0.count).max() ?? 0
        let head = facts.map { label, value in
            "  " + terminal.dim(label + String(repeating: " ", count: width - label.count)) + "  " + value
        }
        return [terminal.bold(name)] + head + [""] + typeTable.lines(width: terminal.width)
    }

    private var facts: [(String, String)] {
        let used = information.fileByteCount > 0 ? information.usedByteCount * 100 / information.fileByteCount : 0
        return [
            ("format version", "\(information.formatVersion)"),
            ("schema version", "\(information.schemaVersion)"),
            ("commit version", Figures.count(Int(clamping: information.commitVersion))),
            ("store", "\(information.storeID)"),
            ("file size", "\(Figures.size(information.fileByteCount)), \(used)% of it in use"),
            ("map size", Figures.size(information.mapByteCount)),
            ("page size", Figures.count(information.pageSize, "byte")),
            ("open readers", Figures.count(information.readerCount)),
            ("oldest version held", PinnedText.oldest(information.pinnedVersions)),
        ]
    }

    private var typeTable: Table {
        var table = Table([
            ("type", .left), ("objects", .right), ("properties", .right), ("clusters", .right),
            ("objects' size", .right),
            ("indexes", .right), ("long values", .right), ("collections", .right),
        ])
        for type in information.types {
            table.add([
                type.name, Figures.count(type.objectCount), Figures.count(type.properties.count),
                Figures.count(type.clusterCount), Figures.size(type.byteCount), Figures.size(type.indexByteCount),
                Figures.size(type.valueByteCount), Figures.size(type.collectionByteCount),
            ])
        }
        return table
    }

    package var json: JSONText {
        .object([
            ("formatVersion", .integer(Int(information.formatVersion))),
            ("schemaVersion", .integer(Int(clamping: information.schemaVersion))),
            ("commitVersion", .integer(Int(clamping: information.commitVersion))),
            ("storeID", .string("\(information.storeID)")),
            ("fileByteCount", .integer(information.fileByteCount)),
            ("usedByteCount", .integer(information.usedByteCount)),
            ("mapByteCount", .integer(information.mapByteCount)),
            ("pageSize", .integer(information.pageSize)),
            ("readerCount", .integer(information.readerCount)),
            ("pinnedVersions", .array(information.pinnedVersions.map(PinnedText.json))),
            ("types", .array(information.types.map(Self.json))),
        ])
    }

    private static func json(_ type: TypeInformation) -> JSONText {
        .object([
            ("name", .string(type.name)),
            ("objectCount", .integer(type.objectCount)),
            ("clusterCount", .integer(type.clusterCount)),
            ("byteCount", .integer(type.byteCount)),
            ("indexByteCount", .integer(type.indexByteCount)),
            ("valueByteCount", .integer(type.valueByteCount)),
            ("collectionByteCount", .integer(type.collectionByteCount)),
        ])
    }
}
