extension Catalogue {
    /// What opening a file with a program's types leads to.
    package enum Merge {
        /// The file already has everything.
        case unchanged
        /// Types, properties or indexes were added; the new catalogue and the indexes to build.
        case added(Catalogue, indexes: [(table: UInt16, column: Int)], droppedIndexes: [(table: UInt16, column: Int)])
        /// The change needs a migration.
        case refused([SchemaProblem])
    }

    /// Compares the file's types with the program's. Types and properties that the program does not declare stay.
    package func merge(_ schemas: [ObjectSchema], schemaVersion: UInt64) -> Merge {
        var tables = self.tables
        var names = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.id) })
        var problems: [SchemaProblem] = []
        if schemas.count + tables.count > Int(UInt16.max) {
            return .refused([SchemaProblem(type: "store", reason: "more than \(UInt16.max) types")])
        }
        for schema in schemas where names[schema.name] == nil {
            names[schema.name] = UInt16(tables.count)
            tables.append(Table(id: UInt16(tables.count), name: schema.name, columns: [], primaryKey: nil))
        }
        var built: [(UInt16, Int)] = []
        var dropped: [(UInt16, Int)] = []
        for schema in schemas {
            guard let id = names[schema.name] else { continue }
            let isNew = Int(id) >= self.tables.count
            let old = tables[Int(id)]
            if !isNew { problems += old.differences(from: schema, targets: names) }
            let columns = old.columns(mergedWith: schema, targets: names)
            let key = schema.properties.first(where: \.isPrimaryKey).flatMap { key in
                columns.firstIndex { $0.name == key.columnName }
            }
            let table = Table(
                id: id, name: schema.name, columns: columns, primaryKey: isNew ? key : old.primaryKey,
                isEmbedded: schema.isEmbedded, uniqueKeys: Self.uniqueKeys(schema, columns), parent: schema.parent)
            tables[Int(id)] = table
            if !isNew {
                let changed = table.columns.indices.filter { table.indexing($0) != old.indexing($0) }
                built += changed.filter { !table.indexing($0).isEmpty }.map { (id, $0) }
                dropped += changed.filter { !old.indexing($0).isEmpty }.map { (id, $0) }
            }
        }
        if !problems.isEmpty { return .refused(problems) }
        let merged = Catalogue(storeID: storeID, schemaVersion: schemaVersion, tables: tables)
        if merged.encodedSchema() == encodedSchema() { return .unchanged }
        return .added(merged, indexes: built, droppedIndexes: dropped)
    }
}

extension Catalogue {
    /// The rules of uniqueness by column.
    private static func uniqueKeys(_ schema: ObjectSchema, _ columns: [Table.Column]) -> [[Int]] {
        schema.uniqueKeys.map { key in
            key.compactMap { name in
                let property = schema.properties.first { $0.name == name }
                return property.flatMap { property in columns.firstIndex { $0.name == property.columnName } }
            }
        }
    }
}

extension Table {
    /// The indexes of a column; none when there is no such column.
    fileprivate func indexing(_ column: Int) -> ColumnTraits {
        column < columns.count ? traits[column].intersection([.indexed, .fullText]) : []
    }

    /// The old columns, with the indexes now declared, and the new ones after them.
    fileprivate func columns(mergedWith schema: ObjectSchema, targets: [String: UInt16]) -> [Column] {
        var columns = self.columns
        for property in schema.properties {
            let new = Column(
                name: property.columnName, kind: property.kind, isOptional: property.isOptional,
                isIndexed: property.isIndexed, defaultValue: property.defaultValue,
                linkTarget: property.linkTarget.flatMap { targets[$0] }, isFullText: property.isFullText,
                isUnique: property.isUnique, element: property.element, deleteRule: property.deleteRule)
            if let place = column(named: property.columnName) {
                let old = columns[place]
                columns[place] = Column(
                    name: old.name, kind: old.kind, isOptional: old.isOptional, isIndexed: new.isIndexed,
                    defaultValue: old.defaultValue, linkTarget: old.linkTarget, isFullText: new.isFullText,
                    isUnique: new.isUnique, element: old.element, deleteRule: new.deleteRule)
            } else {
                columns.append(new)
            }
        }
        return columns
    }

    /// The changes that cannot be made by only adding something (M2, M3).
    fileprivate func differences(from schema: ObjectSchema, targets: [String: UInt16]) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        for property in schema.properties {
            guard let place = column(named: property.columnName) else {
                if property.isPrimaryKey {
                    problems.append(
                        SchemaProblem(type: name, property: property.name, reason: "a primary key was added"))
                }
                continue
            }
            let old = columns[place]
            func report(_ reason: String) {
                problems.append(SchemaProblem(type: name, property: property.name, reason: reason))
            }
            if old.kind != property.kind { report("was stored as \(old.kind.name), is now \(property.kind.name)") }
            if old.isOptional != property.isOptional {
                report(old.isOptional ? "was optional, is now required" : "was required, is now optional")
            }
            if old.kind.isCollection, old.kind == property.kind, old.element != property.element {
                report("its elements are now of another kind")
            }
            if old.kind == property.kind, old.linkTarget != nil, property.linkTarget != nil,
                old.linkTarget != property.linkTarget.flatMap({ targets[$0] })
            {
                report("now links to another type")
            }
            if (primaryKey == place) != property.isPrimaryKey {
                report(property.isPrimaryKey ? "has become the primary key" : "is no longer the primary key")
            }
        }
        if isEmbedded != schema.isEmbedded {
            let reason = isEmbedded ? "was embedded, now stands by itself" : "stood by itself, is now embedded"
            problems.append(SchemaProblem(type: name, reason: reason))
        }
        for (place, column) in columns.enumerated()
        where !schema.properties.contains(where: { $0.columnName == column.name }) {
            if place == primaryKey {
                problems.append(SchemaProblem(type: name, property: column.name, reason: "the primary key was removed"))
            } else {
                problems.append(SchemaProblem(type: name, property: column.name, reason: "was removed"))
            }
        }
        return problems
    }
}
