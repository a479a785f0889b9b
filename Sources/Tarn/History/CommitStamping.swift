internal import FoundationEssentials
internal import TarnRecords

extension CommitStamp {
    /// A commit of now.
    static func now(author: String? = nil) -> CommitStamp {
        let milliseconds = (Date().timeIntervalSince1970 * 1000).rounded(.down)
        return CommitStamp(author: author, time: Int64(exactly: milliseconds) ?? 0)
    }
}

extension Connection {
    /// Ends a write on the side of the records, with the author and the time in its change record.
    ///
    /// - Returns: false when nothing changed and there is nothing to commit.
    func finish(_ session: RecordSession) throws(RecordError) -> Bool {
        try session.finish(limits: configuration.historyLimits.log, stamp: .now(author: writeAuthor)) != nil
    }

    /// Names who writes; traps on a name that is too long to be kept with every commit.
    func name(author: String?) {
        check(author: author)
        writeAuthor = author
    }

    func check(author: String?) {
        precondition(author?.utf8.count ?? 0 <= 255, "H8: the author of a write takes at most 255 bytes")
    }
}
