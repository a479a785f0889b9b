extension Filter {
    /// The same condition in a form that is tested faster; nil when there is none.
    ///
    /// A computed value that is a plain column, or a column behind to-one links, is no different from a comparison of
    /// that column, which kernels and indexes answer.
    func plainer(_ table: Table, _ catalogue: Catalogue) -> Filter? {
        switch self {
        case .expression(let one, let comparison, .constant(let value)):
            Self.comparing(one, comparison, value, table, catalogue)
        case .expression(.constant(let value), let comparison, let other):
            Self.comparing(other, comparison.exchanged, value, table, catalogue)
        case .expression(.path(let one), let comparison, .path(let other)):
            if let a = Self.links(one, table, catalogue), let b = Self.links(other, table, catalogue),
                a.path.isEmpty && b.path.isEmpty
            {
                .columns(a.column, comparison, b.column)
            } else {
                nil
            }
        case .search(.path(let steps), let operation, .constant(.string(let text)), let options):
            Self.links(steps, table, catalogue).map {
                .linked($0.path, .text(column: $0.column, operation, text, options))
            }
        default: nil
        }
    }

    private static func comparing(
        _ operand: Operand, _ comparison: Comparison, _ value: StoredValue, _ table: Table, _ catalogue: Catalogue
    ) -> Filter? {
        switch operand {
        case .path(let steps):
            links(steps, table, catalogue).map { .linked($0.path, .compare(column: $0.column, comparison, value)) }
        case .count(let steps, let relation, let part):
            if case .integer(let number) = value, let path = path(steps), let count = Int(exactly: number) {
                .linked(path, .relatedCount(relation, part, comparison, count))
            } else {
                nil
            }
        case .aggregate(let steps, let relation, let aggregate, let column):
            path(steps).map { .linked($0, .aggregate(relation, aggregate, column: column, comparison, value)) }
        case .constant, .arithmetic: nil
        }
    }

    /// A path that is to-one links and then a column with a single value.
    private static func links(
        _ steps: [Step], _ table: Table, _ catalogue: Catalogue
    ) -> (path: [Int], column: Int)? {
        guard let columns = path(steps), let last = columns.last else { return nil }
        var end = table
        for column in columns.dropLast() {
            guard end.linkColumns.contains(column),
                let next = Relation.link(column: column).target(end, catalogue)
            else { return nil }
            end = next
        }
        guard end.columns.indices.contains(last), !end.columns[last].kind.isCollection else { return nil }
        return (Array(columns.dropLast()), last)
    }

    /// The columns of a path that has no other steps.
    private static func path(_ steps: [Step]) -> [Int]? {
        var path: [Int] = []
        for step in steps {
            guard case .column(let column) = step else { return nil }
            path.append(column)
        }
        return path
    }
}
