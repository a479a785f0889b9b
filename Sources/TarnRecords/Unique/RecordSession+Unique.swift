extension RecordSession {
    /// Notes that an object comes, goes, or gets another value in a column, before it does.
    ///
    /// - Parameter column: nil stands for all.
    func noteUnique(_ editor: ClusterEditor, _ key: ObjectKey, _ column: Int? = nil, isNew: Bool = false) {
        let table = editor.table
        for (place, changes) in pending.unique(table).enumerated() {
            let rule = table.uniqueRules[place]
            if let column, !rule.columns.contains(column) { continue }
            guard changes.touch(key), !isNew else { continue }
            do {
                let values = try rule.columns.map { (column) throws(RecordError) in
                    try value(editor.cluster, key, column, table)
                }
                if let old = rule.key(values, table) { changes.keep(old, of: key) }
            } catch {
                // Whoever sets a value cannot be told; the end of the write can.
                pending.uniqueFailure = error
            }
        }
    }

    /// The object that has values which no other may have, or nil; O(log n).
    package func object(_ table: Table, _ rule: UniqueRule, _ values: [StoredValue]) throws(RecordError) -> ObjectKey? {
        if isWriting { try applyUnique(isFinal: false) }
        guard let key = rule.key(values, table), let found = try uniqueHolder(table, rule, key) else { return nil }
        if key.first == 1 { return found }
        // Long values share a key when they share a beginning and a hash.
        for (column, value) in zip(rule.columns, values) where try self.value(table, found, column) != value {
            return nil
        }
        return found
    }

    /// Brings the tree `keys` up to what the write has done.
    ///
    /// - Parameter isFinal: Whether two objects with the same values are an error; otherwise one of them waits.
    /// - Throws: `duplicateValue`, which names the type, the columns and the values.
    func applyUnique(isFinal: Bool) throws(RecordError) {
        if let failure = pending.uniqueFailure { throw failure }
        let all = pending.changedUniques
        var additions: [(UniqueChanges, [UniqueEntry])] = []
        for changes in all { additions.append((changes, try takeOut(changes))) }
        for (changes, entries) in additions {
            for entry in entries {
                if try putUnique(entry, changes.table, changes.rule) { continue }
                if isFinal { throw try duplicate(entry, changes) }
                _ = changes.touch(entry.object)
            }
        }
    }

    /// Removes the entries that are no longer so, and finds those that are to come, by key.
    private func takeOut(_ changes: UniqueChanges) throws(RecordError) -> [UniqueEntry] {
        let (table, rule) = (changes.table, changes.rule)
        let (touched, old) = changes.take()
        var entries: [UniqueEntry] = []
        for (number, slots) in touched {
            guard let cluster = try cluster(table, number) else { continue }
            for slot in SlotSequence(slots & cluster.presence) {
                let object = ObjectKey(cluster: number, slot: slot)
                let values = try rule.columns.map { (column) throws(RecordError) in
                    try value(cluster, object, column, table)
                }
                if let key = rule.key(values, table) { entries.append(UniqueEntry(key: key, object: object)) }
            }
        }
        for entry in old { try removeUnique(entry.key, table, rule) }
        return entries.sorted { one, other in
            one.key == other.key ? one.object < other.object : one.key.lexicographicallyPrecedes(other.key)
        }
    }

    private func duplicate(_ entry: UniqueEntry, _ changes: UniqueChanges) throws(RecordError) -> RecordError {
        var values: [StoredValue] = []
        for column in changes.rule.columns { values.append(try value(changes.table, entry.object, column) ?? .null) }
        return RecordError(
            .duplicateValue, tree: "keys", key: changes.rule.name(in: changes.table),
            message: "two objects have the value \(changes.rule.describe(values)), which must be unique")
    }

    /// Enters the objects of tables that have new rules and drops the entries of rules that are gone.
    ///
    /// Whether the rules are true of them is found out when the write ends.
    ///
    /// - Parameter old: The catalogue before.
    package func adoptUniqueRules(from old: Catalogue) throws(RecordError) {
        for before in old.tables {
            let table = catalogue.tables[Int(before.id)]
            for rule in before.uniqueRules where !table.uniqueRules.contains(rule) {
                try dropUnique(table, rule)
            }
            for (place, rule) in table.uniqueRules.enumerated() where !before.uniqueRules.contains(rule) {
                let changes = pending.unique(table)[place]
                try scan(table, columns: []) { (number, cluster) in
                    changes.touch(cluster: number, slots: cluster.presence)
                    return true
                }
            }
        }
    }
}

/// An entry of the tree `keys` to come.
struct UniqueEntry {
    let key: [UInt8]
    let object: ObjectKey
}
