/// A condition on what objects are related to, compiled for one table: whether any related object or value passes.
///
/// All and none are made of it and of negations.
final class RelatedTest {
    /// What related objects or values have to pass.
    enum Condition {
        case objects(CompiledFilter)
        /// Of a collection of values: column 0 is the element, column 1 the key of a map.
        case values(Filter)
    }

    let relation: Filter.Relation
    let condition: Condition
    /// The filter that the test was made of, for plans.
    let filter: Filter

    init(_ relation: Filter.Relation, _ condition: Condition, _ filter: Filter) {
        self.relation = relation
        self.condition = condition
        self.filter = filter
    }

    /// The type of the related objects; nil for values.
    var target: Table? { if case .objects(let filter) = condition { filter.table } else { nil } }
}

/// How many related objects or values pass, compared with a number.
struct RelatedCount {
    let test: RelatedTest
    let comparison: Filter.Comparison
    let count: Int

    func holds(_ found: Int) -> Bool {
        StoredValue.integer(Int64(found)).satisfies(comparison, .integer(Int64(count)))
    }
}

extension MaskProgram {
    /// Compiles a condition on related objects or values.
    static func compile(
        _ relation: Filter.Relation, _ quantifier: Filter.Quantifier, _ part: Filter, _ table: Table,
        _ catalogue: Catalogue
    ) -> Node {
        switch quantifier {
        case .any: any(relation, part, table, catalogue)
        case .none: .not(any(relation, part, table, catalogue))
        case .all: .not(any(relation, .not(part), table, catalogue))
        }
    }

    private static func any(
        _ relation: Filter.Relation, _ part: Filter, _ table: Table, _ catalogue: Catalogue
    ) -> Node {
        if case .link(let column) = relation, case .objects(let keys) = part {
            return compile(.isIn(column: column, keys.map { .link($0) }), table, catalogue)
        }
        return test(relation, part, table, catalogue).map { .related($0) } ?? .constant(false)
    }

    /// Nil when the table has no such relation.
    private static func test(
        _ relation: Filter.Relation, _ part: Filter, _ table: Table, _ catalogue: Catalogue
    ) -> RelatedTest? {
        guard relation.exists(in: table, catalogue) else { return nil }
        guard let target = relation.target(table, catalogue) else { return RelatedTest(relation, .values(part), part) }
        return RelatedTest(relation, .objects(CompiledFilter(part, target, catalogue)), part)
    }

    /// Compiles a comparison of a number of related objects or values.
    static func compile(
        _ relation: Filter.Relation, _ part: Filter?, _ comparison: Filter.Comparison, _ count: Int, _ table: Table,
        _ catalogue: Catalogue
    ) -> Node {
        guard relation.exists(in: table, catalogue) else { return .constant(holds(0, comparison, count)) }
        switch (relation, part) {
        case (.elements(let column), nil):
            let test = Node.integer(
                column: column, kind: .int64, operation: comparison.kernelOperation, Int64(count))
            return comparison == .notEqual ? .not(test) : test
        case (.link(let column), nil):
            switch (holds(0, comparison, count), holds(1, comparison, count)) {
            case (true, true): return .constant(true)
            case (true, false): return .isNull(column: column)
            case (false, true): return .isSet(column: column)
            case (false, false): return .constant(false)
            }
        default: break
        }
        let part = part ?? .constant(true)
        switch (comparison, count) {
        case (.greater, 0), (.greaterOrEqual, 1), (.notEqual, 0): return any(relation, part, table, catalogue)
        case (.equal, 0), (.less, 1), (.lessOrEqual, 0): return .not(any(relation, part, table, catalogue))
        default:
            guard let test = test(relation, part, table, catalogue) else { return .constant(false) }
            return .relatedCount(RelatedCount(test: test, comparison: comparison, count: count))
        }
    }

    private static func holds(_ found: Int, _ comparison: Filter.Comparison, _ count: Int) -> Bool {
        StoredValue.integer(Int64(found)).satisfies(comparison, .integer(Int64(count)))
    }
}

extension Filter.Relation {
    /// Whether objects of a table can be related in this way.
    func exists(in table: Table, _ catalogue: Catalogue) -> Bool {
        switch self {
        case .link(let column): table.linkColumns.contains(column)
        case .elements(let column): table.collectionColumns.contains(column)
        case .inverse(let source, let column):
            Int(source) < catalogue.tables.count
                && catalogue.tables[Int(source)].columns.indices.contains(column)
                && catalogue.tables[Int(source)].columns[column].linkTarget == table.id
        }
    }
}
