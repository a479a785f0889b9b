internal import TarnRecords

/// Writes of which some are not told (N18).
extension Connection {
    /// How often a write begins anew because somebody else has committed just before it.
    private static let attempts = 64

    /// Begins a write of which some are not told.
    ///
    /// They have to be told of everything before it first. What others commit between that and the begin of the write
    /// is told by ending the write, before anything was written, and beginning again. When others are always faster,
    /// or when a callback writes while more is to be told, those are told of the write together with what came before
    /// it: it is better to hear of one's own change than to miss another. What others commit just after the write is
    /// told to them when it has returned: until then the program may not have done by itself what it did not want to
    /// be told.
    func beginWrite(silencing tokens: [NotificationToken]) throws(StoreError) {
        for token in tokens {
            precondition(
                token.isOf(self),
                "N18: a write can only be kept from observers of the same store")
        }
        for _ in 1..<Self.attempts {
            try beginWrite()
            if isDelivering || readSession == nil || readSession?.version == writeSession?.version { break }
            cancelWrite()
        }
        if !isInWriteTransaction { try beginWrite() }
        silenced = tokens.compactMap(\.living)
    }

    /// Brings the followers into the write that is about to be committed, so that those who are not told of it go on
    /// from there. Afterwards that would be too late: others may have committed already.
    func passOver(_ session: RecordSession, _ quiet: [Subscriber]) {
        guard let readSession, !followers.isEmpty, readSession.version + 1 == session.version else { return }
        advanceFollowers(VersionChanges(from: readSession, to: session))
        for subscriber in quiet {
            subscriber.skip()
            subscriber.isHeldBack = true
        }
    }

    /// Brings the followers back from a write that could not be committed.
    func goBack(from version: UInt64, _ quiet: [Subscriber]) {
        for subscriber in quiet { subscriber.isHeldBack = false }
        guard let readSession, !followers.isEmpty, readSession.version + 1 == version else { return }
        advanceFollowers(VersionChanges(fromVersion: version, to: readSession))
    }

    /// Lets the snapshot go when the followers are further than it.
    func leaveSnapshot(followersAt version: UInt64) {
        guard let readSession, !followers.isEmpty, readSession.version + 1 == version else { return }
        endSnapshot()
        followedVersion = version
    }
}
