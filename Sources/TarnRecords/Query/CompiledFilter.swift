/// A filter made ready for one table, to be tested through any session (see ``MaskProgram``).
struct CompiledFilter {
    let table: Table
    let root: MaskProgram.Node
    /// The columns that are looked at.
    let columns: Set<Int>
    /// Whether there is a full-text search among the tests.
    let hasSearch: Bool

    init(_ filter: Filter, _ table: Table) {
        self.table = table
        root = MaskProgram.compile(filter, table)
        columns = filter.columns
        hasSearch = root.hasSearch
    }
}

extension MaskProgram.Node {
    fileprivate var hasSearch: Bool {
        switch self {
        case .fullText: true
        case .and(let parts), .or(let parts): parts.contains(where: \.hasSearch)
        case .not(let part): part.hasSearch
        default: false
        }
    }
}
