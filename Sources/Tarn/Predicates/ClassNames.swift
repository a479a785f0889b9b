internal import TarnRecords

/// The names that predicates use for what the classes of a store declare.
struct ClassNames: PredicateNames {
    let types: QueryTypes

    func column(_ property: String, of table: Table) -> Int? {
        guard let found = types.description(of: table)?.property(named: property), found.columnName != property else {
            return nil
        }
        return table.column(named: found.columnName)
    }

    func inverse(_ property: String, of table: Table) -> Filter.Relation? {
        let linking = types.description(of: table)?.linkingProperties.first { $0.name == property }
        return linking.flatMap { types.relation(of: $0) }
    }
}

extension ObjectContext {
    /// The names that predicates about the objects of the class can use.
    var predicateSchema: PredicateSchema {
        let types = queryTypes
        return PredicateSchema(types.catalogue, names: ClassNames(types: types))
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
    /// For `.invalidPredicate` the number of characters of the text before the fault; nil for everything else.
    public var predicatePosition: Int? { (cause as? PredicateFault)?.position }

    /// The text of a predicate on a class cannot be read.
    init(_ error: PredicateFault, _ name: String) {
        self.init(.invalidPredicate, "in a predicate of \(name): \(error)", cause: error)
    }
}
