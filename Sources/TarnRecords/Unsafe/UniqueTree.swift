internal import TarnLMDB

/// The entries of the tree `keys` that hold rules of uniqueness.
extension RecordSession {
    // Safety: asks whether the field is there.
    /// Whether the session belongs to a write transaction.
    package var isWriting: Bool { unsafe changes != nil }

    // Safety: the stored bytes are read at once.
    /// The object that has an entry.
    func uniqueHolder(_ table: Table, _ rule: UniqueRule, _ key: [UInt8]) throws(RecordError) -> ObjectKey? {
        guard let stored = try unsafe bytes(.index(table.id, rule.number, key), in: trees.keys) else { return nil }
        guard stored.count == 8 else {
            throw RecordError(
                .corrupt, tree: "keys", key: rule.name(in: table), message: "an object key has the wrong length")
        }
        return unsafe ObjectKey(rawValue: stored.loadUnaligned(as: UInt64.self))
    }

    // Safety: key and value live through the call.
    /// Enters an object; false when another has the entry.
    func putUnique(_ entry: UniqueEntry, _ table: Table, _ rule: UniqueRule) throws(RecordError) -> Bool {
        let key = TreeKey.index(table.id, rule.number, entry.key).bytes
        do {
            let isNew = try unsafe key.withBytes { (key) throws(LMDBError) in
                try unsafe withUnsafeBytes(of: entry.object.rawValue) { (value) throws(LMDBError) in
                    try unsafe transaction.put(value, for: key, in: trees.keys, flags: .noOverwrite)
                }
            }
            if isNew { return true }
        } catch {
            throw .storage(error, tree: "keys")
        }
        return try uniqueHolder(table, rule, entry.key) == entry.object
    }

    func removeUnique(_ key: [UInt8], _ table: Table, _ rule: UniqueRule) throws(RecordError) {
        try remove(.index(table.id, rule.number, key), in: trees.keys)
    }

    // Safety: the key under the cursor is compared before the cursor moves on.
    /// Removes every entry of a rule.
    func dropUnique(_ table: Table, _ rule: UniqueRule) throws(RecordError) {
        let prefix = TreeKey.index(table.id, rule.number, []).bytes
        do {
            var cursor = try RawCursor(transaction, trees.keys)
            while try unsafe prefix.withBytes({ (key) throws(LMDBError) in try unsafe cursor.seek(key, .atOrAfter) }) {
                guard unsafe cursor.key.count > 4, unsafe cursor.key.prefix(4).elementsEqual(prefix) else { break }
                try cursor.delete()
            }
        } catch {
            throw .storage(error, tree: "keys")
        }
        unsafe pending.hasOtherChanges = true
    }
}
