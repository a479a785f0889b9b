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
        try flushClusters()
        try flushIndexes()
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Ends the write on the side of the records: flushes, appends the change record, moves the version on, and prunes
    /// old records. The transaction is committed by its owner afterwards.
    ///
    /// - Returns: what changed, or nil when nothing did and there is nothing to commit.
    package func finish(limits: LogLimits = LogLimits()) throws(RecordError) -> ChangeRecord? {
        try flush()
        let record = pending.record()
        if unsafe record.types.isEmpty && !pending.hasOtherChanges { return nil }
        unsafe state.version += 1
        try unsafe put(SealedBytes.seal(record.encoded()), for: TreeKey(version: state.version), in: trees.log)
        try prune(limits)
        try unsafe put(SealedBytes.seal(state.encoded()), for: TreeKey(version: .max), in: trees.log)
        return record
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    private func prune(_ limits: LogLimits) throws(RecordError) {
        let kept = unsafe state.version + 1 - state.oldestRecord
        guard kept > limits.maximumRecords + limits.slack else { return }
        while unsafe state.version + 1 - state.oldestRecord > limits.maximumRecords {
            try unsafe remove(TreeKey(version: state.oldestRecord), in: trees.log)
            unsafe state.oldestRecord += 1
        }
    }

    // Safety: the stored bytes are copied at once.
    /// The change record of a version, or nil when it has been pruned.
    package func changeRecord(_ version: UInt64) throws(RecordError) -> ChangeRecord? {
        guard let stored = try unsafe bytes(TreeKey(version: version), in: trees.log) else { return nil }
        guard let record = unsafe SealedBytes.open(Array(stored)) else {
            throw RecordError(
                .corrupt, tree: "log", key: "\(version)", message: "the change record does not match its checksum")
        }
        return try ChangeRecord(record, version: version)
    }
}

/// How many change records are kept. Pruning waits for `slack` records more and then takes them at once, since touching
/// the far end of the log costs a page a commit.
package struct LogLimits: Sendable {
    package var maximumRecords: UInt64 = 1024
    package var slack: UInt64 = 256
    package init() {}
}
