internal import TarnLMDB
internal import TarnRecords

/// The way from one version to the next, and who goes along.
extension Connection {
    /// Moves the snapshot to the newest version (R3) and tells who has to be told; false when there was nothing newer,
    /// and in a write or a callback (R4).
    func refresh() throws(StoreError) -> Bool {
        check()
        if isInWriteTransaction || isDelivering { return false }
        defer { deliverEndsOfWrites() }
        let hasMoved = try moveToNewest()
        deliver()
        return hasMoved
    }

    /// Moves the snapshot to the newest version with all followers, without telling anybody.
    func moveToNewest() throws(StoreError) -> Bool {
        delivery.sweep()
        guard let old = readSession else {
            // After `invalidate()` nothing is read until somebody asks, except by those that follow.
            if followedVersion == nil || followers.isEmpty { return false }
            let before = followedVersion
            try beginSnapshot()
            return readSession?.version != before
        }
        if followers.isEmpty {
            readSession = nil
            try beginSnapshot()
            return try session().version != old.version
        }
        guard beginSecondSnapshot(), let raw = secondTransaction?.raw else {
            endSnapshot()
            try beginSnapshot()
            return try session().version != old.version
        }
        if raw.identifier == old.transactionNumber {
            secondTransaction?.reset()
            return false
        }
        let new: RecordSession
        do throws(StoreError) {
            new = try makeSession(raw, isWriting: false)
        } catch {
            secondTransaction?.reset()
            throw error
        }
        let hasMoved = new.version != old.version
        if hasMoved { advanceFollowers(VersionChanges(from: old, to: new)) }
        swap(&readTransaction, &secondTransaction)
        readSession = new
        secondTransaction?.reset()
        moved()
        return hasMoved
    }

    /// Opens the newest version beside the old snapshot; false when there is no room for a second one. The old one is
    /// given up then, and followers lose the sight of what was before.
    private func beginSecondSnapshot() -> Bool {
        do {
            if secondTransaction == nil {
                secondTransaction = try openEnvironment.beginRead()
            } else {
                try secondTransaction?.renew()
            }
            return true
        } catch {
            secondTransaction = nil
            return false
        }
    }

    /// Takes the newest version as the snapshot. Followers that come from an older one learn what they have missed.
    func beginSnapshot() throws(StoreError) {
        do {
            if readTransaction == nil {
                readTransaction = try openEnvironment.beginRead()
            } else {
                try readTransaction?.renew()
            }
        } catch {
            readTransaction = nil
            throw StoreError(error, path: path)
        }
        guard let raw = readTransaction?.raw else { preconditionFailure("the transaction was begun above") }
        let session = try makeSession(raw, isWriting: false)
        readSession = session
        if let before = followedVersion.take(), before != session.version, !followers.isEmpty {
            advanceFollowers(VersionChanges(fromVersion: before, to: session))
            scheduler.schedule()
        }
        moved()
    }

    /// Gives the snapshot up; the next read begins a new one.
    func endSnapshot() {
        if let version = readSession?.version, !followers.isEmpty { followedVersion = version }
        readSession = nil
        readTransaction?.reset()
        moved()
    }

    /// Brings the followers along. One that fails is told again what it has missed when the snapshot moves next.
    func advanceFollowers(_ changes: VersionChanges) {
        for follower in followers.living() {
            do {
                try follower.advance(changes)
            } catch {
                note(failure(error))
            }
        }
    }

    /// Makes sure that there is a snapshot to follow from and takes a follower in.
    func add(_ follower: any Follower) throws(StoreError) {
        precondition(!isInWriteTransaction, "followers begin with a snapshot")
        _ = try session()
        followers.add(follower)
    }
}
