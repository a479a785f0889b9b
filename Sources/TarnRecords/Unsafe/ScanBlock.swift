/// The objects of one cluster during a scan, for reading whole columns.
///
/// One block serves a whole scan and is empty once the scan is over, so a view that escaped traps instead of reading.
@safe
public final class ScanBlock {
    @exclusivity(unchecked) @usableFromInline final var base: UnsafeRawPointer
    @exclusivity(unchecked) @usableFromInline final var size = 0
    @exclusivity(unchecked) @usableFromInline final var isPacked = true
    @exclusivity(unchecked) @usableFromInline final var ranks: [UInt8] = []
    /// The number of the cluster.
    package private(set) var number: UInt64 = 0
    private var cluster: Cluster?

    // Safety: never followed while the block is empty.
    package init() { unsafe base = UnsafeRawPointer(bitPattern: 8)! }

    // Safety: a plain number; no access overlaps another.
    /// The number of objects.
    @inlinable public var count: Int { unsafe size }

    // Safety: the index is checked against the number of objects, all of which lie in the validated cluster.
    /// The row of the n-th object; traps outside of `0..<count`.
    @inlinable public func row(_ index: Int) -> Row {
        precondition(unsafe UInt(bitPattern: index) < UInt(bitPattern: size), "L8: the index is outside of the block")
        return unsafe Row(base: base, rank: isPacked ? index : Int(ranks[index]))
    }

    /// The key of the n-th object.
    package func key(_ index: Int) -> ObjectKey {
        let rank = unsafe isPacked ? index : Int(ranks[index])
        var slots = cluster?.presence ?? 0
        for _ in 0..<rank { slots &= slots &- 1 }
        return ObjectKey(cluster: number, slot: slots.trailingZeroBitCount)
    }

    // Safety: the cluster is kept for as long as the block stands for it.
    /// Takes the next cluster.
    package func load(_ number: UInt64, _ cluster: Cluster, _ members: UInt64) {
        self.number = number
        self.cluster = cluster
        unsafe base = cluster.base
        unsafe size = members.nonzeroBitCount
        unsafe isPacked = members == cluster.all
        if unsafe !isPacked { unsafe ranks = SlotSequence(members).map { UInt8($0) } }
    }

    // Safety: makes every index out of bounds.
    /// Ends the use of the block.
    package func clear() {
        unsafe size = 0
        cluster = nil
    }
}
