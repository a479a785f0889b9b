internal import BenchmarkKit
internal import CSQLite

/// SQLite through its C interface, with nothing of Swift between two rows.
final class SQLiteEngine: Engine {
    static let name = "sqlite"

    let dataset: Dataset
    private let path: String
    private var opened: SQLiteConnection?

    init(path: String, dataset: Dataset) {
        self.path = path
        self.dataset = dataset
    }

    var connection: SQLiteConnection {
        guard let opened else { preconditionFailure("the engine is used while its file is closed") }
        return opened
    }

    func open() throws {
        let connection = try SQLiteConnection(path: path)
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS person (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, score REAL NOT NULL,
                city TEXT NOT NULL, createdAt INTEGER NOT NULL, active INTEGER NOT NULL);
            CREATE INDEX IF NOT EXISTS person_age ON person (age);
            """)
        opened = connection
    }

    func close() throws {
        connection.close()
        opened = nil
    }

    /// After 500 commits the newest pages lie in the log; a checkpoint gives the reads the plain file.
    func settle() throws {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    func count() throws -> Int { try number("SELECT count(*) FROM person") }

    func nameLength(of id: Int) throws -> Int {
        let statement = try connection.statement("SELECT name FROM person WHERE id = ?")
        sqlite3_bind_int64(statement, 1, Int64(id))
        var length = 0
        try connection.forEachRow(statement) { length = textLength(statement, 0) }
        return length
    }

    /// The only value of a query with one row.
    func number(_ sql: String) throws -> Int {
        let statement = try connection.statement(sql)
        var number = 0
        try connection.forEachRow(statement) { number = Int(sqlite3_column_int64(statement, 0)) }
        return number
    }

    /// Reads a text the way the documentation prefers: the pointer first, then its length. No Swift string is made.
    @inline(__always)
    func textLength(_ statement: OpaquePointer, _ column: Int32) -> Int {
        _ = sqlite3_column_text(statement, column)
        return Int(sqlite3_column_bytes(statement, column))
    }
}
