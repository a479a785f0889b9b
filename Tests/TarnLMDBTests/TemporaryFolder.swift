import Foundation
import TarnLMDB

/// A folder of its own for each test, removed when the value goes.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("tarn-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    func path(_ name: String = "test.tarn") -> String { url.appendingPathComponent(name).path }

    /// Opens a file that does not wait for the disk.
    func open(_ name: String = "test.tarn", _ change: (inout Environment.Options) -> Void = { _ in }) throws
        -> Environment
    {
        var options = Environment.Options.inMemory
        change(&options)
        return try Environment.open(path: path(name), options: options)
    }
}

extension Environment.Options {
    /// Options for tests that do not depend on the disk.
    static var inMemory: Self {
        var options = Self()
        options.durability = .memory
        return options
    }
}

extension Transaction where Self: ~Copyable {
    /// The value of a key as text.
    func text(_ key: String, in database: Database) throws -> String? {
        try value(for: key, in: database).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The entries of a range as text, `key=value`.
    func texts(_ range: KeyRange = .all, in database: Database, order: WalkOrder = .forward) throws -> [String] {
        try entries(range, in: database, order: order).map {
            String(decoding: $0.key, as: UTF8.self) + "=" + String(decoding: $0.value, as: UTF8.self)
        }
    }
}

extension Environment {
    /// Stores texts in one transaction.
    func store(_ entries: KeyValuePairs<String, String>, in database: Database) throws {
        var write = try beginWrite()
        for (key, value) in entries { try write.put(value, for: key, in: database) }
        try write.commit()
    }
}

/// The code of the error that a closure throws.
func code(_ body: () throws -> Void) -> LMDBError.Code? {
    do { try body() } catch { return (error as? LMDBError)?.code }
    return nil
}
