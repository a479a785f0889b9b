/// An object of one of several queries whose results are shown as one list.
package struct UnionMember: Hashable, Sendable {
    /// Which query.
    package let part: Int
    package let key: UInt64

    package init(part: Int, key: UInt64) {
        self.part = part
        self.key = key
    }
}

/// How a list that was put together of several queries differs from what it was.
package struct UnionDifference {
    /// Objects of which the queries say that they were modified.
    package var modified: Set<UnionMember> = []
    /// Objects whose key was another's before (P8).
    package var replaced: Set<UnionMember> = []

    package init() {}

    /// The difference of two lists, as an observer is told of it. O(n + m log m), m being what may have moved.
    ///
    /// Only modified objects move as long as the others allow it (N6).
    package func update(from old: [UnionMember], to new: [UnionMember]) -> CollectionUpdate {
        var update = CollectionUpdate()
        var places: [UnionMember: Int] = [:]
        places.reserveCapacity(old.count)
        for (index, member) in old.enumerated() where !replaced.contains(member) { places[member] = index }
        var survivors: [(old: Int, new: Int)] = []
        for (index, member) in new.enumerated() {
            if let place = places.removeValue(forKey: member) {
                survivors.append((place, index))
            } else {
                update.insertions.append(index)
            }
        }
        update.deletions = places.values + old.indices.filter { replaced.contains(old[$0]) }
        let staying = staying(survivors, old)
        for (place, pair) in survivors.enumerated() {
            if !staying.contains(place) {
                update.deletions.append(pair.old)
                update.insertions.append(pair.new)
                update.moves.append(.init(from: pair.old, to: pair.new))
            } else if modified.contains(old[pair.old]) {
                update.modifications.append(pair.old)
                update.newModifications.append(pair.new)
            }
        }
        update.deletions.sort()
        update.insertions.sort()
        update.moves.sort { $0.from < $1.from }
        return update
    }

    /// The places in `survivors`, which ascend by `new`, of those that are taken to have stayed where they were.
    private func staying(_ survivors: [(old: Int, new: Int)], _ old: [UnionMember]) -> Set<Int> {
        let isOrdered = zip(survivors, survivors.dropFirst()).allSatisfy { $0.old < $1.old }
        if isOrdered { return Set(survivors.indices) }
        /// How many unmodified survivors stand before each of `survivors` in the old list.
        let still = survivors.filter { !modified.contains(old[$0.old]) }.map(\.old).sorted()
        var (candidates, passed) = ([Int](), 0)
        for (place, pair) in survivors.enumerated() {
            if !modified.contains(old[pair.old]) {
                passed += 1
                candidates.append(place)
            } else if Self.count(still, below: pair.old) == passed {
                candidates.append(place)
            }
        }
        return Set(LiveDelta.longestRun(candidates.map { survivors[$0].old }).map { candidates[$0] })
    }

    private static func count(_ numbers: [Int], below limit: Int) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
