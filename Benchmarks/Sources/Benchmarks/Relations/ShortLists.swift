internal import BenchmarkKit
internal import CSQLite
internal import Tarn

/// An object with a list of a hundred others.
final class Band: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var players: List<Player>
}

/// An element of such lists.
final class Player: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

/// R8: the names of the objects of a list of 100, in order, for many lists. SQLite joins a table of members, which is
/// clustered by list and position, with that of the players.
struct ShortLists {
    private static let length = 100
    private let run: RelationRun
    private let members: [[Int]]
    private let wanted: [Int]
    private let players: Int

    init(_ run: RelationRun) {
        self.run = run
        var random = SplitMix64(seed: 59)
        let players = max(100, run.size / 10)
        self.players = players
        members = (0..<max(1, run.size / Self.length)).map { _ in
            (0..<Self.length).map { _ in Int(random.next() % UInt64(players)) }
        }
        let bands = members.count
        wanted = (0..<min(2_000, bands)).map { _ in Int(random.next() % UInt64(bands)) }
    }

    func measure() throws -> [Figure] {
        let store = try run.store("bands", [Band.self, Player.self])
        let connection = try run.connection(
            "bands",
            [
                "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
                "CREATE TABLE member (band INTEGER, position INTEGER, player INTEGER, "
                    + "PRIMARY KEY (band, position)) WITHOUT ROWID",
            ])
        defer {
            store.close()
            connection.close()
        }
        try fill(store)
        try fill(connection)
        var samples = PairedSamples("R8", size: run.size)
        for _ in 0..<run.rounds { try samples.add(tarn: read(store), sqlite: read(connection)) }
        return samples.figures("us/list", nanosecondsPerUnit: 1_000, per: wanted.count)
    }

    private func fill(_ store: Store) throws {
        try store.write {
            var all: [Player] = []
            for id in 0..<players {
                let player = Player()
                (player.id, player.name) = (id, "player-\(id)")
                try store.add(player)
                all.append(player)
            }
            for (id, members) in members.enumerated() {
                let band = Band()
                band.id = id
                try store.add(band)
                band.players.append(contentsOf: members.map { all[$0] })
            }
        }
    }

    private func fill(_ connection: SQLiteConnection) throws {
        try connection.transaction {
            let player = try connection.statement("INSERT INTO player VALUES (?1, 'player-' || ?1)")
            for id in 0..<players {
                sqlite3_bind_int64(player, 1, Int64(id))
                try connection.run(player)
            }
            let member = try connection.statement("INSERT INTO member VALUES (?, ?, ?)")
            for (id, members) in members.enumerated() {
                for (position, number) in members.enumerated() {
                    for (place, number) in [id, position, number].enumerated() {
                        sqlite3_bind_int64(member, Int32(place + 1), Int64(number))
                    }
                    try connection.run(member)
                }
            }
        }
    }

    private func read(_ store: Store) throws -> Measured {
        Measured {
            var length = 0
            for id in wanted {
                guard let band = store.object(ofType: Band.self, forPrimaryKey: id) else { continue }
                for player in band.players { length += player.name.utf8.count }
            }
            return .count(length)
        }
    }

    private func read(_ connection: SQLiteConnection) throws -> Measured {
        try Measured {
            var length = 0
            try connection.transaction("BEGIN") {
                let select = try connection.statement(
                    "SELECT player.name FROM member JOIN player ON player.id = member.player "
                        + "WHERE member.band = ? ORDER BY member.position")
                for id in wanted {
                    sqlite3_bind_int64(select, 1, Int64(id))
                    try connection.forEachRow(select) { length += connection.text(select, 0).utf8.count }
                }
            }
            return .count(length)
        }
    }
}

extension SQLiteConnection {
    /// The text of a column as a String, which is what a program gets.
    func text(_ statement: OpaquePointer, _ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Binds a text without copying it while a body runs.
    func binding(_ text: String, to statement: OpaquePointer, _ place: Int32, _ body: () throws -> Void) rethrows {
        var text = text
        try text.withUTF8 { bytes in
            try bytes.withMemoryRebound(to: CChar.self) { bytes in
                _ = sqlite3_bind_text(statement, place, bytes.baseAddress, Int32(bytes.count), nil)
                try body()
            }
        }
    }

    /// Binds a text, which is copied.
    func bind(_ text: String, to statement: OpaquePointer, _ place: Int32) {
        // SQLITE_TRANSIENT, whose macro Swift cannot read.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement, place, text, Int32(text.utf8.count), transient)
    }
}
