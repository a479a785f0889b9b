internal import CTarnKernels

/// Sets the values of one object in an open write.
///
/// It keeps index entries, inverse links and the report of the change in step with the bytes. Valid until another
/// object is written.
@safe
public struct RowWriter {
    let session: RecordSession
    let editor: ClusterEditor
    /// The object.
    package let key: ObjectKey
    /// True while the object is being made: there are no old index entries then.
    package let isNew: Bool

    private var slot: Int { key.slot }
    private var table: Table { editor.table }

    /// Sets a number or another value of a fixed width.
    @inline(__always)
    package func set<V: BitwiseCopyable>(_ value: V, _ column: Int) {
        let traits = prepare(column)
        editor.set(value, column: column, slot: slot)
        finish(column, traits)
    }

    /// Sets a truth value.
    package func set(bool value: Bool, _ column: Int) {
        let traits = prepare(column)
        editor.set(bool: value, column: column, slot: slot)
        finish(column, traits)
    }

    // Safety: `table.columns` tells the width of the column that is cleared.
    /// Sets an optional column to nil.
    package func setNull(_ column: Int) throws(RecordError) {
        if table.traits[column].contains(.variable) { try session.expand(editor) }
        let traits = prepare(column)
        if traits.contains(.variable) { try dropLongValue(column) }
        editor.clear(column: column, slot: slot)
        editor.set(isNull: true, column: column, slot: slot)
        finish(column, traits)
    }

    // Safety: `bytes` has the column's width; callers pass the encodings of exactly that length.
    /// Sets the bytes of a decimal, UUID or ObjectId.
    package func set(fixedBytes bytes: UnsafeRawBufferPointer, _ column: Int) {
        let traits = prepare(column)
        unsafe editor.set(fixedBytes: bytes, column: column, slot: slot)
        finish(column, traits)
    }

    // Safety: the bytes live through the call.
    /// Sets text or data of any length; long values go to their own tree.
    package func set(text bytes: UnsafeRawBufferPointer, _ column: Int) throws(RecordError) {
        try session.expand(editor)
        let traits = prepare(column)
        let isLong = bytes.count > ClusterFormat.inlineLimit
        var moved: Bool
        if isLong {
            try unsafe session.putLongValue(bytes, table, key, column)
            var length = UInt64(bytes.count)
            moved = unsafe withUnsafeBytes(of: &length) {
                unsafe editor.set(text: $0, isElsewhere: true, column: column, slot: slot)
            }
        } else {
            if !isNew { try dropLongValue(column) }
            moved = unsafe editor.set(text: bytes, isElsewhere: false, column: column, slot: slot)
        }
        if moved { session.generation.value &+= 1 }
        finish(column, traits)
    }

    // Safety: as `set(text:)`; the caller notes the index entry.
    /// Puts the long text of a new row into its own tree.
    func setNewLongText(_ string: String, _ column: Int) throws(RecordError) {
        let bytes = Array(string.utf8)
        try unsafe bytes.withBytes { (bytes) throws(RecordError) in
            try unsafe session.putLongValue(bytes, table, key, column)
        }
        let moved = unsafe withUnsafeBytes(of: UInt64(bytes.count)) {
            unsafe editor.set(text: $0, isElsewhere: true, column: column, slot: slot)
        }
        if moved { session.generation.value &+= 1 }
    }

    // Safety: the UTF-8 lives through the call.
    /// Sets text of any length.
    package func set(string: String, _ column: Int) throws(RecordError) {
        var text = string
        do {
            try text.withUTF8 { try unsafe set(text: UnsafeRawBufferPointer($0), column) }
        } catch let error as RecordError {
            throw error
        } catch {
            preconditionFailure("set(text:) throws nothing else")
        }
    }

    /// Sets a value known only at run time.
    ///
    /// - Returns: false when it does not fit the column; nothing is changed then.
    package func set(_ value: StoredValue, _ column: Int) throws(RecordError) -> Bool {
        let description = table.columns[column]
        guard value.fits(description.kind, isOptional: description.isOptional) else { return false }
        switch value {
        case .null: try setNull(column)
        case .bool(let value): set(bool: value, column)
        case .string(let text): try set(bytes: Array(text.utf8), column)
        case .bytes(let bytes): try set(bytes: bytes, column)
        case .any(let value): try set(bytes: try value.encoded(), column)
        default:
            let traits = prepare(column)
            editor.set(stored: value, column: column, slot: slot)
            finish(column, traits)
        }
        return true
    }

    // Safety: the array lives through the call.
    private func set(bytes: [UInt8], _ column: Int) throws(RecordError) {
        let isVariable = table.columns[column].kind.isVariable
        try unsafe bytes.withBytes { (bytes) throws(RecordError) in
            if isVariable {
                try unsafe set(text: bytes, column)
            } else {
                unsafe set(fixedBytes: bytes, column)
            }
        }
    }

    /// Gives a new object the defaults of columns that the program does not declare.
    package func setDefaults(except declared: [Int]) throws(RecordError) {
        for column in table.columns.indices where !declared.contains(column) {
            _ = try set(table.columns[column].defaultValue, column)
        }
    }

    private func dropLongValue(_ column: Int) throws(RecordError) {
        if editor.isElsewhere(column: column, slot: slot) {
            try session.remove(.value(table.id, key, column), in: session.trees.values)
        }
    }

    /// Before a change: the old index entry goes.
    @inline(__always)
    private func prepare(_ column: Int) -> ColumnTraits {
        let traits = table.traits[column]
        if !isNew && !traits.isDisjoint(with: [.indexed, .link, .fullText, .optional, .unique]) {
            if traits.contains(.unique) { session.noteUnique(editor, key, column) }
            if !traits.isDisjoint(with: .entered) {
                session.noteIndexEntry(editor, key, column, isRemoval: true)
            }
            if traits.contains(.optional) { editor.set(isNull: false, column: column, slot: slot) }
        }
        return traits
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// After a change: the new index entry comes, and the change is noted.
    @inline(__always)
    private func finish(_ column: Int, _ traits: ColumnTraits) {
        if !traits.isDisjoint(with: .entered) {
            session.noteIndexEntry(editor, key, column, isRemoval: false)
        }
        unsafe editor.isDirty = true
        if !isNew { unsafe editor.change?.modify(key.bit, column: column) }
    }
}
