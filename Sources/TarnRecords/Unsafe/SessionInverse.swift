internal import CTarnKernels
internal import TarnLMDB

extension RecordSession {
    /// Notes that the links of a value of any kind come or go.
    func noteMixedLinks(_ editor: ClusterEditor, _ key: ObjectKey, _ column: Int, isRemoval: Bool) {
        // A value that cannot be read has no entries to remove either; verify names it.
        guard case .any(let value) = try? value(editor.cluster, key, column, editor.table) else { return }
        for link in value.links {
            pending.delta(editor.table, column, target: link.table)
                .add(link.object.rawValue, key, isRemoval: isRemoval)
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Puts the pending inverse links into their tree, so that they can be looked up.
    func flushInverse() throws(RecordError) {
        for (place, delta) in unsafe pending.indexes
        where place.target != nil || delta.table.columns[place.column].linkTarget != nil {
            if delta.byteCount > 0 { try apply(delta, place) }
        }
    }

    /// Puts the pending links of a column to a type into the tree.
    func applyInverse(_ delta: IndexDelta, _ place: IndexDelta.Place, _ target: UInt16) throws(RecordError) {
        let (removals, additions) = delta.takePairs()
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            for (pairs, isRemoval) in [(removals, true), (additions, false)] {
                var start = 0
                while start < pairs.count {
                    let pair = pairs[start]
                    // A pair that occurs more than once is a collection that leads to the object as often.
                    var end = start + 1
                    while end < pairs.count && pairs[end].key == pair.key && pairs[end].payload == pair.payload {
                        end += 1
                    }
                    let layers = InverseLayers(
                        self, target: (target, pair.key), source: (place.table, pair.payload, place.column))
                    if isRemoval {
                        try layers.remove(end - start, &cursor)
                    } else {
                        try layers.add(end - start, &cursor)
                    }
                    start = end
                }
            }
        } catch {
            throw .storage(error, tree: "inverse")
        }
    }

    /// The objects that link to one, with the column that does; a collection once, however often it has the object.
    package func sources(
        linkingTo key: ObjectKey, _ table: Table
    ) throws(RecordError) -> [(table: Table, object: ObjectKey, column: Int)] {
        try purgeAllTargets()
        return try entries(linkingTo: key, table)
    }

    // Safety: each entry is copied before the cursor moves.
    /// The same, with collections that still have to be purged of the object.
    func entries(
        linkingTo key: ObjectKey, _ table: Table
    ) throws(RecordError) -> [(table: Table, object: ObjectKey, column: Int)] {
        if unsafe changes != nil { try flushInverse() }
        var entries: [[UInt8]] = []
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            let bytes = TreeKey.inverse(table.id, key).bytes
            var isThere = try unsafe bytes.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key, .exactKey)
            }
            while isThere {
                entries.append(unsafe Array(cursor.value))
                isThere = try cursor.move(.nextDuplicate)
            }
        } catch {
            throw .storage(error, tree: "inverse")
        }
        var sources: [(Table, ObjectKey, Int)] = []
        for entry in entries {
            guard let source = InverseEntry(entry), Int(source.table) < catalogue.tables.count,
                catalogue.tables[Int(source.table)].relationColumns.contains(source.column)
            else {
                throw RecordError(
                    .corrupt, tree: "inverse", key: "\(table.name) object \(key.number)",
                    message: "an entry is malformed")
            }
            sources.append((catalogue.tables[Int(source.table)], source.object, source.column))
        }
        return sources
    }
}
