internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// A file of people, and copies of it: every live workload begins with the same state.
struct LiveFile {
    let dataset: Dataset
    private let folder: String

    /// Fills the file.
    init(in directory: String, dataset: Dataset) throws {
        self.dataset = dataset
        folder = "\(directory)/live-\(dataset.count)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let engine = TarnEngine(path: folder + "/people", dataset: dataset)
        try engine.open()
        try engine.insertAll()
        try engine.close()
    }

    /// The path of a new copy, on the disk already: its dirty pages must not burden the next commit.
    func copy(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try FileManager.default.copyItem(atPath: folder + "/people", toPath: path)
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.synchronize()
        try handle.close()
        return path
    }

    /// The path of a file for another engine.
    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Removes a copy.
    func removeCopy(_ path: String) {
        for name in [path, path + "-lock"] { try? FileManager.default.removeItem(atPath: name) }
    }

    /// Removes everything.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
