internal import CTarnKernels

extension ClusterEditor {
    // Safety: `ClusterFormat.check` has accepted the bytes, so the ranges below lie inside them.
    /// Opens a stored cluster for editing. Columns that it lacks get their defaults.
    ///
    /// - Throws: a message when text ends do not fit.
    convenience init(
        _ table: Table, number: UInt64, stored bytes: UnsafeRawBufferPointer
    ) throws(ClusterProblem) {
        self.init(table, number: number)
        guard let source = bytes.baseAddress else { throw ClusterProblem(message: "no bytes") }
        presence = unsafe source.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        let stored = unsafe Int(source.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        for column in table.columns.indices {
            let place = ClusterFormat.directoryOffset + column * 4
            let offset = unsafe column < stored ? Int(source.loadUnaligned(fromByteOffset: place, as: UInt32.self)) : 0
            if offset == 0 {
                try fillDefault(column)
            } else {
                try unsafe expand(column, from: source + offset, end: source + bytes.count)
            }
        }
    }

    // Safety: as above; text is checked against the end before it is copied.
    private func expand(
        _ column: Int, from values: UnsafeRawPointer, end: UnsafeRawPointer
    ) throws(ClusterProblem) {
        let description = table.columns[column]
        if description.isOptional { spread(unsafe (values - 8).loadUnaligned(as: UInt64.self), intoNullsOf: column) }
        switch description.kind {
        case .bool: spread(unsafe values.loadUnaligned(as: UInt64.self), intoBitsOf: column)
        case .string, .data, .any: try unsafe expandText(column, from: values, end: end)
        default: unsafe expandFixed(column, width: description.kind.width ?? 0, from: values)
        }
    }

    // Safety: `check` saw `count * width` bytes at `values`; the editor has room for 64.
    private func expandFixed(_ column: Int, width: Int, from values: UnsafeRawPointer) {
        let count = presence.nonzeroBitCount
        if presence == (count == 64 ? .max : 1 << UInt64(count) - 1) {
            unsafe fill(column, with: UnsafeRawBufferPointer(start: values, count: width * count))
            return
        }
        for (rank, slot) in SlotSequence(presence).enumerated() {
            let cell = unsafe UnsafeRawBufferPointer(start: values + rank * width, count: width)
            unsafe set(fixedBytes: cell, column: column, slot: slot)
        }
    }

    // Safety: tarn_text_is_valid bounds every end by the bytes that are there.
    private func expandText(
        _ column: Int, from values: UnsafeRawPointer, end: UnsafeRawPointer
    ) throws(ClusterProblem) {
        let count = presence.nonzeroBitCount
        let ends = unsafe values.assumingMemoryBound(to: UInt8.self)
        let texts = unsafe values + 2 * count
        let available = unsafe end - texts - ClusterFormat.tailByteCount
        guard unsafe available >= 0 && tarn_text_is_valid(ends, UInt32(count), available) else {
            throw ClusterProblem(message: "text of column \(column) leaves the value")
        }
        let length = count == 0 ? 0 : unsafe Int(tarn_text_end(ends, UInt32(count - 1)))
        var start = unsafe append(UnsafeRawBufferPointer(start: texts, count: length))
        let first = start
        for (rank, slot) in SlotSequence(presence).enumerated() {
            let end = unsafe values.loadUnaligned(fromByteOffset: rank * 2, as: UInt16.self)
            let next = first + Int(end & 0x7FFF)
            enter(column, slot, start: start, length: next - start, isElsewhere: end & 0x8000 != 0)
            start = next
        }
    }

    private func spread(_ ranks: UInt64, intoNullsOf column: Int) {
        for (rank, slot) in SlotSequence(presence).enumerated() where ranks >> UInt64(rank) & 1 != 0 {
            set(isNull: true, column: column, slot: slot)
        }
    }

    private func spread(_ ranks: UInt64, intoBitsOf column: Int) {
        for (rank, slot) in SlotSequence(presence).enumerated() where ranks >> UInt64(rank) & 1 != 0 {
            set(bool: true, column: column, slot: slot)
        }
    }

    /// Gives every object of the cluster a column's default.
    private func fillDefault(_ column: Int) throws(ClusterProblem) {
        let description = table.columns[column]
        for slot in SlotSequence(presence) where !set(stored: description.defaultValue, column: column, slot: slot) {
            throw ClusterProblem(message: "the default of column \(column) does not fit its kind")
        }
    }

    /// Stores a value whose kind is only known at run time; false when it does not fit or is too long to stand here.
    @discardableResult
    func set(stored value: StoredValue, column: Int, slot: Int) -> Bool {
        let kind = table.columns[column].kind
        switch (value, kind) {
        case (.null, _): set(isNull: true, column: column, slot: slot)
        case (.bool(let value), .bool): set(bool: value, column: column, slot: slot)
        case (.integer(let value), .int8): set(Int8(truncatingIfNeeded: value), column: column, slot: slot)
        case (.integer(let value), .int16): set(Int16(truncatingIfNeeded: value), column: column, slot: slot)
        case (.integer(let value), .int32): set(Int32(truncatingIfNeeded: value), column: column, slot: slot)
        case (.integer(let value), .int64), (.integer(let value), .list), (.integer(let value), .set),
            (.integer(let value), .map):
            set(value, column: column, slot: slot)
        case (.float(let value), .float): set(value, column: column, slot: slot)
        case (.double(let value), .double), (.double(let value), .date): set(value, column: column, slot: slot)
        case (.link(let key), .link): set(key.rawValue, column: column, slot: slot)
        case (.string(let text), .string): return setBytes(Array(text.utf8), column, slot)
        case (.bytes(let bytes), .data): return setBytes(bytes, column, slot)
        case (.bytes(let bytes), _) where bytes.count == kind.width:
            // Safety: the array lives through the call.
            unsafe bytes.withUnsafeBytes { unsafe set(fixedBytes: $0, column: column, slot: slot) }
        default: return false
        }
        return true
    }

    // Safety: the array lives through the call.
    private func setBytes(_ bytes: [UInt8], _ column: Int, _ slot: Int) -> Bool {
        if bytes.count > ClusterFormat.inlineLimit { return false }
        return unsafe bytes.withUnsafeBytes {
            _ = unsafe set(text: $0, isElsewhere: false, column: column, slot: slot)
            return true
        }
    }
}

/// Why a cluster could not be opened for editing.
struct ClusterProblem: Error {
    let message: String
}

/// The positions of the set bits of a mask, ascending.
package struct SlotSequence: Sequence, IteratorProtocol {
    private var rest: UInt64

    @inline(__always)
    package init(_ mask: UInt64) { rest = mask }

    @inline(__always)
    package mutating func next() -> Int? {
        if rest == 0 { return nil }
        defer { rest &= rest &- 1 }
        return rest.trailingZeroBitCount
    }
}
