internal import TarnRecords

/// Something that is brought along when the snapshot of its connection moves to a newer version.
///
/// While there is one, the connection keeps the old snapshot until the new one is open, so that a follower can read
/// what was before instead of keeping copies.
protocol Follower: AnyObject {
    /// Goes on to the version of `changes.new`. Nothing is told to the program here, and nothing else of the connection
    /// may be used.
    func advance(_ changes: VersionChanges) throws(RecordError)
}

/// The followers of a connection. It does not keep them alive.
struct Followers {
    private struct Member {
        private(set) weak var follower: (any Follower)?
    }
    private var members: [Member] = []

    /// Whether there are none; O(1) unless many have gone since the last move.
    var isEmpty: Bool { !members.contains { $0.follower != nil } }

    mutating func add(_ follower: any Follower) { members.append(Member(follower: follower)) }

    /// Those that are alive, in the order in which they came.
    mutating func living() -> [any Follower] {
        let living = members.compactMap(\.follower)
        if living.count < members.count { members.removeAll { $0.follower == nil } }
        return living
    }

    mutating func remove(_ follower: any Follower) { members.removeAll { $0.follower === follower } }
}
