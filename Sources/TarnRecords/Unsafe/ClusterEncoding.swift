extension ClusterEditor {
    // Safety: entries of text columns are read at present slots only.
    /// The number of bytes that the stored form takes.
    func storedByteCount() -> Int {
        if unsafe !isEditing { return unsafe heapEnd }
        let count = presence.nonzeroBitCount
        var size = ClusterFormat.headerByteCount(columns: table.columns.count) + 8
        for (column, description) in table.columns.enumerated() {
            size = (size + 7) & ~7
            if description.isOptional { size += 8 }
            switch description.kind {
            case .bool: size += 8
            case .string, .data, .any: size += 2 * count + textByteCount(column)
            default: size += count * (description.kind.width ?? 0)
            }
        }
        return size + ClusterFormat.tailByteCount
    }

    // Safety: the entries of a text column, written by `enter` and zero (an empty text) otherwise.
    private func textByteCount(_ column: Int) -> Int {
        let entries = unsafe UnsafeRawPointer(base) + Int(table.editing.offsets[column])
        var total = 0
        for slot in SlotSequence(presence) {
            total += unsafe Int(entries.loadUnaligned(fromByteOffset: slot * 8 + 4, as: UInt32.self) & 0x7FFF_FFFF)
        }
        return total
    }

    // Safety: `storedByteCount` computed the same walk, so every write lies inside `target`.
    /// Writes the stored form into a buffer of `storedByteCount()` bytes, checksum included.
    func encode(into target: UnsafeMutableRawBufferPointer) {
        guard let start = target.baseAddress else { return }
        if unsafe !isEditing {
            unsafe start.copyMemory(from: base, byteCount: heapEnd)
            unsafe storeChecksum(target)
            return
        }
        let columns = table.columns
        let header = ClusterFormat.headerByteCount(columns: columns.count) + 8
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: header)
        unsafe start.copyMemory(from: base, byteCount: 16)
        unsafe start.storeBytes(of: 0, toByteOffset: 1, as: UInt8.self)
        unsafe start.storeBytes(of: UInt32(target.count), toByteOffset: 4, as: UInt32.self)
        unsafe start.storeBytes(of: UInt8(presence.nonzeroBitCount), toByteOffset: 20, as: UInt8.self)
        var next = header
        for column in columns.indices {
            let aligned = (next + 7) & ~7
            unsafe (start + next).initializeMemory(as: UInt8.self, repeating: 0, count: aligned - next)
            next = unsafe pack(column, at: aligned, start)
        }
        unsafe (start + next).initializeMemory(as: UInt8.self, repeating: 0, count: target.count - next)
        unsafe storeChecksum(target)
    }

    // Safety: the target holds at least a header.
    private func storeChecksum(_ target: UnsafeMutableRawBufferPointer) {
        let sum = unsafe ClusterFormat.checksum(UnsafeRawBufferPointer(target))
        unsafe target.storeBytes(of: sum, toByteOffset: 16, as: UInt32.self)
    }

    // Safety: as `encode`.
    private func pack(_ column: Int, at place: Int, _ start: UnsafeMutableRawPointer) -> Int {
        let description = table.columns[column]
        var next = place
        let source = unsafe UnsafeRawPointer(base) + Int(table.editing.offsets[column])
        if description.isOptional {
            let nulls = unsafe packed((source - 8).loadUnaligned(as: UInt64.self))
            unsafe start.storeBytes(of: nulls, toByteOffset: next, as: UInt64.self)
            next += 8
        }
        let directory = ClusterFormat.directoryOffset + column * 4
        unsafe start.storeBytes(of: UInt32(next), toByteOffset: directory, as: UInt32.self)
        switch description.kind {
        case .bool:
            unsafe start.storeBytes(
                of: packed(source.loadUnaligned(as: UInt64.self)), toByteOffset: next, as: UInt64.self)
            return next + 8
        case .string, .data, .any:
            return unsafe packText(column, at: next, start)
        default:
            return unsafe packFixed(description.kind.width ?? 0, from: source, at: next, start)
        }
    }

    // Safety: as `encode`; the source has 64 cells.
    private func packFixed(
        _ width: Int, from source: UnsafeRawPointer, at place: Int, _ start: UnsafeMutableRawPointer
    ) -> Int {
        let mask = presence
        if mask & (mask &+ 1) == 0 {
            let size = width * mask.nonzeroBitCount
            unsafe (start + place).copyMemory(from: source, byteCount: size)
            return place + size
        }
        var next = place
        for slot in SlotSequence(mask) {
            unsafe (start + next).copyMemory(from: source + slot * width, byteCount: width)
            next += width
        }
        return next
    }

    // Safety: as `encode`.
    private func packText(_ column: Int, at place: Int, _ start: UnsafeMutableRawPointer) -> Int {
        let entries = unsafe UnsafeRawPointer(base) + Int(table.editing.offsets[column])
        var ends = unsafe start + place
        let texts = unsafe ends + 2 * presence.nonzeroBitCount
        var length = 0
        // Texts that lie one behind the other, as those of an opened cluster do, are copied together.
        var run = (source: 0, target: 0, count: 0)
        for slot in SlotSequence(presence) {
            let source = unsafe Int(entries.loadUnaligned(fromByteOffset: slot * 8, as: UInt32.self))
            let size = unsafe entries.loadUnaligned(fromByteOffset: slot * 8 + 4, as: UInt32.self)
            let count = Int(size & 0x7FFF_FFFF)
            if source != run.source + run.count {
                unsafe (texts + run.target).copyMemory(from: base + run.source, byteCount: run.count)
                run = (source, length, 0)
            }
            run.count += count
            length += count
            unsafe ends.storeBytes(of: UInt16(length) | (size >> 31 != 0 ? 0x8000 : 0), as: UInt16.self)
            unsafe ends += 2
        }
        unsafe (texts + run.target).copyMemory(from: base + run.source, byteCount: run.count)
        return place + 2 * presence.nonzeroBitCount + length
    }

    /// Drops the bits of empty slots.
    private func packed(_ slots: UInt64) -> UInt64 { cluster.ranks(fromSlots: slots) }

    // Safety: the encoder fills exactly the bytes that are allocated.
    /// The cluster re-encoded in memory, complete under its table's schema.
    func upgraded() -> ClusterEditor {
        unsafe ClusterEditor(table, number: number, byteCount: storedByteCount()) { unsafe encode(into: $0) }
    }
}
