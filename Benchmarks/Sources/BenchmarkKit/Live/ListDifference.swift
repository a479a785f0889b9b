/// How a list of ids differs from an older one: what a program works out that has to run its query again.
///
/// Exact, and as quick as a general comparison can be: what the lists share at their ends is skipped first, so that
/// after a change of one object only the part between its two places is looked up by hash.
package struct ListDifference: Equatable {
    /// Old places of ids that are gone or have moved.
    package private(set) var deletions: [Int] = []
    /// New places of ids that are new or have moved.
    package private(set) var insertions: [Int] = []

    /// Compares two lists without repetitions. O(n), and O(n log n) in what lies between the first and the last change.
    package init(from old: [Int], to new: [Int]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter && old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head && old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let (oldPart, newPart) = (head..<old.count - tail, head..<new.count - tail)
        var oldPlaces: [Int: Int] = [:]
        oldPlaces.reserveCapacity(oldPart.count)
        for place in oldPart { oldPlaces[old[place]] = place }
        var survivors: [(old: Int, new: Int)] = []
        survivors.reserveCapacity(newPart.count)
        for place in newPart {
            if let before = oldPlaces[new[place]] {
                survivors.append((before, place))
            } else {
                insertions.append(place)
            }
        }
        var staying = [Bool](repeating: false, count: oldPart.count)
        for index in Self.longestRise(survivors.map(\.old)) {
            staying[survivors[index].old - head] = true
            survivors[index].new = -1
        }
        insertions += survivors.lazy.map(\.new).filter { $0 >= 0 }
        insertions.sort()
        deletions = oldPart.filter { !staying[$0 - head] }
    }

    /// Whether the lists are equal.
    package var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty }

    /// The indexes of a longest ascending part of a list; those are the ids that need not be said to have moved.
    private static func longestRise(_ list: [Int]) -> [Int] {
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: list.count)
        for index in list.indices {
            var low = 0
            var high = ends.count
            if let last = ends.last, list[last] < list[index] { low = high }
            while low < high {
                let middle = (low + high) / 2
                if list[ends[middle]] < list[index] { low = middle + 1 } else { high = middle }
            }
            before[index] = low == 0 ? -1 : ends[low - 1]
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var rise: [Int] = []
        var index = ends.last ?? -1
        while index >= 0 {
            rise.append(index)
            index = before[index]
        }
        return rise
    }
}
