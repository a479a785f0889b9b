internal import TarnRecords

extension Store {
    /// The object whose unique property has a value, or nil; O(log n), no query is run.
    ///
    ///     let ann = store.object(ofType: Person.self, where: \.email, is: "ann@example.com")
    ///
    /// In a write it sees what the write has done; of two objects that have the value for the moment it finds one.
    /// Traps when the property is not declared `unique` (U4).
    public func object<T: Object, Value: Persistable>(
        ofType type: T.Type, where keyPath: KeyPath<T, Value>, is value: Value
    ) -> T? {
        connection.check()
        let context = connection.context(type)
        guard let property = context.description.property(at: keyPath) else {
            preconditionFailure("U4: the key path leads to no persisted property of \(context.description.name)")
        }
        return find(type, context, [property.name: value.__stored])
    }

    /// The object whose unique properties have some values, or nil; O(log n), no query is run.
    ///
    /// Traps when there is no such unique property or key of the class (U4).
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - values: the values by property: all those of one entry of ``Object/uniqueKeys()``, or one.
    public func object<T: Object>(ofType type: T.Type, whereUnique values: [String: any Persistable]) -> T? {
        connection.check()
        return find(type, connection.context(type), values.mapValues { $0.__stored })
    }

    private func find<T: Object>(_ type: T.Type, _ context: ObjectContext, _ values: [String: StoredValue]) -> T? {
        let table = context.table
        var stored: [Int: StoredValue] = [:]
        for (property, column) in zip(context.description.properties, context.columns) {
            guard let value = values[property.name] else { continue }
            precondition(
                value.fits(property.kind, isOptional: property.isOptional),
                "U4: \(context.description.name).\(property.name) is of kind \(property.kind.name)")
            stored[column] = value
        }
        let columns = Set(stored.keys)
        guard stored.count == values.count,
            let rule = table.uniqueRules.first(where: { Set($0.columns) == columns })
        else {
            preconditionFailure(
                "U4: \(context.description.name) has no unique key of \(values.keys.sorted().joined(separator: ", "))")
        }
        let found = connection.readable { (session) throws(RecordError) in
            try session.object(table, rule, rule.columns.map { stored[$0] ?? .null })
        }
        guard let found else { return nil }
        connection.tracking?.noteLookUp(table, nil)
        connection.tracking?.noteColumns(table, rule.columns)
        return found.flatMap { object(type, $0) }
    }
}
