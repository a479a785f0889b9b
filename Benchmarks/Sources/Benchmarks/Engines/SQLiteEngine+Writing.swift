internal import BenchmarkKit
internal import CSQLite

extension SQLiteEngine {
    func insertAll() throws {
        try connection.transaction {
            let statement = try insertion()
            for row in dataset.rows { try insert(row, with: statement) }
        }
    }

    func insertDurably() throws {
        let statement = try insertion()
        // Without BEGIN each statement is a transaction: the shortest durable insert that SQLite has.
        for row in dataset.appendedRows { try insert(row, with: statement) }
    }

    func removeAppended() throws {
        try connection.execute("DELETE FROM person WHERE id >= \(dataset.count)")
    }

    func setScores() throws {
        try connection.transaction {
            let statement = try connection.statement("UPDATE person SET score = ? WHERE id = ?")
            sqlite3_bind_double(statement, 1, Dataset.updatedScore)
            for id in dataset.updateIDs {
                sqlite3_bind_int64(statement, 2, Int64(id))
                try connection.run(statement)
            }
        }
    }

    func delete() throws -> Int {
        try connection.transaction {
            let statement = try connection.statement("DELETE FROM person WHERE id = ?")
            var deleted = 0
            for id in dataset.deleteIDs {
                sqlite3_bind_int64(statement, 1, Int64(id))
                try connection.run(statement)
                deleted += Int(sqlite3_changes(connection.handle))
            }
            return deleted
        }
    }

    private func insertion() throws -> OpaquePointer {
        try connection.statement("INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?)")
    }

    private func insert(_ row: PersonRow, with statement: OpaquePointer) throws {
        var name = row.name, city = row.city
        sqlite3_bind_int64(statement, 1, Int64(row.id))
        sqlite3_bind_int64(statement, 3, Int64(row.age))
        sqlite3_bind_double(statement, 4, row.score)
        sqlite3_bind_int64(statement, 6, Int64(row.createdAt))
        sqlite3_bind_int64(statement, 7, row.isActive ? 1 : 0)
        // The texts stay in place until the statement has run, so SQLite need not copy them (no destructor: static).
        try name.withUTF8 { name in
            try city.withUTF8 { city in
                bind(name, to: 2, of: statement)
                bind(city, to: 5, of: statement)
                try connection.run(statement)
            }
        }
    }

    @inline(__always)
    private func bind(_ text: UnsafeBufferPointer<UInt8>, to column: Int32, of statement: OpaquePointer) {
        text.withMemoryRebound(to: CChar.self) {
            _ = sqlite3_bind_text(statement, column, $0.baseAddress, Int32($0.count), nil)
        }
    }
}
