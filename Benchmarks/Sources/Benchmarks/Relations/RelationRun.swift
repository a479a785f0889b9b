internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// Runs the workloads of lists, links, words and predicates on Tarn and on SQLite, in turn.
struct RelationRun {
    let directory: String
    /// How many elements, links or objects there are.
    let size: Int
    let rounds: Int
    let report: (Figure) -> Void

    init(directory: String, size: Int, rounds: Int, report: @escaping (Figure) -> Void) {
        self.directory = directory + "/relations"
        self.size = size
        self.rounds = rounds
        self.report = report
    }

    /// Runs some of them.
    ///
    /// - Throws: ``RelationCheckFailure`` when the two have not computed the same.
    func run(_ workloads: Set<RelationWorkload>) throws -> [Figure] {
        var figures: [Figure] = []
        for workload in RelationWorkload.allCases where workloads.contains(workload) {
            // The long list is filled and changed in one go.
            if workload == .inserting && workloads.contains(.appending) { continue }
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let taken = try measure(workload)
            taken.forEach(report)
            figures += taken
        }
        return figures
    }

    private func measure(_ workload: RelationWorkload) throws -> [Figure] {
        switch workload {
        case .appending, .inserting: try LongList(self).measure()
        case .traversal: try LinkTraversal(self).measure()
        case .inverse: try InverseLookUps(self).measure()
        case .throughLink: try LinkFilters(self).measure()
        case .words: try Words(self).measure()
        case .predicate: try PredicateReading(self).measure()
        case .shortLists: try ShortLists(self).measure()
        }
    }

    /// A store of some classes in a new file.
    func store(_ name: String, _ types: [Object.Type]) throws -> Store {
        try Store(
            configuration: Store.Configuration(
                fileURL: URL(filePath: "\(directory)/\(name).tarn"), objectTypes: types))
    }

    /// A connection to a new file with some tables.
    func connection(_ name: String, _ tables: [String]) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: "\(directory)/\(name).sqlite")
        for table in tables { try connection.execute(table) }
        return connection
    }
}

/// One way to do the work of a figure: how long it took and what came out.
struct Measured {
    let nanoseconds: Double
    let check: Check

    /// Times a body.
    init(_ body: () throws -> Check) rethrows {
        let start = timestamp()
        check = try body()
        nanoseconds = microseconds(from: start, to: timestamp()) * 1_000
    }
}

/// The rounds of one figure on both sides.
struct PairedSamples {
    let name: String
    let size: Int
    private var samples: (tarn: [Double], sqlite: [Double]) = ([], [])
    private var check = Check.none

    init(_ name: String, size: Int) {
        self.name = name
        self.size = size
    }

    /// Adds a round. The answers have to be the same.
    mutating func add(tarn: Measured, sqlite: Measured) throws {
        if !tarn.check.agrees(with: sqlite.check) {
            throw RelationCheckFailure(description: "\(name): tarn computed \(tarn.check), sqlite \(sqlite.check)")
        }
        samples.tarn.append(tarn.nanoseconds)
        samples.sqlite.append(sqlite.nanoseconds)
        check = tarn.check
    }

    /// Both figures: what one of `count` operations took.
    func figures(_ unit: String, nanosecondsPerUnit: Double = 1, per count: Int) -> [Figure] {
        [("tarn", samples.tarn), ("sqlite", samples.sqlite)].map { engine, samples in
            Figure(
                workload: name, engine: engine, size: size, unit: unit,
                samples: samples.map { $0 / Double(count) / nanosecondsPerUnit }, check: check)
        }
    }
}

/// Two sides that have not done the same work.
struct RelationCheckFailure: Error, CustomStringConvertible {
    let description: String
}

/// A number that depends on the order of others.
struct Fold {
    private(set) var value: UInt64 = 0
    mutating func add(_ number: Int) { value = value &* 31 &+ UInt64(bitPattern: Int64(number)) }
}
