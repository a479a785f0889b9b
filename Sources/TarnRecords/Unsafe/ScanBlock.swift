/// The objects of one cluster during a scan, for reading whole columns.
///
/// One block serves a whole scan. Its number moves with every cluster and at the end, so a column that was kept traps
/// instead of reading.
@safe
public final class ScanBlock {
    @exclusivity(unchecked) @usableFromInline final var turn: UInt64 = 0
    @exclusivity(unchecked) final var cluster: Cluster?
    @exclusivity(unchecked) final var members: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline final var ranks: [UInt8] = []
    /// The number of the cluster.
    package private(set) var number: UInt64 = 0

    package init() {}

    /// The key of the n-th object.
    package func key(_ index: Int) -> ObjectKey {
        // Safety: plain fields of this object; no access overlaps another.
        guard let cluster = unsafe cluster else { return ObjectKey(rawValue: 0) }
        let rank = unsafe members == cluster.all ? index : Int(ranks[index])
        var slots = cluster.presence
        for _ in 0..<rank { slots &= slots &- 1 }
        return ObjectKey(cluster: number, slot: slots.trailingZeroBitCount)
    }

    // Safety: the cluster is kept for as long as the block stands for it.
    /// Takes the next cluster.
    package func load(_ number: UInt64, _ cluster: Cluster, _ members: UInt64) {
        self.number = number
        unsafe self.cluster = cluster
        unsafe self.members = members
        unsafe turn &+= 1
        if members != cluster.all { unsafe ranks = SlotSequence(members).map { UInt8($0) } }
    }

    // Safety: makes every column that was handed out trap.
    /// Ends the use of the block.
    package func clear() {
        unsafe turn &+= 1
        unsafe cluster = nil
        unsafe members = 0
    }
}

/// One column of the objects in a ``ScanBlock``.
@frozen
@safe
public struct ColumnCells {
    @usableFromInline let block: ScanBlock
    @usableFromInline let turn: UInt64
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline let values: UnsafeRawPointer
    @usableFromInline let texts: UnsafeRawPointer
    @usableFromInline let textLimit: Int
    @usableFromInline let isPacked: Bool
    /// The number of objects.
    public let count: Int
    /// The number of the column.
    public let column: Int

    // Safety: the cluster was validated for the columns of its table, of which `column` is one.
    /// The column of the block's present objects.
    public init(_ block: ScanBlock, _ column: Int) {
        self.block = block
        self.column = column
        unsafe turn = block.turn
        count = unsafe block.members.nonzeroBitCount
        guard let cluster = unsafe block.cluster else {
            unsafe (base, values, texts) = (Row.none.base, Row.none.base, Row.none.base)
            (textLimit, isPacked) = (0, true)
            return
        }
        unsafe base = cluster.base
        unsafe values = UnsafeRawPointer(cluster.values(column))
        unsafe texts = values + 2 &* cluster.count
        textLimit = unsafe Int(cluster.base.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) - (texts - cluster.base)
        isPacked = unsafe block.members == cluster.all
    }

    // Safety: reads two plain fields.
    /// The rank of the n-th object; traps outside of `0..<count` and once the block has moved on.
    @inlinable func rank(_ index: Int) -> Int {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "L8: the index is outside of the block")
        precondition(unsafe turn == block.turn, "Q15: a column was used after its block")
        return unsafe isPacked ? index : Int(block.ranks[index])
    }

    // Safety: the rank is checked; the validation covers as many values of the column's width.
    /// A value of a fixed width.
    @inlinable public func value<V: BitwiseCopyable>(_ index: Int, as type: V.Type) -> V {
        let rank = rank(index)
        return unsafe values.loadUnaligned(fromByteOffset: rank &* MemoryLayout<V>.size, as: V.self)
    }

    // Safety: the rank is checked.
    /// A truth value.
    @inlinable public func bool(_ index: Int) -> Bool {
        let rank = rank(index)
        return unsafe values.loadUnaligned(as: UInt64.self) &>> UInt64(rank) & 1 != 0
    }

    // Safety: the rank is checked; an optional column has its mask before its values.
    /// Whether an optional column holds nil.
    @inlinable public func isNull(_ index: Int) -> Bool {
        let rank = rank(index)
        return unsafe (values - 8).loadUnaligned(as: UInt64.self) &>> UInt64(rank) & 1 != 0
    }

    // Safety: the rank is checked.
    /// The row, for values that take more than one load.
    @inlinable public func row(_ index: Int) -> Row { unsafe Row(base: base, rank: rank(index)) }

    // Safety: the rank is checked; both ends are compared with the length of the cluster.
    /// The length of text or data in bytes; nil when it is kept outside the cluster.
    @inlinable public func textCount(_ index: Int) -> Int? {
        let rank = rank(index)
        let end = unsafe values.loadUnaligned(fromByteOffset: rank &* 2, as: UInt16.self)
        let previous = unsafe rank == 0 ? 0 : values.loadUnaligned(fromByteOffset: rank &* 2 &- 2, as: UInt16.self)
        if end & 0x8000 != 0 { return nil }
        return max(0, min(Int(end), textLimit) &- Int(previous & 0x7FFF))
    }
}
