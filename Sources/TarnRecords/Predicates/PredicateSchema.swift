/// The names that a predicate can use.
package struct PredicateSchema {
    /// The types of the file.
    package let catalogue: Catalogue
    /// What classes call things that the file calls otherwise, or does not know at all.
    let names: (any PredicateNames)?

    package init(_ catalogue: Catalogue, names: (any PredicateNames)? = nil) {
        self.catalogue = catalogue
        self.names = names
    }

    /// What a property of a type stands for.
    func property(_ name: String, of table: Table) -> Property? {
        if let column = names?.column(name, of: table) ?? table.column(named: name) { return .column(column) }
        return names?.inverse(name, of: table).map { .inverse($0) }
    }

    enum Property {
        case column(Int)
        case inverse(Filter.Relation)
    }

    /// The type that a relation leads to; nil for values.
    func target(_ relation: Filter.Relation, of table: Table?) -> Table? { relation.target(table, catalogue) }

    /// What to say of a name that a type does not have, with those that it may have been meant to be.
    func unknown(_ name: String, of table: Table) -> String {
        let known = table.columns.map(\.name)
        let near = known.filter { $0.isNear(name) }
        let hint = near.isEmpty ? "" : "; did you mean \(near.prefix(3).map { "'\($0)'" }.joined(separator: " or "))?"
        let listed = known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", ..." : "")
        return "\(table.name) has no property '\(name)'\(hint.isEmpty ? ";" : hint) it has: \(listed)"
    }
}

/// What the classes of a program call what is in a file.
package protocol PredicateNames {
    /// The column behind a property.
    func column(_ property: String, of table: Table) -> Int?
    /// The relation behind a property that lists the objects that link to its own.
    func inverse(_ property: String, of table: Table) -> Filter.Relation?
}

extension String {
    /// Whether another name is this one with a slip or two: in case, or by as many letters as short names allow.
    fileprivate func isNear(_ other: String) -> Bool {
        let (a, b) = (Array(lowercased().utf8.prefix(64)), Array(other.lowercased().utf8.prefix(64)))
        if a == b { return true }
        let allowed = Swift.min(a.count, b.count) < 3 ? 0 : Swift.min(a.count, b.count) < 6 ? 1 : 2
        guard abs(a.count - b.count) <= allowed else { return false }
        // Slips are letters more or fewer, other letters, and two letters that have changed places.
        var (before, row) = ([Int](), Array(0...b.count))
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                var slips = Swift.min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { slips = Swift.min(slips, before[j - 1] + 1) }
                next.append(slips)
            }
            (before, row) = (row, next)
        }
        return row[b.count] <= allowed
    }
}
