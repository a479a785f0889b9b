/// The objects of one cluster during a scan, for reading whole columns.
///
/// It is cleared when the scan goes on, so a column that was kept traps instead of reading.
@safe
public final class ScanBlock {
    @exclusivity(unchecked) @usableFromInline final var size: Int
    @exclusivity(unchecked) private final var cluster: Cluster?
    /// The ranks of the members, when they are not all objects of the cluster.
    @usableFromInline let ranks: [UInt8]
    @usableFromInline let isPacked: Bool
    /// The number of the cluster.
    package let number: UInt64

    // Safety: the block keeps the cluster, and only ranks of its members.
    /// The members of a cluster, by rank.
    init(_ number: UInt64, _ cluster: Cluster, _ members: UInt64) {
        self.number = number
        unsafe self.cluster = cluster
        unsafe size = members.nonzeroBitCount
        isPacked = members == cluster.all
        ranks = isPacked ? [] : SlotSequence(members).map { UInt8($0) }
    }

    // Safety: plain fields of this object; no access overlaps another.
    /// The key of the n-th object.
    package func key(_ index: Int) -> ObjectKey {
        guard let cluster = unsafe cluster else { return ObjectKey(rawValue: 0) }
        var slots = cluster.presence
        for _ in 0..<(isPacked ? index : Int(ranks[index])) { slots &= slots &- 1 }
        return ObjectKey(cluster: number, slot: slots.trailingZeroBitCount)
    }

    // Safety: as above.
    /// The cluster, unless the scan has gone on.
    var current: Cluster? { unsafe cluster }

    // Safety: makes every index of every column of the block out of bounds.
    /// Ends the use of the block.
    package func clear() {
        unsafe size = 0
        unsafe cluster = nil
    }
}

/// One column of the objects in a ``ScanBlock``.
@frozen
@safe
public struct ColumnCells {
    @usableFromInline let block: ScanBlock
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
        count = unsafe block.size
        isPacked = block.isPacked
        guard let cluster = block.current else {
            unsafe (base, values, texts) = (Row.none.base, Row.none.base, Row.none.base)
            textLimit = 0
            return
        }
        unsafe base = cluster.base
        unsafe values = UnsafeRawPointer(cluster.values(column))
        unsafe texts = values + 2 &* cluster.count
        textLimit = unsafe Int(cluster.base.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) - (texts - cluster.base)
    }

    // Safety: reads a plain field.
    /// The rank of the n-th object; traps outside of `0..<count`, and once the scan has gone on.
    @inlinable func rank(_ index: Int) -> Int {
        precondition(
            unsafe UInt(bitPattern: index) < UInt(bitPattern: block.size),
            "L8: the index is outside of the block, or the block is no longer scanned")
        return isPacked ? index : Int(block.ranks[index])
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

    /// The key of the n-th object.
    package func key(_ index: Int) -> ObjectKey { block.key(index) }
}
