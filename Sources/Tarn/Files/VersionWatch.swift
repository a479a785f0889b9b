package import FoundationEssentials
internal import TarnLMDB
internal import TarnRecords

/// Follows the versions of a file without its classes, for tools. Used by one thread.
package final class VersionWatch {
    private let url: URL
    private let environment: Environment
    private let membership: CommitFeed.Membership
    private var seen: UInt64 = 0

    /// Opens an existing file for reading.
    ///
    /// - Throws: ``StoreError`` as ``Store/information(at:)``.
    package init(at url: URL) throws(StoreError) {
        self.url = url
        environment = try InspectedFile.open(url)
        membership = CommitFeed.join(environment, nil, isShared: true)
    }

    /// The versions of a file at one moment.
    package struct Versions {
        package let newest: UInt64
        package let commit: UInt64
        package let fileByteCount: Int
        package let pinned: [PinnedVersion]
    }

    /// What there is now.
    package func versions() throws(StoreError) -> Versions {
        try InspectedFile.reading(url) { (session, environment) throws(StoreError) in
            do throws(LMDBError) {
                seen = UInt64(session.transactionNumber)
                return Versions(
                    newest: session.version, commit: seen,
                    fileByteCount: try environment.information().fileSize,
                    pinned: try PinnedVersion.all(in: environment, without: seen))
            } catch {
                throw StoreError(error, path: url.path)
            }
        }
    }

    /// Blocks until there is a commit that ``versions()`` has not seen.
    ///
    /// - Throws: ``StoreError`` when the system does not tell of the commits of other processes.
    package func waitForCommit() throws(StoreError) {
        if let failure = membership.feed.failure { throw StoreError(failure, path: url.path) }
        _ = membership.feed.wait(beyond: seen, for: nil)
    }
}
