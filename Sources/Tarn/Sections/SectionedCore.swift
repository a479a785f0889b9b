/// What the copies of one `SectionedResults` share: how keys are found, and the sections of the version they were
/// asked for last.
final class SectionedCore<Key: Hashable, Element: Object> {
    let results: Results<Element>
    /// The properties that the key is made of; nil when that is not known.
    let keyPaths: [PartialKeyPath<Element>]?
    private let key: (Element) -> Key
    /// All keys in the order of the results, where they can be had faster than one by one.
    private let allKeys: ((Results<Element>) -> [Key])?
    private var found = SectionTable<Key>()
    private var foundVersion: UInt64?

    init(
        _ results: Results<Element>, _ keyPaths: [PartialKeyPath<Element>]?, _ allKeys: ((Results<Element>) -> [Key])?,
        _ key: @escaping (Element) -> Key
    ) {
        self.results = results
        self.keyPaths = keyPaths
        self.allKeys = allKeys
        self.key = key
    }

    private var dataVersion: UInt64 { results.core.context.connection.dataVersion }

    /// The sections in the current version.
    func table() -> SectionTable<Key> {
        results.core.check()
        results.core.noteRead()
        if foundVersion == dataVersion { return found }
        return adopt(SectionTable(allKeys?(results) ?? results.map(key)))
    }

    /// The sections after a change of the results: the keys of what came or was modified are asked for, all others
    /// are known.
    func table(_ old: SectionTable<Key>, after update: CollectionUpdate) -> SectionTable<Key> {
        var keys: [Key] = []
        keys.reserveCapacity(old.count + update.insertions.count - update.deletions.count)
        var (gone, come) = (update.deletions[...], update.insertions[...])
        var modified = zip(update.modifications, update.newModifications).makeIterator()
        var next = modified.next()
        func takeNew() {
            while come.first == keys.count {
                come.removeFirst()
                keys.append(key(results[keys.count]))
            }
        }
        for place in 0..<old.count {
            takeNew()
            if gone.first == place {
                gone.removeFirst()
            } else if next?.0 == place {
                keys.append(key(results[keys.count]))
                next = modified.next()
            } else {
                keys.append(old.key(at: place))
            }
        }
        takeNew()
        return adopt(SectionTable(keys))
    }

    private func adopt(_ table: SectionTable<Key>) -> SectionTable<Key> {
        found = table
        foundVersion = dataVersion
        return table
    }
}
