import Foundation
import Testing

@testable import TarnRecords

@Suite struct RelatedQueryTests {
    static func seeds(_ short: Int, _ long: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["TARN_SEED"] != nil ? 1 : environment["TARN_LONG"] != nil ? long : short
        let first = RandomSource.seed()
        return (0..<UInt64(count)).map { first &+ $0 }
    }

    /// Conditions of every kind, over links, lists, sets, maps, inverse relations and embedded objects, found by every
    /// way, against dictionaries.
    @Test func relatedConditionsHoldWhereDictionariesSaySo() throws {  // L2, L3, L6, O3, Q5, Q6, Q13
        for seed in Self.seeds(60, 3000) {
            var random = RandomSource(seed: seed)
            let file = try RecordFile(RelatedWorld.schemas(indexed: random.isOne(in: 2)))
            var sample = RandomRelated(random, file.catalogue)
            var world = RelatedWorld(file.catalogue)
            for _ in 0..<3 {
                try file.write { session in
                    for _ in 0..<60 {
                        let edit = sample.edit(world)
                        try edit.apply(session)
                        world.apply(edit)
                    }
                }
                let transaction = try file.environment.beginRead()
                let session = try file.session(transaction.raw)
                for _ in 0..<12 {
                    let table = sample.random.pick([0, 0, 0, 1, 2])
                    let query = RecordQuery(table: file.catalogue.tables[table], steps: sample.steps(table))
                    try check(query, table, world, session, seed)
                }
            }
        }
    }

    private func check(
        _ query: RecordQuery, _ table: Int, _ world: RelatedWorld, _ session: RecordSession, _ seed: UInt64
    ) throws {
        let expected = RelatedModel(world: world).run(query.steps, table)
        let found = try session.run(query)
        func comment() -> Comment { "seed \(seed): \((try? session.plan(query))?.description ?? "\(query.steps)")" }
        #expect((0..<found.count).map { found.key(at: $0) } == expected, comment())
        #expect(try session.count(query) == expected.count, comment())
        for case .filter(let filter) in query.steps {
            // How many rows are expected decides which way related objects are found.
            for rows in [1, 100, 1 << 20] { try check(filter, rows: rows, query.table, world, session, seed) }
        }
    }

    private func check(
        _ filter: Filter, rows: Int, _ table: Table, _ world: RelatedWorld, _ session: RecordSession, _ seed: UInt64
    ) throws {
        let program = MaskProgram(session, table, filter, rows: rows)
        var found: [ObjectKey] = []
        try session.scan(table, columns: []) { (number, cluster) throws(RecordError) in
            for slot in SlotSequence(cluster.slots(fromRanks: try program.mask(number, cluster))) {
                found.append(ObjectKey(cluster: number, slot: slot))
            }
            return true
        }
        #expect(
            found == RelatedModel(world: world).run([.filter(filter)], Int(table.id)),
            "seed \(seed), \(rows) rows: \(filter.description(table, session.catalogue))")
    }
}
