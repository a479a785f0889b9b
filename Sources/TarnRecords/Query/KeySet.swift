/// A set of objects of one type in storage order: a mask for each cluster that has any.
///
/// 16 bytes a cluster, so at most 16 and at best a quarter of a byte an object.
package struct KeySet: Sendable, Equatable {
    /// The members of one cluster.
    package struct Member: Sendable, Equatable {
        package var number: UInt64
        package var slots: UInt64
    }

    /// Ascending by number; no mask is empty.
    package private(set) var members: [Member] = []
    /// How many objects there are.
    package private(set) var count = 0

    package init() {}

    /// The set of some keys that are already in order.
    package init(sortedKeys: [UInt64]) {
        for key in sortedKeys { append(number: key >> 6, slots: 1 << (key & 63)) }
    }

    /// Adds the members of a cluster that is not before the last one.
    package mutating func append(number: UInt64, slots: UInt64) {
        if slots == 0 { return }
        if let last = members.last, last.number == number {
            let new = slots & ~last.slots
            members[members.count - 1].slots |= new
            count += new.nonzeroBitCount
        } else {
            members.append(Member(number: number, slots: slots))
            count += slots.nonzeroBitCount
        }
    }

    /// Whether an object is a member; O(log clusters).
    package func contains(_ key: ObjectKey) -> Bool {
        let place = firstMember(notBefore: key.cluster)
        return place < members.count && members[place].number == key.cluster && members[place].slots & key.bit != 0
    }

    /// All keys in order.
    package var keys: [UInt64] {
        var keys: [UInt64] = []
        keys.reserveCapacity(count)
        for member in members {
            for slot in SlotSequence(member.slots) { keys.append(member.number << 6 | UInt64(slot)) }
        }
        return keys
    }

    private func firstMember(notBefore number: UInt64) -> Int {
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            if members[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
