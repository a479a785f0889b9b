internal import CTarnKernels
internal import TarnLMDB

/// The entries that a transaction adds to and removes from one index, gathered to be put in order.
///
/// A pair that is both added and removed cancels out, since the two alternate. Sorted entries cost half of entries put
/// one by one (docs/decisions/0005-buffered-index-entries.md).
final class IndexDelta {
    /// Names an index.
    struct Place: Hashable {
        let table: UInt16
        let column: Int
        /// The type that the links lead to, where the column does not tell.
        var target: UInt16?
    }

    /// An entry whose key is not eight ordered bytes; the key lies in `heap`.
    private struct Entry {
        let offset: Int
        let length: Int
        let object: UInt64
    }

    let table: Table
    let column: Int
    @exclusivity(unchecked) private var added: [tarn_pair] = []
    @exclusivity(unchecked) private var removed: [tarn_pair] = []
    @exclusivity(unchecked) private var addedEntries: [Entry] = []
    @exclusivity(unchecked) private var removedEntries: [Entry] = []
    @exclusivity(unchecked) private var heap: [UInt8] = []

    init(_ table: Table, _ column: Int) {
        self.table = table
        self.column = column
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Notes an entry with a key of eight ordered bytes.
    func add(_ key: UInt64, _ object: ObjectKey, isRemoval: Bool) {
        let pair = tarn_pair(key: key, payload: object.rawValue)
        if isRemoval { unsafe removed.append(pair) } else { unsafe added.append(pair) }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Notes an entry with a key of any length.
    func add(_ key: [UInt8], _ object: ObjectKey, isRemoval: Bool) {
        let entry = unsafe Entry(offset: heap.count, length: key.count, object: object.rawValue)
        unsafe heap += key
        if isRemoval { unsafe removedEntries.append(entry) } else { unsafe addedEntries.append(entry) }
    }

    /// How much memory the entries take.
    var byteCount: Int {
        unsafe (added.count + removed.count) * 16 + (addedEntries.count + removedEntries.count) * 24 + heap.count
    }

    /// What is left after pairs that cancel out, grouped by key, keys and objects ascending.
    struct Group {
        let key: [UInt8]
        let objects: [UInt64]
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes the entries with keys of eight bytes out, after pairs that cancel out; ascending, and as often as noted.
    func takePairs() -> (removals: [tarn_pair], additions: [tarn_pair]) {
        unsafe Self.sort(&removed)
        unsafe Self.sort(&added)
        unsafe Self.cancel(&removed, &added) { ($0.key, $0.payload) }
        defer { unsafe (added, removed) = ([], []) }
        return unsafe (removed, added)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes the entries out, removals and additions apart.
    func take() -> (removals: [Group], additions: [Group]) {
        let (removed, added) = takePairs()
        let heap = unsafe self.heap
        func content(_ entry: Entry) -> ArraySlice<UInt8> { heap[entry.offset..<entry.offset + entry.length] }
        func order(_ a: Entry, _ b: Entry) -> Bool {
            if content(a) == content(b) { return a.object < b.object }
            return content(a).lexicographicallyPrecedes(content(b))
        }
        unsafe removedEntries.sort(by: order)
        unsafe addedEntries.sort(by: order)
        var removals = Self.groups(removed)
        var additions = Self.groups(added)
        let entries = unsafe Self.cancelled(removedEntries, addedEntries, content, order)
        removals += Self.groups(entries.removed, content)
        additions += Self.groups(entries.added, content)
        unsafe (addedEntries, removedEntries, self.heap) = ([], [], [])
        return (removals, additions)
    }

    // Safety: both arrays live through the call and have `count` elements.
    private static func sort(_ pairs: inout [tarn_pair]) {
        let isOrdered = zip(pairs, pairs.dropFirst()).allSatisfy { $0.payload <= $1.payload }
        if !isOrdered { pairs.sort { $0.payload < $1.payload } }
        var scratch = pairs
        let count = pairs.count
        unsafe pairs.withUnsafeMutableBufferPointer { pairs in
            unsafe scratch.withUnsafeMutableBufferPointer { scratch in
                guard let pairs = pairs.baseAddress, let scratch = scratch.baseAddress else { return }
                unsafe tarn_sort_pairs(pairs, scratch, count)
            }
        }
    }

    private static func cancel<Key: Equatable & Comparable>(
        _ removed: inout [tarn_pair], _ added: inout [tarn_pair], _ key: (tarn_pair) -> (Key, Key)
    ) {
        if removed.isEmpty || added.isEmpty { return }
        var left: [tarn_pair] = []
        var right: [tarn_pair] = []
        var (i, j) = (0, 0)
        while i < removed.count && j < added.count {
            let (a, b) = (key(removed[i]), key(added[j]))
            if a == b {
                i += 1
                j += 1
            } else if a < b {
                left.append(removed[i])
                i += 1
            } else {
                right.append(added[j])
                j += 1
            }
        }
        removed = left + removed[i...]
        added = right + added[j...]
    }

    private static func cancelled(
        _ removed: [Entry], _ added: [Entry], _ content: (Entry) -> ArraySlice<UInt8>, _ order: (Entry, Entry) -> Bool
    ) -> (removed: [Entry], added: [Entry]) {
        if removed.isEmpty || added.isEmpty { return (removed, added) }
        var left: [Entry] = []
        var right: [Entry] = []
        var (i, j) = (0, 0)
        while i < removed.count && j < added.count {
            if order(removed[i], added[j]) {
                left.append(removed[i])
                i += 1
            } else if order(added[j], removed[i]) {
                right.append(added[j])
                j += 1
            } else {
                i += 1
                j += 1
            }
        }
        return (left + removed[i...], right + added[j...])
    }

    private static func groups(_ pairs: [tarn_pair]) -> [Group] {
        var groups: [Group] = []
        var start = 0
        while start < pairs.count {
            var end = start + 1
            while end < pairs.count && pairs[end].key == pairs[start].key { end += 1 }
            groups.append(Group(key: KeyCoding.fixed(pairs[start].key), objects: pairs[start..<end].map(\.payload)))
            start = end
        }
        return groups
    }

    private static func groups(_ entries: [Entry], _ content: (Entry) -> ArraySlice<UInt8>) -> [Group] {
        var groups: [Group] = []
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count && content(entries[end]) == content(entries[start]) { end += 1 }
            groups.append(Group(key: Array(content(entries[start])), objects: entries[start..<end].map(\.object)))
            start = end
        }
        return groups
    }
}
