/// A filter made ready for one table, to be tested through any session (see ``MaskProgram``).
final class CompiledFilter {
    let table: Table
    let root: MaskProgram.Node
    /// The object's own columns that are looked at.
    let columns: Set<Int>
    /// The tests of related objects in it, not those inside of others.
    let tests: [RelatedTest]
    /// Whether there is a full-text search among the tests.
    let hasSearch: Bool

    /// Compiles a filter; what it leads to is found in the catalogue that the table is of.
    init(_ filter: Filter, _ table: Table, _ catalogue: Catalogue) {
        self.table = table
        root = MaskProgram.compile(filter, table, catalogue)
        columns = filter.columns
        tests = root.tests
        hasSearch = root.hasSearch
    }
}

extension MaskProgram.Node {
    /// The tests of related objects.
    var tests: [RelatedTest] {
        switch self {
        case .related(let test): [test]
        case .relatedCount(let count): [count.test]
        case .and(let parts), .or(let parts): parts.flatMap(\.tests)
        case .not(let part): part.tests
        default: []
        }
    }

    fileprivate var hasSearch: Bool {
        switch self {
        case .fullText: true
        case .and(let parts), .or(let parts): parts.contains(where: \.hasSearch)
        case .not(let part): part.hasSearch
        default: false
        }
    }
}
