internal import TarnLMDB

extension RecordSession {
    // Safety: the length of an entry is compared before it is read, and it is read before the cursor moves; key and
    // start live through the seek.
    /// The raw keys of the objects of one type that link to an object by one column, ascending; each as often as it
    /// does (L2). O(log n + links).
    package func sourceKeys(
        of target: ObjectKey, _ table: Table, from origin: Table, column: Int
    ) throws(RecordError) -> [UInt64] {
        if isWriting { try flush() }
        let key = TreeKey.inverse(table.id, target).bytes
        let start = TreeKey.value(origin.id, ObjectKey(rawValue: 0), 0).bytes
        var keys: [UInt64] = []
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            var isThere = try unsafe key.withBytes { (key) throws(LMDBError) in
                try unsafe start.withBytes { (start) throws(LMDBError) in
                    try unsafe cursor.seek(key, duplicate: start, .pairAtOrAfter)
                }
            }
            while isThere {
                guard unsafe cursor.value.count == 12 else { throw malformedSource(of: target, table) }
                let entry = unsafe cursor.value
                let id = unsafe UInt16(bigEndian: entry.loadUnaligned(as: UInt16.self))
                if id != origin.id { break }
                let by = unsafe UInt16(bigEndian: entry.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
                if Int(by) == column {
                    keys.append(unsafe UInt64(bigEndian: entry.loadUnaligned(fromByteOffset: 2, as: UInt64.self)))
                }
                isThere = try cursor.move(.nextDuplicate)
            }
            // Lists and maps can have an object more than once.
            if keys.isEmpty || ![.list, .map].contains(origin.columns[column].kind) { return keys }
            var repeated: [UInt64] = []
            for source in keys {
                let layers = InverseLayers(
                    self, target: (table.id, target.rawValue), source: (origin.id, source, column))
                repeated += repeatElement(source, count: try layers.count(atLeast: 1, &cursor))
            }
            return repeated
        } catch let error as LMDBError {
            throw .storage(error, tree: "inverse")
        } catch let error as RecordError {
            throw error
        } catch {
            preconditionFailure("cursors throw nothing else")
        }
    }

    private func malformedSource(of target: ObjectKey, _ table: Table) -> RecordError {
        RecordError(
            .corrupt, tree: "inverse", key: "\(table.name) object \(target.number)", message: "an entry is malformed")
    }
}
