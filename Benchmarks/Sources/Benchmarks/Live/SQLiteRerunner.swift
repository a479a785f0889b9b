internal import BenchmarkKit
internal import CSQLite
internal import Foundation

/// SQLite with one connection that commits and one that reads.
///
/// Unchecked: each connection is used by one thread at a time.
final class SQLiteRerunner: Rerunner, @unchecked Sendable {
    private let path: String
    private let writer: SQLiteConnection
    private let reader: SQLiteConnection

    init(path: String, _ dataset: Dataset) throws {
        self.path = path
        Self.removeFiles(path)
        let engine = SQLiteEngine(path: path, dataset: dataset)
        try engine.open()
        try engine.insertAll()
        try engine.settle()
        try engine.close()
        writer = try SQLiteConnection(path: path)
        reader = try SQLiteConnection(path: path)
    }

    func commit(_ change: (id: Int, score: Double)) throws {
        let statement = try writer.statement("UPDATE person SET score = ? WHERE id = ?")
        sqlite3_bind_double(statement, 1, change.score)
        sqlite3_bind_int64(statement, 2, Int64(change.id))
        try writer.run(statement)
    }

    func ids() throws -> [Int] {
        let statement = try reader.statement("SELECT id FROM person WHERE score > 0.5 ORDER BY score DESC")
        var ids: [Int] = []
        try reader.forEachRow(statement) { ids.append(Int(sqlite3_column_int64(statement, 0))) }
        return ids
    }

    func close() {
        reader.close()
        writer.close()
        Self.removeFiles(path)
    }

    private static func removeFiles(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}
