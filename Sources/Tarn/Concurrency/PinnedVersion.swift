internal import FoundationEssentials
internal import TarnLMDB

/// A version of a file that somebody holds, so that pages of it cannot be used again.
public struct PinnedVersion: Sendable, Equatable {
    /// Who holds it: `main thread`, `main actor`, `queue <label>`, `actor <type>`, `thread <number>`, `frozen values`,
    /// `another reader`, or `process <number>`.
    public let holder: String
    /// The process of the holder.
    public let processID: Int32
    /// What ``Store/version()`` answers there; nil for another process, of which only the commit is known.
    public let version: UInt64?
    /// The number of the durable commit that is seen. Grouped writes share one.
    public let commit: UInt64
    /// How many commits have been made since.
    public let commitsBehind: Int
    /// How long it has been held, by a clock that nobody can set; nil for another process.
    public let duration: Duration?
    /// How many pages cannot be used again as long as it is held.
    public let pageCount: Int
    /// The same in bytes.
    public let byteCount: Int
}

extension Store {
    /// Every version of the file that is held, by this process or another, the oldest first.
    ///
    /// Stores hold the version that they show, from the first read to the next move; frozen results and stores hold
    /// theirs as long as they exist. A file grows while an old version is held. Takes time proportional to the free
    /// pages of the file.
    ///
    /// - Throws: ``StoreError``.
    public func pinnedVersions() throws(StoreError) -> [PinnedVersion] {
        connection.check()
        do throws(LMDBError) {
            return try PinnedVersion.all(in: connection.openEnvironment)
        } catch {
            throw StoreError(error, path: connection.path)
        }
    }
}

extension PinnedVersion {
    private struct Holder {
        var name: String
        var processID: Int32
        var version: UInt64?
        var commit: UInt64
        var duration: Duration?
    }

    /// What is held of a file, without one reader of this process that sees the commit given.
    static func all(
        in environment: Environment, without own: UInt64? = nil
    ) throws(LMDBError) -> [PinnedVersion] {
        let holders = try holders(in: environment, without: own).sorted { a, b in
            (a.commit, a.processID, a.name) < (b.commit, b.processID, b.name)
        }
        if holders.isEmpty { return [] }
        let newest = try environment.newestCommit()
        let (freed, pageSize) = try environment.freedPages()
        return holders.map { holder in
            let pages = freed.reduce(0) { $1.transaction >= holder.commit ? $0 + $1.count : $0 }
            return PinnedVersion(
                holder: holder.name, processID: holder.processID, version: holder.version, commit: holder.commit,
                commitsBehind: Int(clamping: newest > holder.commit ? newest - holder.commit : 0),
                duration: holder.duration, pageCount: pages, byteCount: pages * pageSize)
        }
    }

    /// Those of this process as they say themselves, the others as LMDB's table of readers has them.
    private static func holders(
        in environment: Environment, without own: UInt64?
    ) throws(LMDBError) -> [Holder] {
        _ = try environment.removeDeadReaders()
        let process = ProcessInfo.processInfo.processIdentifier
        var holders = CommitFeed.members(of: environment).compactMap { member in
            member.held.current.map { held in
                Holder(
                    name: member.home.name, processID: process, version: held.version, commit: held.commit,
                    duration: held.duration)
            }
        }
        holders += FrozenVersions.pinned(path: environment.path).map { pinned in
            Holder(
                name: "frozen values", processID: process, version: pinned.version,
                commit: UInt64(pinned.transaction), duration: pinned.duration)
        }
        var unnamed: [UInt64] = []
        for reader in try environment.readers() {
            guard let commit = reader.version.map({ UInt64($0) }) else { continue }
            if reader.processID == process {
                unnamed.append(commit)
            } else {
                holders.append(
                    Holder(name: "process \(reader.processID)", processID: reader.processID, commit: commit))
            }
        }
        // A store may move between the two looks: it then has a place in the table that is not the one it said.
        var moved = 0
        for commit in holders.filter({ $0.processID == process }).map(\.commit) + [own].compactMap({ $0 }) {
            if let index = unnamed.firstIndex(of: commit) { unnamed.remove(at: index) } else { moved += 1 }
        }
        return holders
            + unnamed.sorted().prefix(max(0, unnamed.count - moved)).map { commit in
                Holder(name: "another reader", processID: process, commit: commit)
            }
    }
}
