internal import Tarn
internal import TarnToolKit

/// Reads the airports' file and writes its rows into a store, all in one transaction.
struct AirportImport {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let rows: [[String]]

    var count: Int { rows.count }

    init() throws {
        var reader = CSVReader(try AirportFile.bytes())
        guard try reader.next() == ["iata", "name", "city", "state", "country", "latitude", "longitude"] else {
            throw Failure(description: "the airports' file has other columns than expected")
        }
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row) }
        self.rows = rows
    }

    func run(into store: Store, progress: ProgressBar) throws {
        try store.write {
            var airports: [String: [Airport]] = [:]
            for (index, row) in rows.enumerated() {
                let airport = try airport(row, line: index + 2)
                try store.add(airport)
                airports[airport.state, default: []].append(airport)
                progress.update(completed: index + 1, total: rows.count)
            }
            for (code, airports) in airports.sorted(by: { $0.key < $1.key }) {
                let state = State()
                state.code = code
                try store.add(state)
                state.airports.append(contentsOf: airports)
            }
        }
        progress.finish(keepingLine: true)
    }

    private func airport(_ row: [String], line: Int) throws -> Airport {
        guard row.count == 7, let latitude = Double(row[5]), let longitude = Double(row[6]) else {
            throw Failure(description: "line \(line) of the airports' file cannot be read")
        }
        let airport = Airport()
        airport.code = row[0]
        airport.name = row[1]
        airport.city = row[2]
        airport.state = row[3]
        airport.country = row[4]
        airport.latitude = latitude
        airport.longitude = longitude
        return airport
    }
}
