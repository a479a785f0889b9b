/// What an observer of sectioned results is told.
public enum SectionedResultsChange<Key: Hashable, Element: Object> {
    /// The first call: the sections as they are now (N1).
    case initial(SectionedResults<Key, Element>)
    /// The sections as they are now, and how they differ from the last call.
    case update(SectionedResults<Key, Element>, SectionedUpdate)
}

/// How sectioned results differ from what they were at the last call.
///
/// Four steps turn the old sections into the new ones: take out ``deletions`` from the back, take out
/// ``sectionsToDelete`` from the back with whatever is left in them, put in ``sectionsToInsert`` from the front as
/// empty sections, put in ``insertions`` from the front. Every list ascends and names no place twice.
public struct SectionedUpdate: Sendable, Equatable {
    /// Old places of objects that are gone, no longer match, or have moved; not those in sections that are deleted.
    public let deletions: [SectionedIndex]
    /// New places of objects that are new, match now, or have moved; in new sections those of all objects.
    public let insertions: [SectionedIndex]
    /// Old places of objects that were modified and have kept their place among the others of their section.
    public let modifications: [SectionedIndex]
    /// The places of the same objects now, in the same order.
    public let newModifications: [SectionedIndex]
    /// New numbers of sections that are new or have moved among the others.
    public let sectionsToInsert: [Int]
    /// Old numbers of sections that are gone or have moved among the others.
    public let sectionsToDelete: [Int]

    /// Whether nothing differs.
    var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && sectionsToInsert.isEmpty
            && sectionsToDelete.isEmpty
    }
}

extension SectionedUpdate {
    /// The difference between two tables, given that of the results that they are of.
    init<Key: Hashable>(_ old: SectionTable<Key>, _ new: SectionTable<Key>, _ update: CollectionUpdate) {
        let newSection = Self.kept(old.keys, new.keys)
        let keptNew = Set(newSection.compactMap { $0 })
        sectionsToDelete = newSection.indices.filter { newSection[$0] == nil }
        sectionsToInsert = new.keys.indices.filter { !keptNew.contains($0) }

        var deletions: [SectionedIndex] = []
        var insertions: [SectionedIndex] = update.insertions.map { new.index(at: $0) }
        /// Old places of objects that go on in the same section.
        var staying: Set<Int> = []
        let wanted = Set(update.modifications)
        var (gone, come) = (update.deletions[...], update.insertions[...])
        var place = 0
        for oldPlace in 0..<old.count {
            if gone.first == oldPlace {
                gone.removeFirst()
                if newSection[old.sectionAt[oldPlace]] != nil { deletions.append(old.index(at: oldPlace)) }
                continue
            }
            while come.first == place {
                come.removeFirst()
                place += 1
            }
            let section = newSection[old.sectionAt[oldPlace]]
            if section == new.sectionAt[place] {
                if wanted.contains(oldPlace) { staying.insert(oldPlace) }
            } else {
                if section != nil { deletions.append(old.index(at: oldPlace)) }
                insertions.append(new.index(at: place))
            }
            place += 1
        }
        self.deletions = deletions.sorted()
        self.insertions = insertions.sorted()
        let kept = zip(update.modifications, update.newModifications).filter { staying.contains($0.0) }
            .map { (old.index(at: $0.0), new.index(at: $0.1)) }.sorted { $0.0 < $1.0 }
        modifications = kept.map(\.0)
        newModifications = kept.map(\.1)
    }

    /// For each old section its number now; nil for one that is gone or has passed another.
    private static func kept<Key: Hashable>(_ old: [Key], _ new: [Key]) -> [Int?] {
        let numbers = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
        let found = old.map { numbers[$0] }
        let staying = longestAscent(found.compactMap { $0 })
        return found.map { number in number.flatMap { staying.contains($0) ? $0 : nil } }
    }

    /// The longest ascending part of some different numbers. O(n log n).
    private static func longestAscent(_ numbers: [Int]) -> Set<Int> {
        // For each length the place of the least number with which an ascent of that length can end.
        var ends: [Int] = []
        var before: [Int?] = []
        for (place, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            before.append(low == 0 ? nil : ends[low - 1])
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var ascent: Set<Int> = []
        var place = ends.last
        while let current = place {
            ascent.insert(numbers[current])
            place = before[current]
        }
        return ascent
    }
}
