internal import TarnLMDB

extension RecordSession {
    /// The pending changes; there are none in a read transaction, which the room above rules out.
    var pending: PendingChanges {
        guard let changes = unsafe changes else {
            preconditionFailure("W8: records can only be changed in a write transaction")
        }
        return changes
    }

    /// The objects that this write has made so far.
    package var madeObjects: MadeObjects { pending.made }

    // Safety: the stored bytes are decoded before anything is written.
    /// Opens a cluster for editing, if it exists or `create` is true.
    ///
    /// The checksum is compared first, so that damage is not given a fresh checksum.
    func editor(_ table: Table, _ number: UInt64, create: Bool) throws(RecordError) -> ClusterEditor? {
        let changes = pending
        if let editor = changes.editor(table, number) { return editor }
        if changes.isFull { try flushClusters() }
        if changes.wordsAreFull { try flushWords() }
        let editor: ClusterEditor
        if let bytes = try unsafe clusterBytes(table.id, number) {
            editor = try unsafe copy(table, number, bytes)
            generation.value &+= 1
        } else {
            if !create { return nil }
            editor = ClusterEditor(table, number: number)
        }
        changes.add(editor)
        return editor
    }

    // Safety: the bytes are copied before the transaction writes.
    /// The editor of stored bytes: a copy, or the editing form when a column is missing.
    private func copy(
        _ table: Table, _ number: UInt64, _ bytes: UnsafeRawBufferPointer
    ) throws(RecordError) -> ClusterEditor {
        let check = unsafe ClusterFormat.check(bytes, table)
        if case .corrupt(let reason) = check { throw corrupt(table, number, reason) }
        guard unsafe ClusterFormat.hasValidChecksum(bytes) else {
            throw corrupt(table, number, "the checksum does not match")
        }
        if case .older = check { return try unsafe editor(table, number, stored: bytes) }
        return unsafe ClusterEditor(table, number: number, byteCount: bytes.count) { unsafe $0.copyMemory(from: bytes) }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Brings an editor into the form in which objects come and go and text is set.
    func expand(_ editor: ClusterEditor) throws(RecordError) {
        if unsafe editor.isEditing { return }
        do {
            try editor.expand()
        } catch {
            throw corrupt(editor.table, editor.number, error.message)
        }
        generation.value &+= 1
    }

    /// Makes an object whose key is not in use. All its columns are zero, empty or nil-less until set.
    package func makeObject(_ table: Table, _ key: ObjectKey) throws(RecordError) -> RowWriter {
        guard let editor = try editor(table, key.cluster, create: true) else { preconditionFailure("created above") }
        return try newObject(editor, key)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes a free slot of an editor.
    func newObject(_ editor: ClusterEditor, _ key: ObjectKey) throws(RecordError) -> RowWriter {
        try expand(editor)
        editor.presence |= key.bit
        unsafe editor.isDirty = true
        unsafe editor.change?.insert(key.bit)
        if !editor.table.uniqueRules.isEmpty { noteUnique(editor, key, isNew: true) }
        unsafe state.types[Int(editor.table.id)].count += 1
        return RowWriter(session: self, editor: editor, key: key, isNew: true)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The next sequence number of a type without an integer key.
    package func nextKey(_ table: Table) -> ObjectKey {
        let number = unsafe state.types[Int(table.id)].nextNumber
        unsafe state.types[Int(table.id)].nextNumber += 1
        return ObjectKey(number)
    }

    // Safety: the object key lives through the call.
    /// Enters a primary key that is not the object key.
    ///
    /// - Throws: `duplicateKey` when another object has it, `keyTooLong` when LMDB cannot hold it.
    package func enter(primaryKey: StoredValue, of object: ObjectKey, _ table: Table) throws(RecordError) {
        guard let column = table.primaryKey, !table.hasIntegerKey else { return }
        let coded = KeyCoding.bytes(primaryKey, table.columns[column].kind)
        guard coded.isExact else { throw .keyTooLong(table) }
        if try self.object(table, codedKey: coded.bytes) != nil {
            throw RecordError(.duplicateKey, tree: "keys", key: table.name, message: "the primary key is in use")
        }
        let value = unsafe withUnsafeBytes(of: object.rawValue) { unsafe Array($0) }
        try put(value, for: .index(table.id, column, coded.bytes), in: trees.keys)
    }

    /// Opens an existing object for changes, or nil when there is none.
    package func writer(_ table: Table, _ key: ObjectKey) throws(RecordError) -> RowWriter? {
        guard let editor = try editor(table, key.cluster, create: false), editor.presence & key.bit != 0 else {
            return nil
        }
        return RowWriter(session: self, editor: editor, key: key, isNew: false)
    }

    /// The writer of an object that this write has made, after other objects were written in between.
    package func newRowWriter(_ table: Table, _ key: ObjectKey) throws(RecordError) -> RowWriter {
        guard let editor = try editor(table, key.cluster, create: false) else { preconditionFailure("made before") }
        return RowWriter(session: self, editor: editor, key: key, isNew: true)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Removes an object and nothing that it owns: its index entries, unique key, long values, and the links of others
    /// to it (O3).
    func deleteAlone(_ table: Table, _ key: ObjectKey) throws(RecordError) -> Bool {
        if catalogue.isLinkTarget(table) { try nullifyLinks(to: key, in: table) }
        guard let editor = try editor(table, key.cluster, create: false), editor.presence & key.bit != 0 else {
            return false
        }
        guard unsafe state.types[Int(table.id)].count > 0 else {
            throw RecordError(
                .corrupt, tree: "log", key: "state", message: "\(table.name) has more objects than were counted")
        }
        if !table.collectionColumns.isEmpty { try dropCollections(of: key, table) }
        var codedKey: [UInt8]?
        if let column = table.primaryKey, !table.hasIntegerKey {
            let value = try value(editor.cluster, key, column, table)
            codedKey = KeyCoding.bytes(value, table.columns[column].kind).bytes
            try remove(.index(table.id, column, codedKey ?? []), in: trees.keys)
        }
        if !table.uniqueRules.isEmpty { noteUnique(editor, key) }
        for column in table.columns.indices {
            let traits = table.traits[column]
            if !traits.isDisjoint(with: .entered) {
                noteIndexEntry(editor, key, column, isRemoval: true)
            }
            if traits.contains(.variable), editor.isElsewhere(column: column, slot: key.slot) {
                try remove(.value(table.id, key, column), in: trees.values)
            }
        }
        try expand(editor)
        editor.clear(slot: key.slot)
        editor.presence &= ~key.bit
        unsafe editor.isDirty = true
        unsafe editor.change?.delete(key.bit, primaryKey: codedKey)
        unsafe state.types[Int(table.id)].count -= 1
        generation.value &+= 1
        return true
    }

    /// Sets the links of other objects to nil before their target goes, and has their collections purged of it.
    func nullifyLinks(to key: ObjectKey, in table: Table) throws(RecordError) {
        for source in try entries(linkingTo: key, table) {
            if source.table.columns[source.column].kind.isCollection {
                let place = CollectionPlace(table: source.table, object: source.object, column: source.column)
                pending.collections.purge(MixedLink(table: table.id, object: key), from: place)
                continue
            }
            guard let writer = try writer(source.table, source.object) else { continue }
            guard source.table.columns[source.column].kind == .any else {
                try writer.setNull(source.column)
                continue
            }
            let value = try value(source.table, source.object, source.column) ?? .null
            _ = try writer.set(value.removing([MixedLink(table: table.id, object: key)]), source.column)
        }
    }

    // Safety: the reserved room is filled within the call.
    /// Stores text or data outside its cluster, with a checksum before it.
    func putLongValue(
        _ bytes: UnsafeRawBufferPointer, _ table: Table, _ object: ObjectKey, _ column: Int
    ) throws(RecordError) {
        let key = TreeKey.value(table.id, object, column).bytes
        let sum = unsafe LongValue.checksum(bytes)
        do {
            try unsafe key.withBytes { (key) throws(LMDBError) in
                try unsafe transaction.reserve(8 + bytes.count, for: key, in: trees.values) { target in
                    unsafe target.storeBytes(of: sum, as: UInt64.self)
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[8...]).copyMemory(from: bytes)
                }
            }
        } catch {
            throw .storage(error, tree: "values")
        }
        unsafe pending.hasOtherChanges = true
    }
}
