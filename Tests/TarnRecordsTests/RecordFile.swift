import Foundation
import TarnLMDB

@testable import TarnRecords

/// A file with some types in a folder of its own, written and read through record sessions.
final class RecordFile {
    let folder: URL
    let environment: Environment
    let trees: Trees
    private(set) var catalogue: Catalogue

    init(_ schemas: [ObjectSchema]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tarn-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = Environment.Options()
        options.durability = .memory
        options.mapSize = 1 << 30
        environment = try .open(path: folder.appendingPathComponent("records.tarn").path, options: options)
        trees = Trees(
            try environment.openTrees(Trees.specifications.map { TreeSpec(name: $0.name, flags: $0.order.flags) }))
        catalogue = Catalogue(storeID: [UInt8](repeating: 7, count: 16), schemaVersion: 0, tables: [])
        try adopt(schemas)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Merges types into the file and builds the indexes that are new.
    func adopt(_ schemas: [ObjectSchema]) throws {
        guard case .added(let merged, let built, let dropped) = catalogue.merge(schemas, schemaVersion: 0) else {
            throw Refused()
        }
        let old = catalogue
        catalogue = merged
        try write { session in
            try session.adoptUniqueRules(from: old)
            try session.writeCatalogue(merged)
            for (table, column) in dropped { try session.dropIndex(table, column) }
            for (table, column) in built { try session.buildIndex(merged.tables[Int(table)], column) }
        }
    }

    /// The types cannot be merged into the file.
    struct Refused: Error {}

    var table: Table { catalogue.tables[0] }

    /// Runs the body in a write transaction and commits it.
    @discardableResult
    func write<R>(limits: LogLimits = LogLimits(), _ body: (RecordSession) throws -> R) throws -> R {
        let transaction = try environment.beginWrite()
        let session = try RecordSession(transaction.raw, trees, catalogue, Generation(), isWriting: true)
        let result = try body(session)
        _ = try session.finish(limits: limits)
        try transaction.commit()
        return result
    }

    /// Runs the body in a write transaction that is not committed.
    func tryWrite<R>(_ body: (RecordSession, RawTransaction) throws -> R) throws -> R {
        let transaction = try environment.beginWrite()
        return try body(
            RecordSession(transaction.raw, trees, catalogue, Generation(), isWriting: true), transaction.raw)
    }

    /// Runs the body in a write transaction, commits it, and keeps so few change records.
    func write(keeping records: UInt64, _ body: (RecordSession) throws -> Void) throws {
        let limits = LogLimits(maximumRecords: records)
        let transaction = try environment.beginWrite()
        let session = try RecordSession(transaction.raw, trees, catalogue, Generation(), isWriting: true)
        try body(session)
        _ = try session.finish(limits: limits)
        try transaction.commit()
    }

    /// Changes what is stored behind the back of the record layer.
    func change(_ body: (RecordSession) throws -> Void) throws {
        let transaction = try environment.beginWrite()
        try body(RecordSession(transaction.raw, trees, catalogue, Generation(), isWriting: true))
        try transaction.commit()
    }

    /// A session that reads in a transaction of the caller, who keeps it open.
    func session(_ transaction: RawTransaction) throws -> RecordSession {
        try RecordSession(transaction, trees, catalogue, Generation(), isWriting: false)
    }

    func read<R>(_ body: (RecordSession) throws -> R) throws -> R {
        let transaction = try environment.beginRead()
        return try body(RecordSession(transaction.raw, trees, catalogue, Generation(), isWriting: false))
    }
}

extension Trees.Order {
    var flags: TreeFlags {
        switch self {
        case .plain: []
        case .integerDuplicates: [.duplicateSort, .fixedDuplicates, .integerDuplicates]
        case .fixedDuplicates: [.duplicateSort, .fixedDuplicates]
        }
    }
}

extension RecordSession {
    /// Makes an object with a value for every column.
    func make(_ table: Table, _ key: ObjectKey, _ values: [StoredValue]) throws {
        if let column = table.primaryKey { try enter(primaryKey: values[column], of: key, table) }
        let writer = try makeObject(table, key)
        for (column, value) in values.enumerated() {
            let fits = try writer.set(value, column)
            precondition(fits, "\(value) does not fit \(table.columns[column].name)")
        }
    }

    /// Changes one value of an object that exists.
    func change(_ table: Table, _ key: ObjectKey, _ column: Int, _ value: StoredValue) throws {
        guard let writer = try writer(table, key), try writer.set(value, column) else { throw NotChanged() }
    }

    /// The object does not exist, or the value does not fit.
    struct NotChanged: Error {}

    /// All values of an object, or nil when there is no such object.
    func values(_ table: Table, _ key: ObjectKey) throws -> [StoredValue]? {
        guard let cluster = try cluster(table, key.cluster), cluster.presence & key.bit != 0 else { return nil }
        return try table.columns.indices.map { try value(cluster, key, $0, table) }
    }
}
