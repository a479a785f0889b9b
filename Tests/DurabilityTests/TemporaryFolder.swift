import Foundation
import Tarn

/// A folder of its own for each test, removed when the value goes; in memory where there is a file system for that,
/// since most of these tests do not care for the disk.
final class TemporaryFolder: Sendable {
    let url: URL

    init(onDisk: Bool = false) {
        let memory = "/dev/shm"
        let useMemory = !onDisk && FileManager.default.isWritableFile(atPath: memory)
        let parent = useMemory ? URL(filePath: memory) : FileManager.default.temporaryDirectory
        url = parent.appendingPathComponent("tarn-" + UUID().uuidString)
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    func path(_ name: String = "test.tarn") -> String { url.appendingPathComponent(name).path }

    /// How to open a file in the folder.
    func configuration(_ types: [Object.Type], _ name: String = "test.tarn") -> Store.Configuration {
        configurationOfFile(path(name), types)
    }
}

/// How to open a file for a test: with a map that is large enough and small enough to have several.
func configurationOfFile(_ path: String, _ types: [Object.Type]) -> Store.Configuration {
    var configuration = Store.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: types)
    configuration.mapSize = 1 << 30
    return configuration
}

/// The code of the store error that a closure throws, or nil when it throws nothing or something else.
func code(_ body: () throws -> Void) -> StoreError.Code? {
    do { try body() } catch { return (error as? StoreError)?.code }
    return nil
}

/// Runs a tool and answers whether it succeeded.
func run(_ tool: String, _ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}
