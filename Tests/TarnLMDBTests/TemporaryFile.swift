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
}

extension Environment.Options {
    /// Options for tests that do not depend on the disk.
    static var inMemory: Self {
        var options = Self()
        options.durability = .memory
        return options
    }
}
