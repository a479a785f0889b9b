internal import TarnLMDB

extension RecordSession {
    // Safety: the encoder fills exactly the bytes that were reserved.
    /// Writes every edited cluster into its tree. Rows have to be found again afterwards.
    func flushClusters() throws(RecordError) {
        let editors = pending.takeEditors()
        if editors.isEmpty { return }
        generation.value &+= 1
        unsafe pending.hasOtherChanges = true
        for editor in editors where unsafe editor.isDirty {
            let key = TreeKey.cluster(editor.table.id, editor.number)
            if editor.presence == 0 {
                try remove(key, in: trees.clusters)
                continue
            }
            do {
                try unsafe key.bytes.withBytes { (key) throws(LMDBError) in
                    try unsafe transaction.reserve(editor.storedByteCount(), for: key, in: trees.clusters) {
                        unsafe editor.encode(into: $0)
                    }
                }
            } catch {
                throw .storage(error, tree: "clusters")
            }
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Puts everything pending into the trees, so that cursors see it. Cheap when nothing is pending.
    package func flush() throws(RecordError) {
        guard unsafe changes != nil else { return }
        try purgeAllTargets()
        try flushCollections()
        try flushClusters()
        try flushIndexes()
        try flushWords()
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Ends the write on the side of the records: flushes, appends the change record, moves the version on, and prunes
    /// old records. The transaction is committed by its owner afterwards.
    ///
    /// - Parameters:
    ///   - limits: How much of the log is kept.
    ///   - stamp: Who commits and when. A time before that of the last commit counts as the same.
    /// - Returns: what changed, or nil when nothing did and there is nothing to commit.
    package func finish(
        limits: LogLimits = LogLimits(), stamp: CommitStamp? = nil
    ) throws(RecordError) -> ChangeRecord? {
        try applyUnique(isFinal: true)
        try flush()
        var record = pending.record()
        if unsafe record.types.isEmpty && !pending.hasOtherChanges { return nil }
        if var stamp {
            stamp.time = unsafe max(stamp.time, state.time)
            record.stamp = stamp
        }
        try append(record)
        try prune(limits)
        try unsafe put(SealedBytes.seal(state.encoded()), for: TreeKey(version: .max), in: trees.log)
        return record
    }
}
