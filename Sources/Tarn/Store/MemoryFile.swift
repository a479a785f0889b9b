internal import FoundationEssentials
internal import Synchronization

/// The file behind a store in memory: on a memory file system where there is one, removed when the last store on it
/// closes (X1).
final class MemoryFile: Sendable {
    let path: String
    private let identifier: String
    private let isReleased = Atomic<Bool>(false)

    private struct Entry {
        var path: String
        var users: Int
    }
    private static let open = Mutex<[String: Entry]>([:])

    private init(_ identifier: String, _ path: String) {
        self.identifier = identifier
        self.path = path
    }

    deinit { release() }

    /// The file of an identifier, shared by all stores of the process that name it.
    static func named(_ identifier: String) -> MemoryFile {
        let path = open.withLock { open in
            var entry = open[identifier] ?? Entry(path: newPath(), users: 0)
            entry.users += 1
            open[identifier] = entry
            return entry.path
        }
        return MemoryFile(identifier, path)
    }

    private static func newPath() -> String {
        let shared = "/dev/shm"
        let folder =
            FileManager.default.isWritableFile(atPath: shared) ? shared : FileManager.default.temporaryDirectory.path
        return "\(folder)/tarn-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
    }

    /// Ends this use; the last one removes the file. Done once, at the latest when nobody holds it any more.
    func release() {
        if isReleased.exchange(true, ordering: .relaxed) { return }
        let last = Self.open.withLock { open -> Bool in
            open[identifier]?.users -= 1
            if open[identifier]?.users == 0 {
                open[identifier] = nil
                return true
            }
            return false
        }
        // The file may be gone already; there is nothing to do about one that cannot be removed.
        if last { for file in [path, path + "-lock"] { try? FileManager.default.removeItem(atPath: file) } }
    }
}
