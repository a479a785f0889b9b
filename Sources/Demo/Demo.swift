internal import Foundation
internal import Tarn
internal import TarnToolKit

/// A walk through a Tarn file of real airports, from the first row to what the file holds at the end.
struct Demo {
    let stage: Stage
    let file: URL

    private var configuration: Store.Configuration {
        Store.Configuration(fileURL: file, objectTypes: [Airport.self, State.self])
    }

    func run() throws {
        try importAirports()
        stage.heading("Open again")
        let store = try stage.run("let store = try Store(configuration: configuration)") {
            try Store(configuration: configuration)
        }
        stage.say("\(Figures.count(store.objects(Airport.self).count)) airports are in the file.")
        queries(store)
        lookups(store)
        order(store)
        aggregates(store)
        try Relations(store: store, stage: stage).run()
        try upsert(store)
        try live(store)
        try theFile(store)
    }

    private func importAirports() throws {
        stage.heading("Import")
        let source = try AirportImport()
        let store = try Store(configuration: configuration)
        let bar = ProgressBar(stage.terminal, title: "  Importing", unit: "airports")
        try stage.run("try store.write { for row in rows { try store.add(airport(row)) } }") {
            try source.run(into: store, progress: bar)
        }
        stage.say("\(Figures.count(source.count)) airports in one transaction, synced to disk.")
        store.close()
    }

    private func queries(_ store: Store) {
        stage.heading("Typed queries")
        let arctic = store.objects(Airport.self).where { $0.state == "AK" && $0.latitude > 68.5 }
        let found = stage.run("store.objects(Airport.self).where { $0.state == \"AK\" && $0.latitude > 68.5 }") {
            arctic.count
        }
        stage.say("\(Figures.count(found, "airport")) of Alaska north of 68.5 degrees:")
        stage.table(arctic)
        stage.space()
        let international = store.objects(Airport.self).where { $0.name.contains("International") }
        let count = stage.run("store.objects(Airport.self).where { $0.name.contains(\"International\") }.count") {
            international.count
        }
        stage.say("\(Figures.count(count)) have 'International' in their name.")
    }

    private func lookups(_ store: Store) {
        stage.heading("Look-ups")
        let airport = stage.run("store.object(ofType: Airport.self, forPrimaryKey: \"SFO\")") {
            store.object(ofType: Airport.self, forPrimaryKey: "SFO")
        }
        stage.say(airport.map { "\($0.name), \($0.city), \($0.state)" } ?? "nothing is there")
        stage.space()
        let hawaii = store.objects(Airport.self).where { $0.state == "HI" }
        let indexed = stage.run("store.objects(Airport.self).where { $0.state == \"HI\" }.count") { hawaii.count }
        stage.say("\(Figures.count(indexed, "airport")):", hawaii.explain())
        stage.space()
        let honolulu = store.objects(Airport.self).where { $0.city == "Honolulu" }
        let scanned = stage.run("store.objects(Airport.self).where { $0.city == \"Honolulu\" }.count") {
            honolulu.count
        }
        stage.say("\(Figures.count(scanned, "airport")):", honolulu.explain())
    }

    private func order(_ store: Store) {
        stage.heading("Order")
        let northern = stage.run("store.objects(Airport.self).sorted(by: \\.latitude, ascending: false).limit(5)") {
            Array(store.objects(Airport.self).sorted(by: \.latitude, ascending: false).limit(5))
        }
        stage.table(northern)
    }

    private func aggregates(_ store: Store) {
        stage.heading("Aggregates")
        let airports = store.objects(Airport.self)
        let south = stage.run("airports.min(of: \\.latitude)") { airports.min(of: \.latitude) } ?? 0
        let north = stage.run("airports.max(of: \\.latitude)") { airports.max(of: \.latitude) } ?? 0
        let middle = stage.run("airports.average(of: \\.latitude)") { airports.average(of: \.latitude) } ?? 0
        stage.say(
            "from \(Figures.fixed(south, digits: 2)) to \(Figures.fixed(north, digits: 2)) degrees, "
                + "on average \(Figures.fixed(middle, digits: 2))")
        stage.space()
        let states = stage.run("airports.values(of: \\.state)") { airports.values(of: \.state) }
        let counts = Dictionary(states.map { ($0, 1) }, uniquingKeysWith: +)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let most = counts.prefix(5).map { "\($0.key) \(Figures.count($0.value))" }.joined(separator: ", ")
        stage.say("\(counts.count) states and territories; the most airports: \(most)")
    }

    private func upsert(_ store: Store) throws {
        stage.heading("Upsert")
        let airports = store.objects(Airport.self)
        let before = airports.count
        try stage.run("try store.create(Airport.self, value: [\"code\": \"SFO\", ...], update: .modified)") {
            try store.write {
                let changed: [String: Any] = ["code": "SFO", "name": "San Francisco International Airport"]
                try store.create(Airport.self, value: changed, update: .modified)
                let added: [String: Any] = ["code": "ZZZ", "name": "Tarn Field", "city": "Tarn", "state": "WA"]
                try store.create(Airport.self, value: added, update: .modified)
            }
        }
        let names = ["SFO", "ZZZ"].compactMap { store.object(ofType: Airport.self, forPrimaryKey: $0) }
        stage.table(names)
        stage.space()
        stage.say(
            "One was changed and one was added: \(Figures.count(before)) airports became "
                + "\(Figures.count(airports.count)).")
    }

    private func live(_ store: Store) throws {
        stage.heading("Live, over two processes")
        stage.show("airports.where { $0.state == \"AK\" && $0.latitude > 68.5 }.sorted(by: \\.name).observe { ... }")
        try LiveList(store, stage: stage).follow(store, in: file)
    }

    private func theFile(_ store: Store) throws {
        stage.heading("The file (tarn info \(file.lastPathComponent))")
        let report = InformationReport(try store.information(), name: file.lastPathComponent)
        stage.terminal.output.print(report.lines(stage.terminal))
        store.close()
    }
}
