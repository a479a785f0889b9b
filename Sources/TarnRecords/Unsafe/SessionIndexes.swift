internal import TarnLMDB

extension RecordSession {
    // Safety: the object is present, so its place lies in the editor.
    /// Notes that an object's entry in the index (or the inverse links) of a column comes or goes.
    func noteIndexEntry(_ editor: ClusterEditor, _ key: ObjectKey, _ column: Int, isRemoval: Bool) {
        if editor.table.columns[column].kind == .any {
            return noteMixedLinks(editor, key, column, isRemoval: isRemoval)
        }
        let row = unsafe Row(base: editor.base, rank: editor.place(key.slot))
        let traits = editor.table.traits[column]
        if traits.contains(.fullText) { noteWords(row, editor.table, key, column, isRemoval: isRemoval) }
        if traits.isDisjoint(with: [.indexed, .link]) { return }
        noteIndexEntry(row, editor.table, key, column, delta(editor, column), isRemoval: isRemoval)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The pending entries of an index, without a look-up after the first for a cluster.
    private func delta(_ editor: ClusterEditor, _ column: Int) -> IndexDelta {
        if unsafe column < editor.deltas.count, let known = unsafe editor.deltas[column] { return known }
        if unsafe editor.deltas.isEmpty {
            unsafe editor.deltas = Array(repeating: nil, count: editor.table.columns.count)
        }
        let delta = pending.delta(editor.table, column)
        unsafe editor.deltas[column] = delta
        return delta
    }

    // Safety: the bytes of the row are copied into the entry.
    private func noteIndexEntry(
        _ row: Row, _ table: Table, _ key: ObjectKey, _ column: Int, _ delta: IndexDelta, isRemoval: Bool
    ) {
        let description = table.columns[column]
        if description.isOptional && row.isNull(column) {
            if description.kind != .link { delta.add([0], key, isRemoval: isRemoval) }
            return
        }
        switch description.kind {
        case .string: delta.add(textKey(row, table, key, column), key, isRemoval: isRemoval)
        case .decimal, .uuid, .objectId:
            let width = description.kind.width ?? 0
            unsafe delta.add(row.withBytes(column, count: width) { unsafe [1] + Array($0) }, key, isRemoval: isRemoval)
        case .data: break
        case .bool: delta.add([1, row.bool(column) ? 1 : 0], key, isRemoval: isRemoval)
        default: delta.add(row.ordered(column, description.kind), key, isRemoval: isRemoval)
        }
    }

    private func textKey(_ row: Row, _ table: Table, _ key: ObjectKey, _ column: Int) -> [UInt8] {
        if let bytes = row.bytes(column) { return [1] + bytes }
        // A long value that cannot be read has no entry to remove either; verify names it.
        let long = (try? longValue(table, key, column)) ?? []
        return Array(([1] + long).prefix(KeyCoding.maximumByteCount))
    }

    /// Enters every object of a table into the new indexes of a column.
    package func buildIndex(_ table: Table, _ column: Int) throws(RecordError) {
        if table.columns[column].isFullText { try buildWords(table, column) }
        if !table.columns[column].isIndexed { return }
        let delta = pending.delta(table, column)
        try scan(table, columns: [column]) { (number, cluster) in
            for (rank, slot) in SlotSequence(cluster.presence).enumerated() {
                let key = ObjectKey(cluster: number, slot: slot)
                noteIndexEntry(cluster.row(rank: rank), table, key, column, delta, isRemoval: false)
            }
            return true
        }
        try flushIndexes()
    }

    // Safety: the key under the cursor is compared before the cursor moves on.
    /// Removes every entry of the indexes of a column.
    package func dropIndex(_ table: UInt16, _ column: Int) throws(RecordError) {
        try dropIndex(table, column, in: trees.index)
        try dropIndex(table, column, in: trees.words)
    }

    // Safety: the key under the cursor is compared before the cursor moves on.
    private func dropIndex(_ table: UInt16, _ column: Int, in tree: RawTree) throws(RecordError) {
        let prefix = TreeKey.index(table, column, []).bytes
        do {
            var cursor = try RawCursor(transaction, tree)
            while try unsafe prefix.withBytes({ (key) throws(LMDBError) in try unsafe cursor.seek(key, .atOrAfter) }) {
                guard unsafe cursor.key.count > 4, unsafe cursor.key.prefix(4).elementsEqual(prefix) else { break }
                try cursor.delete(allDuplicates: true)
            }
        } catch {
            throw .storage(error, tree: trees.name(of: tree))
        }
        unsafe pending.hasOtherChanges = true
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Puts all pending index entries into the trees.
    func flushIndexes() throws(RecordError) {
        for (place, delta) in unsafe pending.indexes.sorted(by: {
            ($0.key.table, $0.key.column, $0.key.target ?? 0) < ($1.key.table, $1.key.column, $1.key.target ?? 0)
        }) {
            if delta.byteCount > 0 { try apply(delta, place) }
        }
    }

    /// Puts the pending entries of one index, or of the links of one column, into their tree.
    func apply(_ delta: IndexDelta, _ place: IndexDelta.Place) throws(RecordError) {
        if let target = place.target ?? delta.table.columns[place.column].linkTarget {
            return try applyInverse(delta, place, target)
        }
        let (removals, additions) = delta.take()
        try applyIndex(removals, additions, place)
    }

    // Safety: keys and values are arrays that live through each call.
    private func applyIndex(
        _ removals: [IndexDelta.Group], _ additions: [IndexDelta.Group], _ place: IndexDelta.Place
    ) throws(RecordError) {
        do {
            var cursor = try RawCursor(transaction, trees.index)
            for group in removals {
                let key = TreeKey.index(place.table, place.column, group.key).bytes
                for object in group.objects {
                    try unsafe withUnsafeBytes(of: object) { (value) throws(LMDBError) in
                        try unsafe key.withBytes { (key) throws(LMDBError) in
                            if try unsafe cursor.seek(key, duplicate: value, .exactPair) { try cursor.delete() }
                        }
                    }
                }
            }
            for group in additions {
                let key = TreeKey.index(place.table, place.column, group.key).bytes
                try unsafe key.withBytes { (key) throws(LMDBError) in
                    try unsafe group.objects.withBytes { (objects) throws(LMDBError) in
                        try unsafe put(objects, first: group.objects[0], for: key, &cursor)
                    }
                }
            }
        } catch {
            throw .storage(error, tree: "index")
        }
    }

    // Safety: the caller keeps key and values alive.
    private func put(
        _ objects: UnsafeRawBufferPointer, first: UInt64, for key: UnsafeRawBufferPointer, _ cursor: inout RawCursor
    ) throws(LMDBError) {
        if objects.count == 8 {
            try unsafe cursor.put(objects, for: key, flags: .noDuplicate)
            return
        }
        var flags: PutFlags = .appendDuplicate
        if try unsafe cursor.seek(key, .exactKey) {
            _ = try cursor.move(.lastDuplicate)
            let last = unsafe cursor.value.count == 8 ? cursor.value.loadUnaligned(as: UInt64.self) : .max
            if last >= first { flags = .noDuplicate }
        }
        if flags == .appendDuplicate {
            try unsafe cursor.putMultiple(objects, elementSize: 8, for: key, flags: flags)
            return
        }
        for start in stride(from: 0, to: objects.count, by: 8) {
            try unsafe cursor.put(UnsafeRawBufferPointer(rebasing: objects[start..<start + 8]), for: key, flags: flags)
        }
    }
}
