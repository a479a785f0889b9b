extension LiveStep {
    /// What happened to a sequence that was found anew and may hold an object several times.
    ///
    /// As many as possible of the objects that are in both stay without being touched: of each object the first
    /// occurrences on both sides belong together. O(n + m log m), m being what lies between the first and the last
    /// difference.
    /// - Parameters:
    ///   - old: The sequence before.
    ///   - new: The sequence now.
    ///   - own: What happened to the objects, or nil when that is not known. Whose key was given to another object is
    ///     not the same (P8).
    init(from old: [UInt64], to new: [UInt64], _ own: TableChanges?) {
        let fresh = FreshObjects(own)
        var start = 0
        let shorter = min(old.count, new.count)
        while start < shorter && old[start] == new[start] && !fresh.contains(old[start]) { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start && newEnd > start && old[oldEnd - 1] == new[newEnd - 1]
            && !fresh.contains(old[oldEnd - 1])
        {
            oldEnd -= 1
            newEnd -= 1
        }
        if oldEnd == start && newEnd == start { return }
        let pairs = Self.pairs(old, start..<oldEnd, new, start..<newEnd, fresh)
        var (stayedOld, stayedNew): (Set<Int>, Set<Int>) = ([], [])
        for place in LiveDelta.longestRun(pairs.map(\.old)) {
            stayedOld.insert(pairs[place].old)
            stayedNew.insert(pairs[place].new)
        }
        for index in start..<oldEnd where !stayedOld.contains(index) {
            removed.append(.init(index: index, key: old[index]))
        }
        for index in start..<newEnd where !stayedNew.contains(index) {
            added.append(.init(index: index, key: new[index]))
        }
    }

    /// Which occurrences belong together, ascending by `new`.
    private static func pairs(
        _ old: [UInt64], _ before: Range<Int>, _ new: [UInt64], _ after: Range<Int>, _ fresh: FreshObjects
    ) -> [(old: Int, new: Int)] {
        if before.isEmpty || after.isEmpty { return [] }
        /// The next occurrence of each object, and after each occurrence the one that follows it.
        var next: [UInt64: Int] = [:]
        next.reserveCapacity(before.count)
        var following = [Int](repeating: -1, count: before.count)
        for index in before.reversed() {
            if let later = next.updateValue(index, forKey: old[index]) { following[index - before.lowerBound] = later }
        }
        var pairs: [(old: Int, new: Int)] = []
        for index in after {
            guard let place = next[new[index]], !fresh.contains(new[index]) else { continue }
            pairs.append((place, index))
            let later = following[place - before.lowerBound]
            next[new[index]] = later < 0 ? nil : later
        }
        return pairs
    }
}

/// Objects that are not those that had their keys before.
private struct FreshObjects {
    private var slots: [UInt64: UInt64] = [:]

    init(_ own: TableChanges?) {
        for cluster in own?.clusters ?? [] where cluster.inserted | cluster.replaced != 0 {
            slots[cluster.number] = cluster.inserted | cluster.replaced
        }
    }

    func contains(_ key: UInt64) -> Bool { !slots.isEmpty && (slots[key >> 6] ?? 0) >> (key & 63) & 1 != 0 }
}
