internal import BenchmarkKit
internal import CSQLite
internal import Tarn

/// What many visits lead to.
final class Site: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var score: Double
    @Persisted(originProperty: "site") var visits: LinkingObjects<Visit>
}

/// Leads to one of a few sites.
final class Visit: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var site: Site?
}

/// The same visits and sites on both sides.
struct Visits {
    let store: Store
    let connection: SQLiteConnection

    init(_ run: RelationRun, sites: Int) throws {
        store = try run.store("visits", [Site.self, Visit.self])
        connection = try run.connection(
            "visits",
            [
                "CREATE TABLE site (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL NOT NULL)",
                "CREATE TABLE visit (id INTEGER PRIMARY KEY, site INTEGER REFERENCES site (id))",
            ])
        var random = SplitMix64(seed: 47)
        let scores = (0..<sites).map { _ in Double(random.next() >> 11) / Double(1 << 53) }
        let targets = (0..<run.size).map { _ in Int(random.next() % UInt64(sites)) }
        try fill(scores, targets)
        try fillTables(scores, targets)
    }

    private func fill(_ scores: [Double], _ targets: [Int]) throws {
        try store.write {
            var sites: [Site] = []
            for (id, score) in scores.enumerated() {
                let site = Site()
                (site.id, site.name, site.score) = (id, "site-\(id)", score)
                try store.add(site)
                sites.append(site)
            }
            for (id, target) in targets.enumerated() {
                let visit = Visit()
                (visit.id, visit.site) = (id, sites[target])
                try store.add(visit)
            }
        }
    }

    private func fillTables(_ scores: [Double], _ targets: [Int]) throws {
        try connection.transaction {
            let site = try connection.statement("INSERT INTO site VALUES (?1, 'site-' || ?1, ?2)")
            for (id, score) in scores.enumerated() {
                sqlite3_bind_int64(site, 1, Int64(id))
                sqlite3_bind_double(site, 2, score)
                try connection.run(site)
            }
            let visit = try connection.statement("INSERT INTO visit VALUES (?, ?)")
            for (id, target) in targets.enumerated() {
                sqlite3_bind_int64(visit, 1, Int64(id))
                sqlite3_bind_int64(visit, 2, Int64(target))
                try connection.run(visit)
            }
        }
        // Made afterwards, as is quicker; the planner is told how many there are.
        try connection.execute("CREATE INDEX visit_site ON visit (site)")
        try connection.execute("ANALYZE")
    }

    func close() {
        store.close()
        connection.close()
    }
}

/// R5: how many objects lead to one with some property; a thousand targets. SQLite joins by its index on the link.
struct LinkFilters {
    private let run: RelationRun

    init(_ run: RelationRun) { self.run = run }

    func measure() throws -> [Figure] {
        let visits = try Visits(run, sites: max(10, min(1_000, run.size / 100)))
        defer { visits.close() }
        var half = PairedSamples("R5", size: run.size)
        var few = PairedSamples("R5n", size: run.size)
        for _ in 0..<run.rounds {
            try half.add(
                tarn: Measured { .count(visits.store.objects(Visit.self).where { $0.site.score > 0.5 }.count) },
                sqlite: count(visits, "site.score > 0.5"))
            try few.add(
                tarn: Measured { .count(visits.store.objects(Visit.self).where { $0.site.name == "site-7" }.count) },
                sqlite: count(visits, "site.name = 'site-7'"))
        }
        return half.figures("ns/object", per: run.size) + few.figures("us/query", nanosecondsPerUnit: 1_000, per: 1)
    }

    private func count(_ visits: Visits, _ condition: String) throws -> Measured {
        let select = try visits.connection.statement(
            "SELECT count(*) FROM visit JOIN site ON visit.site = site.id WHERE \(condition)")
        return try Measured {
            var count = 0
            try visits.connection.forEachRow(select) { count = Int(sqlite3_column_int64(select, 0)) }
            return .count(count)
        }
    }
}

/// R4: those who link to an object, for many objects with about ten each. SQLite looks them up by its index.
struct InverseLookUps {
    private let run: RelationRun

    init(_ run: RelationRun) { self.run = run }

    func measure() throws -> [Figure] {
        let sites = max(1, run.size / 10)
        let visits = try Visits(run, sites: sites)
        defer { visits.close() }
        var random = SplitMix64(seed: 53)
        let wanted = (0..<min(100_000, sites)).map { _ in Int(random.next() % UInt64(sites)) }
        var samples = PairedSamples("R4", size: run.size)
        for _ in 0..<run.rounds { try samples.add(tarn: find(wanted, visits), sqlite: findRows(wanted, visits)) }
        return samples.figures("us/look-up", nanosecondsPerUnit: 1_000, per: wanted.count)
    }

    private func find(_ wanted: [Int], _ visits: Visits) throws -> Measured {
        Measured {
            var sum = 0
            for id in wanted {
                guard let site = visits.store.object(ofType: Site.self, forPrimaryKey: id) else { continue }
                for visit in site.visits { sum += visit.id }
            }
            return .count(sum)
        }
    }

    private func findRows(_ wanted: [Int], _ visits: Visits) throws -> Measured {
        try Measured {
            var sum = 0
            try visits.connection.transaction("BEGIN") {
                let select = try visits.connection.statement("SELECT id FROM visit WHERE site = ?")
                for id in wanted {
                    sqlite3_bind_int64(select, 1, Int64(id))
                    try visits.connection.forEachRow(select) { sum += Int(sqlite3_column_int64(select, 0)) }
                }
            }
            return .count(sum)
        }
    }
}
