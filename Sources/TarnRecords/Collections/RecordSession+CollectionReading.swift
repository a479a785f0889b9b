extension RecordSession {
    /// How many elements there are; 0 when there is no such object. O(1). A large number is compared with the tree.
    package func count(_ place: CollectionPlace) throws(RecordError) -> Int {
        try purgeTargets(place)
        let count = try storedCount(place)
        try checkCount(place, count)
        return count
    }

    /// The number of elements by the object's cluster.
    func storedCount(_ place: CollectionPlace) throws(RecordError) -> Int {
        guard let cluster = try cluster(place.table, place.object.cluster),
            let row = cluster.row(slot: place.object.slot)
        else { return 0 }
        let count = row.value(place.column, as: Int64.self)
        guard count >= 0 && count <= Int64(CollectionFormat.countLimit) else {
            throw corrupt(place.table, place.object.cluster, "\(place.name) has \(count) elements")
        }
        return Int(count)
    }

    /// An element of a list or set, or the value of an entry of a map. O(log n); traps outside of the collection.
    package func element(_ place: CollectionPlace, at index: Int) throws(RecordError) -> StoredValue {
        if let known = knownElement(place, at: index) { return known }
        try checked(place, index..<index + 1)
        return try withLeaf(place, at: index) { (view, local) throws(RecordError) in
            guard let value = view.value(local) else { throw malformed(place, index) }
            return value
        }
    }

    /// Some elements in order, of a map the values. O(log n + elements); traps outside of the collection.
    package func elements(_ place: CollectionPlace, _ range: Range<Int>) throws(RecordError) -> [StoredValue] {
        try checked(place, range)
        var values: [StoredValue] = []
        try forEachLeaf(place, range) { (view, local) throws(RecordError) in
            guard view.appendValues(local, to: &values) else {
                throw malformed(place, range.lowerBound + values.count)
            }
        }
        return values
    }

    /// Some entries of a map, ordered by the UTF-8 of their keys. O(log n + entries); traps outside of the map.
    package func entries(
        _ place: CollectionPlace, _ range: Range<Int>
    ) throws(RecordError) -> [(key: String, value: StoredValue)] {
        try checked(place, range)
        var entries: [(key: String, value: StoredValue)] = []
        try forEachLeaf(place, range) { (view, local) throws(RecordError) in
            for index in local {
                guard let key = view.text(index), let value = view.value(index) else {
                    throw malformed(place, range.lowerBound + entries.count)
                }
                entries.append((key, value))
            }
        }
        return entries
    }

    /// Calls the body with every element in order, until it answers false. The body must not change the collection.
    package func forEachElement(
        _ place: CollectionPlace, _ body: (StoredValue) throws(RecordError) -> Bool
    ) throws(RecordError) {
        var index = 0
        let count = try count(place)
        while index < count {
            // The body may write to other collections, which moves bytes: it is given copies.
            let values = try withLeaf(place, at: index) { (view, local) throws(RecordError) in
                var values: [StoredValue] = []
                guard view.appendValues(local..<view.count, to: &values) else {
                    throw malformed(place, index + values.count)
                }
                return values
            }
            for value in values where try !body(value) { return }
            index += values.count
        }
    }

    /// The object keys of a list or set of links, in order. O(n), a few nanoseconds an element.
    package func linkKeys(_ place: CollectionPlace) throws(RecordError) -> [UInt64] {
        precondition(place.form.isLink && place.form.stride == 8, "\(place.name) is no list or set of links")
        let count = try count(place)
        var keys: [UInt64] = []
        keys.reserveCapacity(min(count, 1 << 20))
        try forEachLeaf(place, 0..<count) { (view, local) throws(RecordError) in view.appendLinks(local, to: &keys) }
        return keys
    }

    /// The first index of an element: in a list O(n), a scan of bytes; in a set O(log n). Nil when it is not there.
    package func index(of value: StoredValue, in place: CollectionPlace) throws(RecordError) -> Int? {
        let form = place.form
        precondition(form.collection != .map, "\(place.name) is found by keys")
        guard form.accepts(value) else { return nil }
        let count = try count(place)
        if count == 0 { return nil }
        if form.isOrdered {
            return try index(ofKey: form.key(of: value), in: place, count)
        }
        var bytes: [UInt8] = []
        form.append(value, to: &bytes)
        var before = 0
        while before < count {
            let (found, passed) = try withLeaf(place, at: before) { (view, local) throws(RecordError) in
                (view.firstPlace(of: bytes, from: local).map { $0 - local }, view.count - local)
            }
            if let found {
                if before + found >= count { throw malformed(place, before + found) }
                return before + found
            }
            before += passed
        }
        return nil
    }

    /// The value of a key of a map, or nil when the key is not there. O(log n).
    package func mapValue(_ place: CollectionPlace, _ key: String) throws(RecordError) -> StoredValue? {
        guard let index = try mapIndex(place, key) else { return nil }
        return try element(place, at: index)
    }

    /// The place of a key among those of a map, or nil when it is not there. O(log n).
    package func mapIndex(_ place: CollectionPlace, _ key: String) throws(RecordError) -> Int? {
        precondition(place.form.collection == .map, "\(place.name) has no keys")
        let count = try count(place)
        return count == 0 ? nil : try index(ofKey: Array(key.utf8), in: place, count)
    }
}

extension RecordSession {
    /// Traps when a range leaves the collection (L8).
    private func checked(_ place: CollectionPlace, _ range: Range<Int>) throws(RecordError) {
        let count = try count(place)
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "L8: \(range) is outside of the \(count) elements of \(place.name)")
    }

    /// Visits the leaves that hold some elements. The body must not change anything.
    func forEachLeaf(
        _ place: CollectionPlace, _ range: Range<Int>,
        _ body: (CollectionView, Range<Int>) throws(RecordError) -> Void
    ) throws(RecordError) {
        try checkSize(place, range)
        var index = range.lowerBound
        while index < range.upperBound {
            index += try withLeaf(place, at: index) { (view, local) throws(RecordError) in
                let end = min(view.count, local + range.upperBound - index)
                try body(view, local..<end)
                return end - local
            }
        }
    }

    private func index(ofKey key: [UInt8], in place: CollectionPlace, _ count: Int) throws(RecordError) -> Int? {
        let found = try find(place, key)
        if !found.isThere { return nil }
        if found.index >= count { throw malformed(place, found.index) }
        return found.index
    }

    private func malformed(_ place: CollectionPlace, _ index: Int) -> RecordError {
        CollectionStorage(place, self).corrupt("element \(index) is malformed")
    }
}
