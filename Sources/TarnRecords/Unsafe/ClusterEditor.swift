/// A cluster that can be changed, in one of two forms.
///
/// A copy of the stored bytes is enough for setting values of a fixed width. Objects that come and go, and text, need
/// the editing form: room for all 64 slots in every column (`expand`). Also used to give clusters written under an
/// older schema the columns they lack. Not Sendable; it lives in one transaction.
@safe
package final class ClusterEditor {
    let table: Table
    /// The number of the cluster.
    package let number: UInt64
    @exclusivity(unchecked) private(set) var base: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private(set) var heapEnd: Int
    /// True in the editing form, where rows are addressed by slot; false for stored bytes, addressed by rank.
    @exclusivity(unchecked) private(set) var isEditing: Bool
    /// Whether the stored cluster differs.
    @exclusivity(unchecked) var isDirty = false
    /// The pending entries of each index, kept here once they have been asked for.
    @exclusivity(unchecked) var deltas: [IndexDelta?] = []
    /// What the transaction has done to the objects here.
    @exclusivity(unchecked) var change: ClusterChange?

    // Safety: the memory is zeroed up to the heap, owned by this object and freed in deinit.
    /// An empty cluster.
    init(_ table: Table, number: UInt64) {
        self.table = table
        self.number = number
        unsafe isEditing = true
        unsafe heapEnd = table.editing.heapStart
        unsafe capacity = unsafe heapEnd + 4096
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
        unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: heapEnd)
        unsafe base.storeBytes(of: ClusterFormat.version, as: UInt8.self)
        unsafe base.storeBytes(of: ClusterFormat.editingFlag, toByteOffset: 1, as: UInt8.self)
        unsafe base.storeBytes(of: UInt16(table.columns.count), toByteOffset: 2, as: UInt16.self)
        for (column, offset) in table.editing.offsets.enumerated() {
            unsafe base.storeBytes(
                of: offset, toByteOffset: ClusterFormat.directoryOffset + column * 4, as: UInt32.self)
        }
    }

    // Safety: the caller fills all of the memory before anybody reads it.
    /// Stored bytes held in memory.
    init(_ table: Table, number: UInt64, byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.table = table
        self.number = number
        unsafe isEditing = false
        unsafe heapEnd = byteCount
        unsafe capacity = byteCount
        unsafe base = .allocate(byteCount: byteCount, alignment: 16)
        unsafe fill(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
    }

    // Safety: allocated in init or grow, freed once.
    deinit { unsafe base.deallocate() }

    // Safety: the other editor takes the old memory and frees it.
    /// Changes to the editing form. Rows have to be found again afterwards.
    func expand() throws(ClusterProblem) {
        if unsafe isEditing { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: heapEnd)
        let expanded = try unsafe ClusterEditor(table, number: number, stored: bytes)
        unsafe swap(&base, &expanded.base)
        unsafe swap(&capacity, &expanded.capacity)
        unsafe swap(&heapEnd, &expanded.heapEnd)
        unsafe isEditing = true
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Where the values of a slot stand in the columns.
    @inline(__always)
    func place(_ slot: Int) -> Int {
        unsafe isEditing ? slot : (presence & (1 << UInt64(slot) - 1)).nonzeroBitCount
    }

    /// Which slots hold an object.
    package var presence: UInt64 {
        // Safety: the header is always there.
        get { unsafe base.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
        set { unsafe base.storeBytes(of: newValue, toByteOffset: 8, as: UInt64.self) }
    }

    /// The cluster for readers; valid until text is set or the editor goes.
    package var cluster: Cluster { unsafe Cluster(base: base, presence: presence, owner: self) }
    /// How much memory this takes.
    var byteCount: Int { unsafe capacity }

    // Safety: the column is one of the table's, so its offset lies inside the memory.
    private func values(_ column: Int) -> UnsafeMutableRawPointer {
        let offset = unsafe base.loadUnaligned(
            fromByteOffset: ClusterFormat.directoryOffset + column &* 4, as: UInt32.self)
        return unsafe base + Int(offset)
    }

    // Safety: `slot` is below 64 and V has the column's width.
    /// Stores a value of a fixed width.
    @inline(__always)
    func set<V: BitwiseCopyable>(_ value: V, column: Int, slot: Int) {
        unsafe values(column).storeBytes(of: value, toByteOffset: place(slot) &* MemoryLayout<V>.size, as: V.self)
    }

    // Safety: the mask of a Bool column is its eight bytes of values.
    /// Stores a truth value.
    func set(bool value: Bool, column: Int, slot: Int) {
        let pointer = unsafe values(column)
        let bit: UInt64 = 1 << UInt64(place(slot))
        let mask = unsafe pointer.loadUnaligned(as: UInt64.self)
        unsafe pointer.storeBytes(of: value ? mask | bit : mask & ~bit, as: UInt64.self)
    }

    // Safety: every column has its nil mask in the eight bytes before its values.
    /// Marks a slot of an optional column as nil or not.
    func set(isNull value: Bool, column: Int, slot: Int) {
        let pointer = unsafe values(column) - 8
        let bit: UInt64 = 1 << UInt64(place(slot))
        let mask = unsafe pointer.loadUnaligned(as: UInt64.self)
        unsafe pointer.storeBytes(of: value ? mask | bit : mask & ~bit, as: UInt64.self)
    }

    // Safety: `bytes` has the column's width.
    /// Stores the bytes of a fixed-width value.
    func set(fixedBytes bytes: UnsafeRawBufferPointer, column: Int, slot: Int) {
        unsafe UnsafeMutableRawBufferPointer(start: values(column) + place(slot) &* bytes.count, count: bytes.count)
            .copyMemory(from: bytes)
    }

    // Safety: the heap is grown before it is written; `bytes` does not lie in this heap.
    /// Stores text or data; answers true when the memory moved, so that rows have to be made again.
    func set(text bytes: UnsafeRawBufferPointer, isElsewhere: Bool, column: Int, slot: Int) -> Bool {
        unsafe precondition(isEditing, "text is set in the editing form")
        let moved = unsafe heapEnd + bytes.count > capacity && reserve(bytes.count)
        enter(column, slot, start: unsafe append(bytes), length: bytes.count, isElsewhere: isElsewhere)
        return moved
    }

    // Safety: the heap is grown before it is written; callers have reserved, or nobody holds rows yet.
    /// Puts bytes at the end of the heap and tells where.
    func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        if unsafe heapEnd + bytes.count > capacity { _ = reserve(bytes.count) }
        unsafe UnsafeMutableRawBufferPointer(start: base + heapEnd, count: bytes.count).copyMemory(from: bytes)
        defer { unsafe heapEnd += bytes.count }
        return unsafe heapEnd
    }

    // Safety: the entry of a slot lies in the column; `start` and `length` were given by `append`.
    /// Notes where the text of a slot lies.
    func enter(_ column: Int, _ slot: Int, start: Int, length: Int, isElsewhere: Bool) {
        let entry = unsafe values(column) + slot &* 8
        unsafe entry.storeBytes(of: UInt32(start), as: UInt32.self)
        unsafe entry.storeBytes(of: UInt32(length) | (isElsewhere ? 0x8000_0000 : 0), toByteOffset: 4, as: UInt32.self)
    }

    // Safety: the bytes are those of at most 64 values of the column's width.
    /// Stores the values of the first slots of a column.
    func fill(_ column: Int, with bytes: UnsafeRawBufferPointer) {
        unsafe UnsafeMutableRawBufferPointer(start: values(column), count: bytes.count).copyMemory(from: bytes)
    }

    // Safety: the fixed part and every live text are copied before the old memory is freed.
    /// Makes room in the heap. Growing drops the bytes of texts that have been replaced, so that a value set over and
    /// over does not grow the cluster.
    private func reserve(_ count: Int) -> Bool {
        if unsafe heapEnd + count <= capacity { return false }
        let start = table.editing.heapStart
        var live: [(entry: Int, bytes: UnsafeRawBufferPointer)] = unsafe []
        var liveCount = 0
        for (column, description) in table.columns.enumerated() where description.kind.isVariable {
            for slot in SlotSequence(presence) {
                let bytes = unsafe Row(base: base, rank: slot).span(column).bytes
                unsafe live.append((Int(table.editing.offsets[column]) + slot * 8, bytes))
                liveCount += bytes.count
            }
        }
        let larger = start + max(4096, 2 * (liveCount + count))
        let memory = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        unsafe memory.copyMemory(from: base, byteCount: start)
        unsafe heapEnd = start
        for unsafe(entry, bytes) in unsafe live {
            if let address = bytes.baseAddress {
                unsafe (memory + heapEnd).copyMemory(from: address, byteCount: bytes.count)
            }
            unsafe memory.storeBytes(of: UInt32(heapEnd), toByteOffset: entry, as: UInt32.self)
            unsafe heapEnd += bytes.count
        }
        unsafe base.deallocate()
        unsafe base = memory
        unsafe capacity = larger
        return true
    }

    // Safety: the entry lies in the editor.
    /// Whether a value of any length is kept outside the cluster.
    func isElsewhere(column: Int, slot: Int) -> Bool {
        unsafe Row(base: base, rank: place(slot)).span(column).isElsewhere
    }

    /// Clears the values of a slot, so that nothing of a removed object stays behind.
    func clear(slot: Int) {
        for column in table.columns.indices { clear(column: column, slot: slot) }
    }

    // Safety: the width is the column's.
    /// Clears one value: zero, empty, not nil.
    func clear(column: Int, slot: Int) {
        set(isNull: false, column: column, slot: slot)
        switch table.columns[column].kind {
        case .bool: set(bool: false, column: column, slot: slot)
        case .string, .data, .any: set(0 as UInt64, column: column, slot: slot)
        case let kind:
            let width = kind.width ?? 0
            unsafe (values(column) + place(slot) * width).initializeMemory(as: UInt8.self, repeating: 0, count: width)
        }
    }
}
