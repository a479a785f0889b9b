import Foundation

/// The files of this repository, as the rules read them.
struct Repository {
    let root: URL

    /// The clone these tests were compiled in: three folders above this file.
    static let current = Repository(
        root: URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent())

    /// Every file below `folder` with one of the extensions, as paths relative to the root, in order.
    /// Build output is left out; all extensions are taken when none is named.
    func files(under folder: String = "", extensions: Set<String> = []) -> [String] {
        let start = folder.isEmpty ? root : root.appendingPathComponent(folder)
        var found: [String] = []
        collect(start, prefix: folder, extensions: extensions, into: &found)
        return found.sorted()
    }

    func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    func swiftSources(under folder: String) throws -> [SwiftSource] {
        try files(under: folder, extensions: ["swift"]).map { SwiftSource(path: $0, text: try text(of: $0)) }
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// The names of the folders directly below `folder`.
    func folders(in folder: String) -> [String] {
        let url = root.appendingPathComponent(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { isFolder(url.appendingPathComponent($0)) }.sorted()
    }

    private func collect(_ folder: URL, prefix: String, extensions: Set<String>, into found: inout [String]) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where !Repository.isBuildOutput(name) {
            let path = prefix.isEmpty ? name : prefix + "/" + name
            let url = folder.appendingPathComponent(name)
            if isFolder(url) {
                collect(url, prefix: path, extensions: extensions, into: &found)
            } else if extensions.isEmpty || extensions.contains(url.pathExtension) {
                found.append(path)
            }
        }
    }

    private func isFolder(_ url: URL) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    private static func isBuildOutput(_ name: String) -> Bool {
        name == ".git" || name == "out" || name == ".swiftpm" || name.hasPrefix(".build")
    }
}
