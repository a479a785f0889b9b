internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// What only Tarn is asked: memory while it scans, and the price of one property.
struct TarnProbes {
    private let folder: String
    private let dataset: Dataset
    private let rounds: Int

    init(directory: String, dataset: Dataset, rounds: Int) {
        folder = directory + "/tarn-probes"
        self.dataset = dataset
        self.rounds = rounds
    }

    /// Titles of everything that ``run(_:)`` reports, by name.
    static let titles = [
        "M1": "peak private memory of a scan, over idle",
        "M1r": "peak resident memory of a scan, over idle",
        "M2": "private memory after four scans, over idle",
        "A1": "Int property, one object",
        "A1m": "Int property, 1000 objects in turn",
        "A2": "short String property, one object",
        "A2m": "short String property, 1000 objects in turn",
    ]

    /// Fills a file, measures, and removes the file.
    func run(_ probes: Set<Probe>) throws -> [Figure] {
        let path = folder + "/people"
        let engine = TarnEngine(path: path, dataset: dataset)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try engine.open()
        try engine.insertAll()
        var figures: [Figure] = []
        if probes.contains(.integerRead) { figures += integerReads(engine.people) }
        if probes.contains(.stringRead) { figures += stringReads(engine.people) }
        try engine.close()
        if !probes.isDisjoint(with: [.scanMemory, .liveObjectGrowth]) {
            let wanted = TarnMemory.names(of: probes)
            figures += try TarnMemory.inChild(path: path).filter { wanted.contains($0.name) }.map { name, kilobytes in
                figure(name, "MB", [Double(kilobytes) / 1024], check: .none)
            }
        }
        return figures
    }

    private func integerReads(_ people: Results<Person>) -> [Figure] {
        let some = Array(people.prefix(1000))
        let one = some[0]
        return [
            timed("A1", reads: 10_000_000) { reads in
                var sum = 0
                for _ in 0..<reads { sum &+= one.age }
                return sum
            },
            timed("A1m", reads: some.count * 10_000) { reads in
                var sum = 0
                for _ in 0..<reads / some.count {
                    for person in some { sum &+= person.age }
                }
                return sum
            },
        ]
    }

    private func stringReads(_ people: Results<Person>) -> [Figure] {
        let some = Array(people.prefix(1000))
        let one = some[0]
        return [
            timed("A2", reads: 2_000_000) { reads in
                var sum = 0
                for _ in 0..<reads { sum &+= one.name.utf8.count }
                return sum
            },
            timed("A2m", reads: some.count * 2_000) { reads in
                var sum = 0
                for _ in 0..<reads / some.count {
                    for person in some { sum &+= person.name.utf8.count }
                }
                return sum
            },
        ]
    }

    private func timed(_ name: String, reads: Int, _ body: (Int) -> Int) -> Figure {
        var sum = body(reads / 10)
        let samples = (0..<rounds).map { _ in
            Double(nanoseconds { sum = body(reads) }) / Double(reads)
        }
        return figure(name, "ns/read", samples, check: .count(sum))
    }

    private func figure(_ name: String, _ unit: String, _ samples: [Double], check: Check) -> Figure {
        Figure(
            workload: name, engine: TarnEngine.name, size: dataset.count, unit: unit, samples: samples, check: check)
    }
}
