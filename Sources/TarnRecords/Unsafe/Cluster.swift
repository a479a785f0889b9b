internal import CTarnKernels

/// A cluster whose header and directory have been checked against its table, stored or being edited.
@safe
package struct Cluster {
    /// The first byte of the cluster.
    package let base: UnsafeRawPointer
    /// Which slots hold an object.
    package let presence: UInt64
    /// Keeps the memory of an edited or upgraded cluster alive; nil for one that lies in the map.
    package let owner: ClusterEditor?

    // Safety: the caller has validated the bytes, or made them.
    init(base: UnsafeRawPointer, presence: UInt64, owner: ClusterEditor?) {
        unsafe self.base = base
        self.presence = presence
        self.owner = owner
    }

    /// The number of objects.
    package var count: Int { presence == .max ? 64 : presence.nonzeroBitCount }
    /// A bit for every object, in rank order.
    package var all: UInt64 { count == 64 ? .max : 1 << UInt64(count) - 1 }

    // Safety: the rank is below the number of objects.
    /// The row of a slot, or nil when the slot is empty.
    package func row(slot: Int) -> Row? {
        let bit: UInt64 = 1 << UInt64(slot)
        if presence & bit == 0 { return nil }
        return unsafe Row(base: base, rank: owner?.isEditing == true ? slot : (presence & (bit - 1)).nonzeroBitCount)
    }

    // Safety: the caller passes a rank below `count`.
    /// The row of the n-th object of a stored cluster.
    package func row(rank: Int) -> Row { unsafe Row(base: base, rank: rank) }

    /// Turns a mask over ranks into a mask over slots.
    package func slots(fromRanks mask: UInt64) -> UInt64 {
        if presence == .max || presence & (presence &+ 1) == 0 { return mask }
        var slots: UInt64 = 0
        var rest = presence
        var ranks = mask
        while ranks != 0 && rest != 0 {
            let slot = rest & (~rest &+ 1)
            if ranks & 1 != 0 { slots |= slot }
            rest ^= slot
            ranks >>= 1
        }
        return slots
    }

    /// Turns a mask over slots into a mask over ranks; slots without an object are dropped.
    package func ranks(fromSlots mask: UInt64) -> UInt64 {
        if presence == .max || presence & (presence &+ 1) == 0 { return mask & presence }
        var ranks: UInt64 = 0
        var rest = presence
        var rank: UInt64 = 1
        while rest != 0 {
            let slot = rest & (~rest &+ 1)
            if mask & slot != 0 { ranks |= rank }
            rest ^= slot
            rank <<= 1
        }
        return ranks
    }

    // Safety: the directory was checked; the caller reads at most what the kind's width allows.
    /// The first byte of a column's values.
    func values(_ column: Int) -> UnsafePointer<UInt8> {
        let offset = unsafe base.loadUnaligned(
            fromByteOffset: ClusterFormat.directoryOffset + column &* 4, as: UInt32.self)
        return unsafe (base + Int(offset)).assumingMemoryBound(to: UInt8.self)
    }

    // Safety: eight bytes before the values, covered by the validation.
    /// The nils of an optional column, by rank.
    func nulls(_ column: Int) -> UInt64 { unsafe (UnsafeRawPointer(values(column)) - 8).loadUnaligned(as: UInt64.self) }

    // Safety: the validation covers the header and the ends.
    /// How many bytes of text a column may have before it leaves the cluster; negative when the ends leave it already.
    func textCapacity(_ column: Int) -> Int {
        let length = unsafe Int(base.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        return unsafe length - ClusterFormat.tailByteCount - (UnsafeRawPointer(values(column)) - base) - 2 * count
    }

    // Safety: the validation covers the ends themselves.
    /// Whether the ends of a text column never decrease and stay inside the cluster.
    func hasValidText(_ column: Int) -> Bool {
        let available = textCapacity(column)
        return unsafe available >= 0 && tarn_text_is_valid(values(column), UInt32(count), available)
    }
}
