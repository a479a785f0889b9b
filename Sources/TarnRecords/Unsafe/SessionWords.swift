internal import TarnLMDB

extension TreeKey {
    /// The key of a block of a word: table, column, the word, a zero, and the raw key of the first object.
    static func word(_ table: UInt16, _ column: Int, _ word: [UInt8], _ object: UInt64) -> [UInt8] {
        var key = wordStart(table, column, word)
        key.append(0)
        for shift in stride(from: 56, through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: object >> UInt64(shift)))
        }
        return key
    }

    /// How the keys of all words begin that begin like `word`.
    static func wordStart(_ table: UInt16, _ column: Int, _ word: [UInt8]) -> [UInt8] {
        TreeKey.index(table, column, word).bytes
    }

    /// The key of what is counted over a column.
    static func wordTotals(_ table: UInt16, _ column: Int) -> TreeKey { .index(table, column, [0]) }
}

extension RecordSession {
    // Safety: the object is present, so its place lies in the row; the bytes live through the call.
    /// Notes that the text of an object comes to the full-text index of a column or goes from it.
    func noteWords(_ row: Row, _ table: Table, _ key: ObjectKey, _ column: Int, isRemoval: Bool) {
        if table.columns[column].isOptional && row.isNull(column) { return }
        let delta = pending.words(table, column)
        let isInline = unsafe row.withText(column) { bytes in
            guard let bytes = unsafe bytes else { return false }
            unsafe delta.add(bytes, key, isRemoval: isRemoval)
            return true
        }
        if isInline { return }
        // The words of a long value that cannot be read cannot be removed either; verify names it.
        let long = (try? longValue(table, key, column)) ?? []
        unsafe long.withBytes { unsafe delta.add($0, key, isRemoval: isRemoval) }
    }

    /// Enters every text of a column into its new full-text index.
    func buildWords(_ table: Table, _ column: Int) throws(RecordError) {
        let all = try allObjects(table)
        // What the walk has looked up ahead must not be written over, so it stops where words are put.
        for start in stride(from: 0, to: all.count, by: 1 << 15) {
            let some = Membership.set(all.slice(start..<min(all.count, start + 1 << 15)))
            try visit(some, table, columns: [column]) { (number, cluster, ranks) in
                for slot in SlotSequence(cluster.slots(fromRanks: ranks)) {
                    guard let row = cluster.row(slot: slot) else { continue }
                    let key = ObjectKey(cluster: number, slot: slot)
                    noteWords(row, table, key, column, isRemoval: false)
                }
                return true
            }
            if pending.wordsAreFull { try flushWords() }
        }
        try flushWords()
    }

    // Safety: the stored bytes are copied at once.
    /// What is counted over the texts of a column with a full-text index.
    package func wordTotals(_ table: Table, _ column: Int) throws(RecordError) -> WordTotals {
        guard let stored = try unsafe bytes(.wordTotals(table.id, column), in: trees.words) else {
            return WordTotals()
        }
        guard let totals = unsafe WordTotals(Array(stored)) else { throw corruptWords(table, column, "the totals") }
        return totals
    }

    /// The error for entries that cannot be read.
    func corruptWords(_ table: Table, _ column: Int, _ what: String) -> RecordError {
        RecordError(
            .corrupt, tree: "words", key: "\(table.name).\(table.columns[column].name)",
            message: "\(what) cannot be read")
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Puts all pending words into their tree.
    func flushWords() throws(RecordError) {
        for (_, delta) in unsafe pending.words.sorted(by: {
            ($0.key.table, $0.key.column) < ($1.key.table, $1.key.column)
        }) where !delta.isEmpty {
            try apply(delta)
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    private func apply(_ delta: WordDelta) throws(RecordError) {
        let (table, column) = (delta.table, delta.column)
        var totals = try wordTotals(table, column)
        totals.texts = unsafe max(0, totals.texts + delta.totals.texts)
        totals.words = unsafe max(0, totals.words + delta.totals.words)
        try put(totals.encoded(), for: .wordTotals(table.id, column), in: trees.words)
        do {
            var editor = try WordEditor(self, table, column)
            try delta.take { (word, changes) throws(RecordError) in try editor.apply(changes, to: word) }
        } catch let error as LMDBError {
            throw .storage(error, tree: "words")
        } catch let error as RecordError {
            throw error
        } catch {
            throw corruptWords(table, column, "\(error)")
        }
    }
}
