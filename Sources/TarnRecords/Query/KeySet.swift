/// A set of objects of one type in storage order: a mask for each cluster that has any.
///
/// 24 bytes a cluster, so at most 24 and at best three eighths of a byte an object.
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
    /// For each entry of `members` the number of objects before it.
    private var starts: [Int] = []

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
            starts.append(count)
            count += slots.nonzeroBitCount
        }
    }

    /// Whether an object is a member; O(log clusters).
    package func contains(_ key: ObjectKey) -> Bool {
        let place = firstMember(notBefore: key.cluster)
        return place < members.count && members[place].number == key.cluster && members[place].slots & key.bit != 0
    }

    /// The members of one cluster; O(log clusters).
    package func slots(of number: UInt64) -> UInt64 {
        let place = firstMember(notBefore: number)
        return place < members.count && members[place].number == number ? members[place].slots : 0
    }

    /// The n-th object; O(log clusters).
    package func key(at index: Int) -> ObjectKey {
        precondition(index >= 0 && index < count, "index \(index) is outside of 0..<\(count)")
        let place = self.place(of: index)
        return ObjectKey(
            cluster: members[place].number, slot: members[place].slots.position(ofBit: index - starts[place]))
    }

    /// The place of a member among all; O(log clusters).
    package func index(of key: ObjectKey) -> Int? {
        let place = firstMember(notBefore: key.cluster)
        guard place < members.count, members[place].number == key.cluster, members[place].slots & key.bit != 0 else {
            return nil
        }
        return starts[place] + (members[place].slots & (key.bit - 1)).nonzeroBitCount
    }

    /// The members at some places.
    package func slice(_ range: Range<Int>) -> KeySet {
        if range == 0..<count { return self }
        var slice = KeySet()
        if range.isEmpty { return slice }
        var place = self.place(of: range.lowerBound)
        while place < members.count && starts[place] < range.upperBound {
            var slots = members[place].slots
            let end = starts[place] + slots.nonzeroBitCount
            if range.upperBound < end {
                slots &= 1 << UInt64(slots.position(ofBit: range.upperBound - starts[place])) &- 1
            }
            if starts[place] < range.lowerBound {
                slots &= .max << UInt64(slots.position(ofBit: range.lowerBound - starts[place]))
            }
            slice.append(number: members[place].number, slots: slots)
            place += 1
        }
        return slice
    }

    /// The entry of `members` that holds the n-th object.
    private func place(of index: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return low
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

extension UInt64 {
    /// The position of the n-th set bit, counted from the lowest. There must be so many.
    func position(ofBit n: Int) -> Int {
        var rest = self
        var (wanted, position) = (n, 0)
        var width = 32
        while width > 0 {
            defer { width /= 2 }
            let low = (rest & (1 << UInt64(width) &- 1)).nonzeroBitCount
            if wanted >= low {
                wanted -= low
                position += width
                rest >>= UInt64(width)
            }
        }
        return position
    }
}
