/// The objects of results in sections, one for each key; always those of the store's current version.
///
///     let byCity = store.objects(Person.self).sectioned(by: \.city)
///     for section in byCity { print(section.key, section.count) }
///
/// Sections stand in the order in which their first objects do, objects in the order of the results. Finding the
/// sections takes the key of every object once a version: O(n), which is a scan of a column when the key is a property
/// of the class itself. While they are observed only the keys of objects that came or changed are asked for; putting
/// the sections together stays O(n).
public struct SectionedResults<Key: Hashable, Element: Object> {
    let core: SectionedCore<Key, Element>

    /// The keys of all sections, in their order.
    public var allKeys: [Key] { core.table().keys }

    /// The object at a place. Traps where there is none (L8).
    public subscript(index: SectionedIndex) -> Element { self[index.section][index.item] }

    /// The objects without their sections, in the order of the results.
    public var results: Results<Element> { core.results }
}

extension SectionedResults: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of sections.
    public var endIndex: Int { core.table().keys.count }

    /// A section by its number. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> ResultsSection<Key, Element> {
        let table = core.table()
        precondition(
            table.keys.indices.contains(position),
            "L8: section \(position) is outside of sectioned results with \(table.keys.count) sections")
        return ResultsSection(key: table.keys[position], core: core, places: table.members[position])
    }
}

/// One section of ``SectionedResults``: its key and its objects, as they were when it was asked for.
public struct ResultsSection<Key: Hashable, Element: Object>: RandomAccessCollection {
    /// What the objects have in common.
    public let key: Key
    let core: SectionedCore<Key, Element>
    /// The places of the objects in the results.
    let places: [Int]

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { places.count }

    /// The object at a place. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Element {
        precondition(
            places.indices.contains(position),
            "L8: index \(position) is outside of a section with \(places.count) objects")
        return core.results[places[position]]
    }
}

@available(*, unavailable, message: "sectioned results stay with their store")
extension SectionedResults: Sendable {}

@available(*, unavailable, message: "sections stay with their store")
extension ResultsSection: Sendable {}

extension Results {
    /// The objects in sections by a property, in its order; within a section in the order so far.
    ///
    /// Traps where the property has no order (Q9), as ``sorted(by:ascending:collation:)`` does.
    public func sectioned<Key: Persistable & Hashable>(
        by keyPath: KeyPath<Element, Key>, ascending: Bool = true
    ) -> SectionedResults<Key, Element> {
        sectioned(by: keyPath, sortDescriptors: [SortDescriptor(keyPath, ascending: ascending)])
    }

    /// The objects in sections by a property, in an order of which the first part should be that property.
    public func sectioned<Key: Persistable & Hashable>(
        by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
    ) -> SectionedResults<Key, Element> {
        let results = sorted(by: sortDescriptors)
        let isOwn = core.context.queryProperty(at: keyPath) != nil
        return SectionedResults(
            core: SectionedCore(results, [keyPath], isOwn ? { $0.values(of: keyPath) } : nil) { $0[keyPath: keyPath] })
    }

    /// The objects in sections by what a closure makes of each.
    ///
    /// The closure must depend on the object alone, and on those that it leads to over up to three links: it is asked
    /// again when one of them changes.
    public func sectioned<Key: Hashable>(
        by key: @escaping (Element) -> Key, sortDescriptors: [SortDescriptor] = []
    ) -> SectionedResults<Key, Element> {
        SectionedResults(core: SectionedCore(sorted(by: sortDescriptors), nil, nil, key))
    }
}
