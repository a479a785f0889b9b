internal import Foundation

/// An engine with its folder: the harness knows how to throw its file away, keep a copy and bring it back.
final class Contestant {
    let engine: any Engine
    let name: String
    private let folder: String
    private let copy: String
    private var isOpen = false

    init(_ type: any Engine.Type, in directory: String, dataset: Dataset) throws {
        name = type.name
        folder = "\(directory)/\(type.name)-\(dataset.count)"
        copy = folder + "-copy"
        engine = try type.init(path: folder + "/people", dataset: dataset)
    }

    /// Opens the engine on a fresh file.
    func startOver() throws {
        if isOpen { try engine.close() }
        removeFiles()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try engine.open()
        isOpen = true
    }

    /// Copies the closed file aside.
    func keepCopy() throws {
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
    }

    /// Puts the copy in the place of the file, and on the disk: its dirty pages must not burden the next commit.
    func restoreCopy() throws {
        try engine.close()
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.copyItem(atPath: copy, toPath: folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let handle = try FileHandle(forUpdating: URL(filePath: "\(folder)/\(name)"))
            try handle.synchronize()
            try handle.close()
        }
        try engine.open()
    }

    /// The bytes of all files of the engine.
    func bytesOnDisk() -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }

    /// Removes the file and its copy, if they exist.
    func removeFiles() {
        try? FileManager.default.removeItem(atPath: folder)
        try? FileManager.default.removeItem(atPath: copy)
    }
}
