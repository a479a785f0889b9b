/// The common workload, in the order in which it is run.
package enum Workload: String, CaseIterable, Sendable {
    case bulkInsert = "W1"
    case fileSize = "W15"
    case openAndRead = "W14"
    case durableCommits = "W2"
    case pointLookup = "W3"
    case snapshotLookup = "W3s"
    case filterCount = "W4"
    case indexedFilter = "W5"
    case sum = "W6"
    case topHundred = "W7a"
    case sortAll = "W7b"
    case enumerate = "W8"
    case enumerateColumns = "W8c"
    case textEquality = "W10"
    case textContains = "W11"
    case bulkUpdate = "W9"
    case bulkDelete = "W12"

    /// A few words for tables and charts.
    package var title: String {
        switch self {
        case .bulkInsert: "bulk insert"
        case .fileSize: "file size"
        case .openAndRead: "open to first read"
        case .durableCommits: "durable commit of one"
        case .pointLookup: "point lookup"
        case .snapshotLookup: "lookups in one snapshot"
        case .filterCount: "filter count"
        case .indexedFilter: "indexed filter, objects"
        case .sum: "sum"
        case .topHundred: "top 100"
        case .sortAll: "sort all"
        case .enumerate: "enumerate objects"
        case .enumerateColumns: "enumerate columns"
        case .textEquality: "string equality"
        case .textContains: "string contains"
        case .bulkUpdate: "bulk update"
        case .bulkDelete: "bulk delete"
        }
    }

    /// What the reported number counts.
    package var unit: String {
        switch self {
        case .bulkInsert, .indexedFilter, .enumerate, .enumerateColumns: "ns/object"
        case .fileSize: "bytes/object"
        case .openAndRead, .topHundred: "ms"
        case .durableCommits: "us/commit"
        case .pointLookup, .snapshotLookup: "ns/lookup"
        case .filterCount, .sum, .sortAll, .textEquality, .textContains: "ns/row"
        case .bulkUpdate: "us/update"
        case .bulkDelete: "us/delete"
        }
    }

    /// Nanoseconds in one of the reported units.
    var nanosecondsPerUnit: Double {
        switch unit.prefix(2) {
        case "ms": 1_000_000
        case "us": 1_000
        default: 1
        }
    }

    /// Whether the workload leaves the file as it found it and may be repeated on it at once.
    var isRead: Bool {
        switch self {
        case .bulkInsert, .fileSize, .openAndRead, .durableCommits, .bulkUpdate, .bulkDelete: false
        default: true
        }
    }

    /// How many operations one execution is divided into; deletes are divided by the number that were there.
    func operations(in dataset: Dataset) -> Int {
        switch self {
        case .openAndRead, .topHundred: 1
        case .durableCommits: Dataset.appendedCount
        case .pointLookup, .snapshotLookup: Dataset.lookupCount
        case .bulkUpdate: Dataset.changeCount
        case .bulkDelete: Set(dataset.deleteIDs).count
        default: dataset.count
        }
    }

    /// Runs the body of a read workload.
    func read(on engine: any Engine) throws -> Check {
        switch self {
        case .pointLookup: .count(try engine.lookUp())
        case .snapshotLookup: .count(try engine.lookUpInOneSnapshot())
        case .filterCount: .count(try engine.countFiltered())
        case .indexedFilter: .count(try engine.readByAge())
        case .sum: .real(try engine.sumScores())
        case .topHundred: .count(try engine.readTop())
        case .sortAll: .integer(try engine.sortAll())
        case .enumerate: .count(try engine.readAll())
        case .enumerateColumns: .count(try engine.readAllColumns())
        case .textEquality: .count(try engine.countCity())
        case .textContains: .count(try engine.countNameContaining())
        case .bulkInsert, .fileSize, .openAndRead, .durableCommits, .bulkUpdate, .bulkDelete:
            preconditionFailure("\(rawValue) changes the file or opens it: it has a runner of its own")
        }
    }
}
