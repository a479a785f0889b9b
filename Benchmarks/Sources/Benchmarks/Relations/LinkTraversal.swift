internal import BenchmarkKit
internal import CSQLite
internal import Tarn

/// An object that leads to another.
final class Node: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var value: Int
    @Persisted var next: Node?
}

/// R3: as many hops as there are objects, each over a link to a random one; all objects lie on one circle. For each hop
/// SQLite runs a prepared statement by the primary key, all in one transaction.
struct LinkTraversal {
    private let run: RelationRun
    private let next: [Int]

    init(_ run: RelationRun) {
        self.run = run
        var random = SplitMix64(seed: 43)
        var circle = Array(0..<run.size)
        for place in stride(from: circle.count - 1, to: 0, by: -1) {
            circle.swapAt(place, Int(random.next() % UInt64(place)))
        }
        next = circle
    }

    func measure() throws -> [Figure] {
        let store = try run.store("nodes", [Node.self])
        let connection = try run.connection(
            "nodes", ["CREATE TABLE node (id INTEGER PRIMARY KEY, value INTEGER NOT NULL, next INTEGER)"])
        defer {
            store.close()
            connection.close()
        }
        try fill(store)
        try fill(connection)
        var samples = PairedSamples("R3", size: run.size)
        for _ in 0..<run.rounds { try samples.add(tarn: walk(store), sqlite: walk(connection)) }
        return samples.figures("ns/hop", per: run.size)
    }

    private func fill(_ store: Store) throws {
        try store.write {
            for id in next.indices {
                let node = Node()
                (node.id, node.value) = (id, id &* 7)
                try store.add(node)
            }
            for (id, next) in next.enumerated() {
                store.object(ofType: Node.self, forPrimaryKey: id)?.next =
                    store.object(ofType: Node.self, forPrimaryKey: next)
            }
        }
    }

    private func fill(_ connection: SQLiteConnection) throws {
        try connection.transaction {
            let insert = try connection.statement("INSERT INTO node VALUES (?, ?, ?)")
            for (id, next) in next.enumerated() {
                for (place, number) in [id, id &* 7, next].enumerated() {
                    sqlite3_bind_int64(insert, Int32(place + 1), Int64(number))
                }
                try connection.run(insert)
            }
        }
    }

    private func walk(_ store: Store) throws -> Measured {
        guard var node = store.object(ofType: Node.self, forPrimaryKey: 0) else { preconditionFailure("filled before") }
        return Measured {
            var fold = Fold()
            for _ in 0..<run.size {
                fold.add(node.value)
                guard let next = node.next else { break }
                node = next
            }
            return .integer(fold.value)
        }
    }

    private func walk(_ connection: SQLiteConnection) throws -> Measured {
        try Measured {
            var fold = Fold()
            try connection.transaction("BEGIN") {
                let select = try connection.statement("SELECT value, next FROM node WHERE id = ?")
                var id: Int64 = 0
                for _ in 0..<run.size {
                    sqlite3_bind_int64(select, 1, id)
                    guard sqlite3_step(select) == SQLITE_ROW else { throw connection.failure("hop") }
                    fold.add(Int(sqlite3_column_int64(select, 0)))
                    id = sqlite3_column_int64(select, 1)
                    sqlite3_reset(select)
                }
            }
            return .integer(fold.value)
        }
    }
}
