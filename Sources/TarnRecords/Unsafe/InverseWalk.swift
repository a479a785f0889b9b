internal import TarnLMDB

extension RecordSession {
    // Safety: the entry is read before the cursor moves.
    /// Calls the body with everybody who links to one of some objects: the type, the object and the column that does.
    ///
    /// O(objects x log n + sources).
    ///
    /// - Parameters:
    ///   - objects: Slots by cluster number.
    ///   - table: Their type.
    ///   - body: Called once for each link.
    func forEachSource(
        of objects: [UInt64: UInt64], _ table: Table, _ body: (UInt16, ObjectKey, Int) -> Void
    ) throws(RecordError) {
        if objects.isEmpty { return }
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            for (number, slots) in objects.sorted(by: { $0.key < $1.key }) {
                for slot in SlotSequence(slots) {
                    let target = ObjectKey(cluster: number, slot: slot)
                    let key = TreeKey.inverse(table.id, target).bytes
                    var isThere = try unsafe key.withBytes { (key) throws(LMDBError) in
                        try unsafe cursor.seek(key, .exactKey)
                    }
                    while isThere {
                        let source = try unsafe source(cursor.value, target, table)
                        body(source.table, source.object, source.column)
                        isThere = try cursor.move(.nextDuplicate)
                    }
                }
            }
        } catch let error as LMDBError {
            throw .storage(error, tree: "inverse")
        } catch let error as RecordError {
            throw error
        } catch {
            preconditionFailure("cursors and sources throw nothing else")
        }
    }

    // Safety: the length is compared before the entry is read.
    /// Reads an entry of the inverse tree, which must name a link column.
    private func source(
        _ entry: UnsafeRawBufferPointer, _ target: ObjectKey, _ table: Table
    ) throws(RecordError) -> (table: UInt16, object: ObjectKey, column: Int) {
        guard entry.count == 12 else { throw malformed(target, table) }
        let source = unsafe UInt16(bigEndian: entry.loadUnaligned(as: UInt16.self))
        let object = unsafe UInt64(bigEndian: entry.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
        let column = unsafe Int(UInt16(bigEndian: entry.loadUnaligned(fromByteOffset: 10, as: UInt16.self)))
        guard Int(source) < catalogue.tables.count, catalogue.tables[Int(source)].relationColumns.contains(column)
        else {
            throw malformed(target, table)
        }
        return (source, ObjectKey(rawValue: object), column)
    }

    private func malformed(_ target: ObjectKey, _ table: Table) -> RecordError {
        RecordError(
            .corrupt, tree: "inverse", key: "\(table.name) object \(target.number)", message: "an entry is malformed")
    }
}
