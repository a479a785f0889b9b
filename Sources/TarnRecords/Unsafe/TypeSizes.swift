internal import TarnLMDB

/// How much room the objects of one type take, by tree. Bytes of keys and values, without what LMDB adds.
package struct TypeSizes: Sendable {
    /// How many clusters there are.
    package var clusterCount = 0
    /// The bytes of the clusters.
    package var clusterByteCount = 0
    /// The bytes of index entries, words and unique keys.
    package var indexByteCount = 0
    /// The bytes of long text and data.
    package var valueByteCount = 0
    /// The bytes of the elements of lists, sets and maps.
    package var collectionByteCount = 0
}

extension RecordSession {
    // Safety: keys and values are measured before the cursor moves.
    /// The room that each type takes, by type number. Walks every tree: O(file).
    package func sizes() throws(RecordError) -> [TypeSizes] {
        var sizes = Array(repeating: TypeSizes(), count: catalogue.tables.count)
        // Safety: a key of two bytes or more holds the number that is read of it.
        func walk(_ tree: RawTree, _ add: (inout TypeSizes, Int) -> Void) throws(RecordError) {
            do {
                // Damaged pages can lead in a circle: a tree has no more entries than it says.
                var left = try transaction.statistics(of: tree).entries
                var cursor = try RawCursor(transaction, tree)
                while left > 0, try cursor.move(.next) {
                    left -= 1
                    guard unsafe cursor.key.count >= 2 else { continue }
                    let id = unsafe Int(UInt16(bigEndian: cursor.key.loadUnaligned(as: UInt16.self)))
                    if id < sizes.count { add(&sizes[id], unsafe cursor.key.count + cursor.value.count) }
                }
            } catch {
                throw .storage(error, tree: trees.name(of: tree))
            }
        }
        try walk(trees.clusters) { sizes, count in
            sizes.clusterCount += 1
            sizes.clusterByteCount += count
        }
        try walk(trees.values) { $0.valueByteCount += $1 }
        for tree in [trees.lists, trees.sets, trees.maps] { try walk(tree) { $0.collectionByteCount += $1 } }
        try walk(trees.keys) { $0.indexByteCount += $1 }
        // A key of a tree with duplicates is stored once; its entries take 8 bytes each.
        try walk(trees.words) { $0.indexByteCount += $1 }
        try walk(trees.index) { sizes, _ in sizes.indexByteCount += 8 }
        return sizes
    }
}
