/// A filter made ready for one table, to be tested through any session (see ``MaskProgram``).
struct CompiledFilter {
    let table: Table
    let root: MaskProgram.Node
    /// The columns that are looked at.
    let columns: Set<Int>

    init(_ filter: Filter, _ table: Table) {
        self.table = table
        root = MaskProgram.compile(filter, table)
        columns = filter.columns
    }
}
