internal import CTarnKernels

extension RecordSession {
    /// How many entries an index has in the ranges of a term; nil when there are more entries or keys than allowed.
    ///
    /// O(keys), up to the limits: what it costs to find out must stay small beside a scan.
    func entryCount(_ term: IndexTerm, _ table: Table, entryLimit: Int, keyLimit: Int) throws(RecordError) -> Int? {
        if term.ranges.count > keyLimit { return nil }
        var walk = try IndexWalk(self, table, term.column, term.ranges)
        var (entries, keys) = (0, 0)
        while try walk.next() {
            entries += try walk.objectCount()
            keys += 1
            if entries > entryLimit || keys > keyLimit { return nil }
        }
        return entries
    }

    /// The objects of the entries in the ranges of a term, ascending.
    func entries(_ term: IndexTerm, _ table: Table) throws(RecordError) -> [UInt64] {
        var objects: [UInt64] = []
        var keys = 0
        var walk = try IndexWalk(self, table, term.column, term.ranges)
        while try walk.next() {
            try walk.append(to: &objects)
            keys += 1
        }
        if keys > 1 { ObjectPairs.sort(&objects) }
        return objects
    }

    /// The first objects in the order of an index column, objects with equal values by their keys.
    ///
    /// - Returns: nil when a key is met that has been cut, since keys do not give the order there.
    func ordered(
        _ table: Table, _ key: SortKey, _ ranges: [IndexRange], limit: Int
    ) throws(RecordError) -> [UInt64]? {
        var objects: [UInt64] = []
        for range in key.ascending ? ranges : ranges.reversed() where objects.count < limit {
            var walk = try IndexWalk(self, table, key.column, [range])
            while objects.count < limit, key.ascending ? try walk.next() : try walk.previous() {
                if walk.keyByteCount >= KeyCoding.maximumByteCount { return nil }
                try walk.append(to: &objects, limit: limit)
            }
        }
        return objects
    }
}
