extension LiveDelta {
    /// Divides the touched objects into those that left, came, moved and stayed, and enters all but the last.
    ///
    /// An object that is in both states stays when the same number of clean objects lies before it in both, and it
    /// has not changed places with another that stays. So nobody is reported as moved but objects that were touched.
    /// - Parameters:
    ///   - fresh: Objects of the present that are not the ones of the same key in the base.
    ///   - update: Gets deletions, insertions and moves.
    /// - Returns: the places of objects that stayed, ascending.
    func split(_ fresh: [UInt64: UInt64], into update: inout CollectionUpdate) -> [CollectionUpdate.Move] {
        let pairs = pairs(fresh)
        var candidates: [Int] = []
        for (place, pair) in pairs.enumerated() {
            let before = removed[pair.old].index - pair.old
            if before == added[pair.new].index - pair.new { candidates.append(place) }
        }
        let staying = Self.longestRun(candidates.map { pairs[$0].old }).map { candidates[$0] }
        var stayed: [CollectionUpdate.Move] = []
        var leaves = [Bool](repeating: true, count: removed.count)
        var comes = [Bool](repeating: true, count: added.count)
        var next = 0
        for (place, pair) in pairs.enumerated() {
            let move = CollectionUpdate.Move(from: removed[pair.old].index, to: added[pair.new].index)
            if next < staying.count && staying[next] == place {
                next += 1
                stayed.append(move)
                leaves[pair.old] = false
                comes[pair.new] = false
            } else {
                update.moves.append(move)
            }
        }
        update.moves.sort { $0.from < $1.from }
        for (place, object) in removed.enumerated() where leaves[place] { update.deletions.append(object.index) }
        for (place, object) in added.enumerated() where comes[place] { update.insertions.append(object.index) }
        return stayed
    }

    /// The touched objects that are in both states, as places in `removed` and `added`; ascending by `new`. Of an
    /// object that is in a collection several times no place is in two pairs.
    private func pairs(_ fresh: [UInt64: UInt64]) -> [(old: Int, new: Int)] {
        if removed.isEmpty || added.isEmpty { return [] }
        var pairs: [(old: Int, new: Int)] = []
        func isSame(_ key: UInt64) -> Bool { fresh.isEmpty || (fresh[key >> 6] ?? 0) >> (key & 63) & 1 == 0 }
        if removed.count <= 4 {
            for (new, place) in added.enumerated() where isSame(place.key) {
                let old = removed.indices.first { old in
                    removed[old].key == place.key && !pairs.contains { $0.old == old }
                }
                if let old { pairs.append((old, new)) }
            }
            return pairs
        }
        var places: [UInt64: Int] = [:]
        places.reserveCapacity(removed.count)
        for (old, place) in removed.enumerated() { places[place.key] = old }
        for (new, place) in added.enumerated() {
            if isSame(place.key), let old = places.removeValue(forKey: place.key) { pairs.append((old, new)) }
        }
        return pairs
    }

    /// The places of a longest ascending run among some different numbers; O(n log n).
    static func longestRun(_ numbers: [Int]) -> [Int] {
        /// For each length of a run the place where the run with the smallest end ends.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var low = 0
            var high = ends.count
            if let last = ends.last, numbers[last] < number { low = high }
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var run: [Int] = []
        var place = ends.last ?? -1
        while place >= 0 {
            run.append(place)
            place = before[place]
        }
        return run.reversed()
    }
}
