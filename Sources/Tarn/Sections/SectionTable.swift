/// Which objects of some results belong to which section.
///
/// Sections stand in the order in which their first objects do. The objects of a section keep the order of the results.
struct SectionTable<Key: Hashable> {
    /// For each place of the results the number of its section.
    private(set) var sectionAt: [Int] = []
    /// The keys of the sections.
    private(set) var keys: [Key] = []
    /// For each section the places of its objects in the results, ascending.
    private(set) var members: [[Int]] = []

    init() {}

    /// Puts objects into sections by their keys, which come in the order of the results. O(n).
    init(_ keyAt: some Sequence<Key>) {
        var numbers: [Key: Int] = [:]
        for (place, key) in keyAt.enumerated() {
            let number: Int
            if let last = sectionAt.last, keys[last] == key {
                number = last
            } else if let known = numbers[key] {
                number = known
            } else {
                number = keys.count
                numbers[key] = number
                keys.append(key)
                members.append([])
            }
            sectionAt.append(number)
            members[number].append(place)
        }
    }

    /// The number of objects.
    var count: Int { sectionAt.count }

    /// The key of an object.
    func key(at place: Int) -> Key { keys[sectionAt[place]] }

    /// The section of an object and its place in that. O(log n).
    func index(at place: Int) -> SectionedIndex {
        let section = sectionAt[place]
        let places = members[section]
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return SectionedIndex(section: section, item: low)
    }
}

/// A section and a place in it.
public struct SectionedIndex: Hashable, Comparable, Sendable {
    /// The number of the section.
    public let section: Int
    /// The place among the objects of the section.
    public let item: Int

    /// Names a place.
    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    /// By section, then by place.
    public static func < (a: SectionedIndex, b: SectionedIndex) -> Bool { (a.section, a.item) < (b.section, b.item) }
}

extension SectionedIndex: CustomStringConvertible {
    /// `section:item`.
    public var description: String { "\(section):\(item)" }
}
