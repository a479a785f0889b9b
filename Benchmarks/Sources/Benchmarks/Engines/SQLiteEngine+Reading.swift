internal import BenchmarkKit
internal import CSQLite

extension SQLiteEngine {
    func lookUp() throws -> Int {
        let statement = try connection.statement("SELECT age, name FROM person WHERE id = ?")
        var sum = 0
        for id in dataset.lookupIDs {
            sqlite3_bind_int64(statement, 1, Int64(id))
            guard sqlite3_step(statement) == SQLITE_ROW else { throw connection.failure("look up \(id)") }
            sum += Int(sqlite3_column_int64(statement, 0)) + textLength(statement, 1)
            sqlite3_reset(statement)
        }
        return sum
    }

    /// Spares SQLite the locks that it takes and drops around each statement of its own.
    func lookUpInOneSnapshot() throws -> Int { try connection.transaction("BEGIN") { try lookUp() } }

    func countFiltered() throws -> Int {
        try number("SELECT count(*) FROM person WHERE score > 0.5 AND active = 1")
    }

    func readByAge() throws -> Int {
        try connection.transaction("BEGIN") {
            let statement = try connection.statement("SELECT name FROM person WHERE age = ?")
            var sum = 0
            for age in 0..<Dataset.ageCount {
                sqlite3_bind_int64(statement, 1, Int64(age))
                try connection.forEachRow(statement) { sum += textLength(statement, 0) }
            }
            return sum
        }
    }

    func sumScores() throws -> Double {
        let statement = try connection.statement("SELECT sum(score) FROM person")
        var sum = 0.0
        try connection.forEachRow(statement) { sum = sqlite3_column_double(statement, 0) }
        return sum
    }

    func readTop() throws -> Int {
        let statement = try connection.statement("SELECT id, name FROM person ORDER BY score DESC LIMIT 100")
        var sum = 0
        try connection.forEachRow(statement) {
            sum += Int(sqlite3_column_int64(statement, 0))
            _ = textLength(statement, 1)
        }
        return sum
    }

    func sortAll() throws -> UInt64 {
        let statement = try connection.statement("SELECT id FROM person ORDER BY score DESC")
        var place: UInt64 = 0
        var fold: UInt64 = 0
        try connection.forEachRow(statement) {
            place &+= 1
            fold ^= UInt64(bitPattern: sqlite3_column_int64(statement, 0)) &* place
        }
        return fold
    }

    func readAll() throws -> Int {
        let statement = try connection.statement(
            "SELECT id, name, age, score, city, createdAt, active FROM person")
        var sum = 0
        try connection.forEachRow(statement) {
            _ = sqlite3_column_double(statement, 3)
            sum +=
                Int(sqlite3_column_int64(statement, 0)) + textLength(statement, 1)
                + Int(sqlite3_column_int64(statement, 2)) + textLength(statement, 4)
                + Int(sqlite3_column_int64(statement, 5) % 1000) + Int(sqlite3_column_int64(statement, 6))
        }
        return sum
    }

    func countCity() throws -> Int {
        try number("SELECT count(*) FROM person WHERE city = 'city-42'")
    }

    func countNameContaining() throws -> Int {
        // instr is case-sensitive, as the workload asks; GLOB with a wildcard on both sides takes the same time.
        try number("SELECT count(*) FROM person WHERE instr(name, '99') > 0")
    }
}
