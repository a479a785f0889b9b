internal import TarnLMDB

extension RecordSession {
    // Safety: each key lives through the call.
    /// How many links lead to some objects, through whatever column; nil when there are more than a limit.
    ///
    /// O(objects x log n): an object that many lead to takes no longer.
    func entryCount(leadingTo objects: KeySet, _ table: Table, limit: Int) throws(RecordError) -> Int? {
        var count = 0
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            for member in objects.members {
                for slot in SlotSequence(member.slots) {
                    let key = TreeKey.inverse(table.id, ObjectKey(cluster: member.number, slot: slot)).bytes
                    let isThere = try unsafe key.withBytes { (key) throws(LMDBError) in
                        try unsafe cursor.seek(key, .exactKey)
                    }
                    if isThere { count += try cursor.duplicateCount() }
                    if count > limit { return nil }
                }
            }
        } catch {
            throw .storage(error, tree: "inverse")
        }
        return count
    }
}
