internal import BenchmarkKit
internal import CSQLite
internal import Tarn

/// An object with a long list.
final class Basket: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var numbers: List<Int>
}

/// R1 and R2: a long list is filled in one write, read, and then grows at random places in another.
///
/// SQLite has no lists: a table of elements with positions between which there is room for new ones. It is told the
/// element before which a new one goes and finds the position of the one before that; an index into the list, which is
/// all that Tarn is told, would cost it a walk over the elements.
struct LongList {
    private static let gap = 1 << 24
    private let run: RelationRun
    /// For each insert the index in the list, and the element before which it is, by its first index.
    private let inserts: [(index: Int, before: Int)]

    init(_ run: RelationRun) {
        self.run = run
        var random = SplitMix64(seed: 41)
        var before = PrefixCounts(run.size)
        inserts = (0..<min(10_000, max(1, run.size / 10))).map { _ in
            let element = Int(random.next() % UInt64(run.size))
            before.add(element)
            return (element + before.count(through: element) - 1, element)
        }
    }

    func measure() throws -> [Figure] {
        let rounds = min(run.rounds, 3)
        var filling = PairedSamples("R1", size: run.size)
        var reading = PairedSamples("R1r", size: run.size)
        var growing = PairedSamples("R2", size: run.size)
        for round in 0..<rounds {
            let store = try run.store("list\(round)", [Basket.self])
            let connection = try run.connection(
                "list\(round)",
                [
                    "CREATE TABLE element (list INTEGER, position INTEGER, value INTEGER, "
                        + "PRIMARY KEY (list, position)) WITHOUT ROWID"
                ])
            defer {
                store.close()
                connection.close()
            }
            try filling.add(tarn: fill(store), sqlite: fill(connection))
            try reading.add(tarn: read(store), sqlite: read(connection))
            try growing.add(tarn: grow(store), sqlite: grow(connection))
            let (own, peer) = (try read(store).check, try read(connection).check)
            if !own.agrees(with: peer) { throw RelationCheckFailure(description: "R2: the lists differ") }
        }
        return filling.figures("ns/element", per: run.size) + reading.figures("ns/element", per: run.size)
            + growing.figures("us/insert", nanosecondsPerUnit: 1_000, per: inserts.count)
    }

    private func fill(_ store: Store) throws -> Measured {
        try Measured {
            try store.write {
                let basket = Basket()
                try store.add(basket)
                let numbers = basket.numbers
                for number in 0..<run.size { numbers.append(number) }
            }
            return .count(run.size)
        }
    }

    private func fill(_ connection: SQLiteConnection) throws -> Measured {
        try Measured {
            try connection.transaction {
                let insert = try connection.statement("INSERT INTO element VALUES (1, ?, ?)")
                for number in 0..<run.size {
                    sqlite3_bind_int64(insert, 1, Int64((number + 1) * Self.gap))
                    sqlite3_bind_int64(insert, 2, Int64(number))
                    try connection.run(insert)
                }
            }
            return .count(run.size)
        }
    }

    private func read(_ store: Store) throws -> Measured {
        guard let basket = store.objects(Basket.self).first else { preconditionFailure("filled before") }
        return Measured {
            var fold = Fold()
            for number in basket.numbers { fold.add(number) }
            return .integer(fold.value)
        }
    }

    private func read(_ connection: SQLiteConnection) throws -> Measured {
        try Measured {
            var fold = Fold()
            let select = try connection.statement("SELECT value FROM element WHERE list = 1 ORDER BY position")
            try connection.forEachRow(select) { fold.add(Int(sqlite3_column_int64(select, 0))) }
            return .integer(fold.value)
        }
    }

    private func grow(_ store: Store) throws -> Measured {
        guard let basket = store.objects(Basket.self).first else { preconditionFailure("filled before") }
        return try Measured {
            try store.write {
                let numbers = basket.numbers
                for (number, insert) in inserts.enumerated() { numbers.insert(-number, at: insert.index) }
            }
            return .count(inserts.count)
        }
    }

    private func grow(_ connection: SQLiteConnection) throws -> Measured {
        try Measured {
            try connection.transaction {
                let find = try connection.statement(
                    "SELECT max(position) FROM element WHERE list = 1 AND position < ?")
                let add = try connection.statement("INSERT INTO element VALUES (1, ?, ?)")
                for (number, insert) in inserts.enumerated() {
                    let end = (insert.before + 1) * Self.gap
                    var start = 0
                    sqlite3_bind_int64(find, 1, Int64(end))
                    try connection.forEachRow(find) { start = Int(sqlite3_column_int64(find, 0)) }
                    sqlite3_bind_int64(add, 1, Int64((start + end) / 2))
                    sqlite3_bind_int64(add, 2, Int64(-number))
                    try connection.run(add)
                }
            }
            return .count(inserts.count)
        }
    }
}

/// Counts how many of some numbers lie below others (a Fenwick tree).
private struct PrefixCounts {
    private var counts: [Int]

    init(_ size: Int) { counts = Array(repeating: 0, count: size + 1) }

    mutating func add(_ number: Int) {
        var place = number + 1
        while place < counts.count {
            counts[place] += 1
            place += place & -place
        }
    }

    func count(through number: Int) -> Int {
        var place = number + 1
        var sum = 0
        while place > 0 {
            sum += counts[place]
            place -= place & -place
        }
        return sum
    }
}
