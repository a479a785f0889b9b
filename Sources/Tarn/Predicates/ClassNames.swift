internal import TarnRecords

/// The names that predicates use for what the classes of a store declare.
struct ClassNames: PredicateNames {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func column(_ property: String, of table: Table) -> Int? {
        guard let found = description(of: table)?.property(named: property), found.columnName != property else {
            return nil
        }
        return table.column(named: found.columnName)
    }

    func inverse(_ property: String, of table: Table) -> Filter.Relation? { nil }

    private func description(of table: Table) -> ClassDescription? {
        connection.descriptions.first { $0.name == table.name }
    }
}

extension ObjectContext {
    /// The names that predicates about the objects of the class can use.
    var predicateSchema: PredicateSchema {
        PredicateSchema(connection.catalogue, names: ClassNames(connection))
    }

    /// The steps that the text of a predicate describes.
    func steps(_ text: String, _ arguments: [Any?]) throws(StoreError) -> [RecordQuery.Step] {
        let values = try predicateValues(arguments)
        do {
            return try PredicateParser.steps(text, values, table, predicateSchema)
        } catch {
            throw StoreError(error, description.name)
        }
    }
}

extension StoreError {
    /// The text of a predicate on a class cannot be read.
    init(_ error: PredicateFault, _ name: String) {
        self.init(.invalidPredicate, "in a predicate of \(name): \(error)", cause: error)
    }
}
