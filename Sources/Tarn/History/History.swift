internal import TarnRecords

/// The commits of a store in their order, each of them once (H1). A value that can be sent anywhere: it does not follow
/// the store, and the store may move on, or close.
public struct History: Sendable, RandomAccessCollection {
    private let commits: [HistoryCommit]
    private let types: HistoryTypes
    /// The place after the last commit, or the one asked for when there are none: what to keep and to ask with the next
    /// time.
    public let token: HistoryToken
    /// Whether the history begins where it was asked to begin: false when it was asked for from the start and the first
    /// commits are no longer kept.
    public let isComplete: Bool

    init(_ commits: [HistoryCommit], _ types: HistoryTypes, _ token: HistoryToken, isComplete: Bool) {
        self.commits = commits
        self.types = types
        self.token = token
        self.isComplete = isComplete
    }

    /// The place of the first commit.
    public var startIndex: Int { 0 }
    /// The place after the last commit.
    public var endIndex: Int { commits.count }
    /// A commit; O(1).
    public subscript(index: Int) -> HistoryCommit { commits[index] }

    /// What the commits did to the objects of a class together: what was made and deleted in between is left out, and
    /// an object appears once (N4, N8). Traps for a class that the store was not opened with (C11).
    public func netChanges(of type: Object.Type) -> HistoryChanges {
        let known = types.known(type)
        return HistoryChanges(known, TableChanges.merged(commits.map { $0.changes(known) }))
    }
}
