internal import TarnLMDB

extension RecordSession {
    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Moves the version on and puts the record of the commit under it.
    func append(_ record: ChangeRecord) throws(RecordError) {
        let stored = SealedBytes.seal(record.encoded())
        unsafe state.version += 1
        unsafe state.time = record.stamp?.time ?? state.time
        if unsafe state.oldestRecord == state.version { unsafe state.oldestTime = state.time }
        unsafe state.logByteCount &+= UInt64(stored.count)
        try unsafe put(stored, for: TreeKey(version: state.version), in: trees.log)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Removes the oldest records when a limit has been passed by a quarter.
    ///
    /// Times are those of the clocks of all who commit, and only ever compared with each other: a wrong one prunes too
    /// early or too late, and whoever falls behind is told.
    func prune(_ limits: LogLimits) throws(RecordError) {
        guard unsafe limits.areExceeded(by: state, sparing: 4) else { return }
        var count = 0
        while unsafe state.oldestRecord < state.version && limits.areExceeded(by: state, sparing: nil) {
            if count == LogLimits.largestCut { break }
            count += 1
            try unsafe removeRecord(state.oldestRecord)
            unsafe state.oldestRecord += 1
            // A record that cannot be read has no time; its successor's counts.
            let time = try? unsafe changeRecord(state.oldestRecord)?.stamp?.time
            unsafe state.oldestTime = max(state.oldestTime, time ?? state.oldestTime)
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    private func removeRecord(_ version: UInt64) throws(RecordError) {
        let key = TreeKey(version: version)
        guard let stored = try unsafe bytes(key, in: trees.log) else { return }
        let size = UInt64(stored.count)
        try remove(key, in: trees.log)
        unsafe state.logByteCount -= min(size, state.logByteCount)
    }

    /// The change record of a version, or nil when it has been pruned.
    package func changeRecord(_ version: UInt64) throws(RecordError) -> ChangeRecord? {
        try loggedCommit(version)?.record
    }

    // Safety: the stored bytes are copied at once.
    /// The change record of a version with a number that tells it from every other, or nil when it has been pruned.
    package func loggedCommit(_ version: UInt64) throws(RecordError) -> (record: ChangeRecord, mark: UInt64)? {
        guard let stored = try unsafe bytes(TreeKey(version: version), in: trees.log) else { return nil }
        guard let record = unsafe SealedBytes.open(Array(stored)) else {
            throw RecordError(
                .corrupt, tree: "log", key: "\(version)", message: "the change record does not match its checksum")
        }
        return (try ChangeRecord(record, version: version), unsafe LongValue.checksum(stored))
    }
}
