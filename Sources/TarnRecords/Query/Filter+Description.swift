extension Filter {
    /// The filter in words, with the names of a table's columns and of those that it leads to.
    public func description(_ table: Table, _ catalogue: Catalogue) -> String {
        FilterWords(subject: .table(table), catalogue: catalogue).describe(self)
    }
}

extension Filter.Relation {
    /// The relation in words, with the name of the table.
    func description(_ table: Table, _ catalogue: Catalogue) -> String {
        let words = FilterWords(subject: .table(table), catalogue: catalogue).words(self)
        if case .inverse = self { return words }
        return "\(table.name).\(words)"
    }
}

extension Filter.Operand {
    /// The operand in words.
    func description(_ table: Table, _ catalogue: Catalogue) -> String {
        FilterWords(subject: .table(table), catalogue: catalogue).describe(self)
    }
}

/// Puts filters into words. What does not fit the tables is named by its number.
private struct FilterWords {
    enum Subject {
        case table(Table)
        /// The elements of a collection of values.
        case elements
    }

    let subject: Subject
    let catalogue: Catalogue

    func describe(_ filter: Filter) -> String {
        switch filter {
        case .constant(let value): return value ? "TRUE" : "FALSE"
        case .compare(let column, let comparison, let value):
            return "\(name(column)) \(comparison.rawValue) \(value.literal)"
        case .columns(let one, let comparison, let other): return "\(name(one)) \(comparison.rawValue) \(name(other))"
        case .isIn(let column, let values):
            return "\(name(column)) IN {\(values.map(\.literal).joined(separator: ", "))}"
        case .text(let column, let operation, let text, let options):
            return "\(name(column)) \(operation.rawValue)\(options.suffix) \(StoredValue.string(text).literal)"
        case .fullText(let column, let search):
            return "\(name(column)) TEXT \(StoredValue.string(search.description).literal)"
        case .kind(let column, let kinds):
            return "\(name(column)).@type IN {\(kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", "))}"
        case .objects(let keys): return "SELF IN {\(keys.map { "object \($0.number)" }.joined(separator: ", "))}"
        case .related(let relation, let quantifier, let part):
            let inner = target(of: relation).describe(part)
            return "\(quantifier.rawValue) \(words(relation)) (\(inner))"
        case .relatedCount(let relation, let part, let comparison, let count):
            return "\(counted(relation, part)) \(comparison.rawValue) \(count)"
        case .aggregate(let relation, let aggregate, let column, let comparison, let value):
            return "\(computed(relation, aggregate, column)) \(comparison.rawValue) \(value.literal)"
        case .expression(let one, let comparison, let other):
            return "\(describe(one)) \(comparison.rawValue) \(describe(other))"
        case .search(let one, let operation, let other, let options):
            return "\(describe(one)) \(operation.rawValue)\(options.suffix) \(describe(other))"
        case .and(let parts): return "(" + parts.map(describe).joined(separator: " AND ") + ")"
        case .or(let parts): return "(" + parts.map(describe).joined(separator: " OR ") + ")"
        case .not(let part): return "NOT " + describe(part)
        }
    }

    func describe(_ operand: Filter.Operand) -> String {
        switch operand {
        case .constant(let value): return value.literal
        case .path(let steps): return follow(steps).text
        case .count(let steps, let relation, let part):
            let (text, end) = follow(steps)
            return (text == "SELF" ? "" : text + ".") + end.counted(relation, part)
        case .aggregate(let steps, let relation, let aggregate, let column):
            let (text, end) = follow(steps)
            return (text == "SELF" ? "" : text + ".") + end.computed(relation, aggregate, column)
        case .arithmetic(let one, let sign, let other):
            return "(\(describe(one)) \(sign.rawValue) \(describe(other)))"
        }
    }

    private func follow(_ steps: [Filter.Step]) -> (text: String, end: FilterWords) {
        var (text, place) = ("", self)
        for step in steps {
            switch step {
            case .column(let column):
                text += (text.isEmpty ? "" : ".") + place.name(column)
                place = place.target(of: .link(column: column))
            case .index(let index): text += "[\(index)]"
            case .first: text += "[FIRST]"
            case .last: text += "[LAST]"
            case .key(let key): text += "[\(StoredValue.string(key).literal)]"
            }
        }
        return (text.isEmpty ? "SELF" : text, place)
    }

    private func counted(_ relation: Filter.Relation, _ part: Filter?) -> String {
        guard let part else { return "\(words(relation)).@count" }
        return "SUBQUERY(\(words(relation)), \(target(of: relation).describe(part))).@count"
    }

    private func computed(_ relation: Filter.Relation, _ aggregate: Filter.Aggregate, _ column: Int) -> String {
        let end = target(of: relation)
        if case .elements = end.subject { return "\(words(relation)).\(aggregate.rawValue)" }
        return "\(words(relation)).\(aggregate.rawValue).\(end.name(column))"
    }

    func words(_ relation: Filter.Relation) -> String {
        switch relation {
        case .link(let column), .elements(let column): return name(column)
        case .inverse(let table, let column):
            guard Int(table) < catalogue.tables.count else { return "@links.\(table).\(column)" }
            let source = catalogue.tables[Int(table)]
            let isKnown = source.columns.indices.contains(column)
            return "@links.\(source.name).\(isKnown ? source.columns[column].name : "\(column)")"
        }
    }

    private func target(of relation: Filter.Relation) -> FilterWords {
        FilterWords(
            subject: relation.target(self.table, catalogue).map { .table($0) } ?? .elements, catalogue: catalogue)
    }

    private var table: Table? { if case .table(let table) = subject { table } else { nil } }

    private func name(_ column: Int) -> String {
        guard let table else { return column == 0 ? "SELF" : "@key" }
        return table.columns.indices.contains(column) ? table.columns[column].name : "column \(column)"
    }
}

extension Filter.Relation {
    /// The type of the related objects; nil when they are values.
    func target(_ table: Table?, _ catalogue: Catalogue) -> Table? {
        let number: UInt16?
        switch self {
        case .link(let column), .elements(let column):
            guard let table, table.columns.indices.contains(column) else { return nil }
            number = table.columns[column].linkTarget
        case .inverse(let source, _): number = source
        }
        guard let number, Int(number) < catalogue.tables.count else { return nil }
        return catalogue.tables[Int(number)]
    }
}

extension StoredValue {
    /// The value as it would be written in a query.
    public var literal: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): "\"\(text)\""
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .link(let key): "object \(key.number)"
        case .any(let value): value.literal
        }
    }
}
