internal import BenchmarkKit
internal import CSQLite
internal import Tarn

/// R7: a predicate of four conditions is read and bound to a class; SQLite prepares a statement with the same one.
struct PredicateReading {
    private static let count = 10_000
    private let run: RelationRun

    init(_ run: RelationRun) { self.run = run }

    func measure() throws -> [Figure] {
        let store = try run.store("people", [Person.self])
        let connection = try run.connection(
            "people",
            [
                "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, "
                    + "score REAL NOT NULL, city TEXT NOT NULL, createdAt INTEGER NOT NULL, active INTEGER NOT NULL)",
                "CREATE INDEX person_age ON person (age)",
            ])
        defer {
            store.close()
            connection.close()
        }
        var samples = PairedSamples("R7", size: Self.count)
        for _ in 0..<run.rounds { try samples.add(tarn: read(store), sqlite: prepare(connection)) }
        return samples.figures("us/predicate", nanosecondsPerUnit: 1_000, per: Self.count)
    }

    private func read(_ store: Store) throws -> Measured {
        let people = store.objects(Person.self)
        return try Measured {
            for age in 0..<Self.count {
                _ = try people.filter(
                    "age > %@ AND name BEGINSWITH %@ AND (score > %@ OR active == true)", age, "a", 0.5)
            }
            return .count(Self.count)
        }
    }

    private func prepare(_ connection: SQLiteConnection) throws -> Measured {
        try Measured {
            for age in 0..<Self.count {
                var statement: OpaquePointer?
                let text =
                    "SELECT id FROM person WHERE age > ?1 AND name LIKE ?2 AND (score > ?3 OR active = 1)"
                guard sqlite3_prepare_v2(connection.handle, text, -1, &statement, nil) == SQLITE_OK, let statement
                else { throw connection.failure(text) }
                sqlite3_bind_int64(statement, 1, Int64(age))
                connection.bind("a%", to: statement, 2)
                sqlite3_bind_double(statement, 3, 0.5)
                sqlite3_finalize(statement)
            }
            return .count(Self.count)
        }
    }
}
