internal import TarnRecords

/// What turns the numbers of change records into names and values: the types of the file and the classes of the store.
final class HistoryTypes: Sendable {
    /// One type of the file for which the store has a class.
    struct Known: Sendable {
        let table: Table
        let description: ClassDescription
        /// For each column the name of its property; the column's own where the class has none for it.
        let names: [String]

        init(_ table: Table, _ description: ClassDescription) {
            self.table = table
            self.description = description
            names = table.columns.map { column in
                description.properties.first { $0.columnName == column.name }?.name ?? column.name
            }
        }
    }

    private let tables: [Table]
    /// In the order of the store's classes.
    let known: [Known]

    init(_ catalogue: Catalogue, _ descriptions: [ClassDescription]) {
        tables = catalogue.tables
        known = descriptions.compactMap { description in
            catalogue.table(named: description.name).map { Known($0, description) }
        }
    }

    /// The name of a type.
    func name(of table: UInt16) -> String? { Int(table) < tables.count ? tables[Int(table)].name : nil }

    /// A class of the store; traps for another one.
    func known(_ type: Object.Type) -> Known {
        guard let found = known.first(where: { $0.description.type == type }) else {
            preconditionFailure("C11: \(type) is not among the object types of the store")
        }
        return found
    }
}
