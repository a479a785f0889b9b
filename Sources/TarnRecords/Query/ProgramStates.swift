/// What a mask program has found out about the tests of related objects in it.
final class ProgramStates {
    /// How many objects will be tested.
    let rows: Int
    let states: [RelatedState]

    init(_ tests: [RelatedTest], _ table: Table, _ session: RecordSession, rows: Int) {
        self.rows = rows
        states = tests.map { RelatedState($0, table, session) }
    }

    /// Chooses a way for every test.
    func prepare() throws(RecordError) {
        for state in states { try state.prepare(rows: rows) }
    }

    func state(of test: RelatedTest) -> RelatedState? { states.first { $0.test === test } }
}
