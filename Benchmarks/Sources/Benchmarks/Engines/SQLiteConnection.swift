internal import CSQLite

/// A call of SQLite that failed.
struct SQLiteFailure: Error, CustomStringConvertible {
    let call: String
    let message: String

    var description: String { "sqlite: \(call): \(message)" }
}

/// A connection with the settings that SQLite's documentation recommends for speed without giving up durability.
///
/// The page cache and the temporary store keep their defaults: with the file mapped a larger cache gained nothing, and
/// either one larger made the sort of W7b twice to three times slower.
final class SQLiteConnection {
    let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(path: String) throws {
        var opened: OpaquePointer?
        // One thread owns the connection, so its mutex is left out.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
            defer { sqlite3_close(opened) }
            throw SQLiteFailure(call: "open", message: String(cString: sqlite3_errmsg(opened)))
        }
        handle = opened
        for setting in Self.settings { try execute("PRAGMA \(setting)") }
    }

    private static let settings = ["journal_mode = WAL", "synchronous = FULL", "mmap_size = 4294967296"]

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// The statement for a text: prepared at its first use, kept until the connection closes.
    func statement(_ sql: String) throws -> OpaquePointer {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK,
            let prepared
        else { throw failure(sql) }
        statements[sql] = prepared
        return prepared
    }

    /// Runs the body in one transaction, rolled back if it throws.
    func transaction<Result>(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> Result) throws -> Result {
        try run(statement(begin))
        do {
            let result = try body()
            try run(statement("COMMIT"))
            return result
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Runs a statement that returns no row and makes it ready for its next use.
    func run(_ statement: OpaquePointer) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else { throw failure(String(cString: sqlite3_sql(statement))) }
    }

    /// Steps through all rows of a statement and makes it ready for its next use.
    func forEachRow(_ statement: OpaquePointer, _ body: () -> Void) throws {
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            body()
            code = sqlite3_step(statement)
        }
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else { throw failure(String(cString: sqlite3_sql(statement))) }
    }

    func failure(_ call: String) -> SQLiteFailure {
        SQLiteFailure(call: call, message: String(cString: sqlite3_errmsg(handle)))
    }

    func close() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close(handle)
    }
}
