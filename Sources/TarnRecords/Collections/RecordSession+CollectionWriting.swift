extension RecordSession {
    /// Replaces elements of a list by others: inserting, appending, removing and setting are all this.
    ///
    /// O(log n + elements). Traps outside of the list (L8).
    ///
    /// - Throws: `invalidValue` when a value cannot be an element or the object is gone; nothing is changed then.
    package func replace(
        _ range: Range<Int>, with values: [StoredValue], in place: CollectionPlace
    ) throws(RecordError) {
        let tree = try changing(place, as: .list)
        checkRange(range, tree, place)
        if range.isEmpty {
            if values.isEmpty { return }
            if values.count == 1 { return try insert(values[0], range.lowerBound, tree, place) }
        }
        let elements = try packed(values, place, tree.form)
        try replace(range, with: elements, tree, place)
        try noteCount(tree.count, place)
    }

    /// Puts a value before an index of a list, or at its end. O(log n); traps outside of the list (L8).
    ///
    /// - Throws: as ``replace(_:with:in:)``.
    package func insert(_ value: StoredValue, at index: Int, in place: CollectionPlace) throws(RecordError) {
        let tree = try changing(place, as: .list)
        checkRange(index..<index, tree, place)
        try insert(value, index, tree, place)
    }

    private func insert(
        _ value: StoredValue, _ index: Int, _ tree: CollectionTree, _ place: CollectionPlace
    ) throws(RecordError) {
        guard let number = tree.form.number(value) else {
            try replace(index..<index, with: packed([value], place, tree.form), tree, place)
            return try noteCount(tree.count, place)
        }
        tree.links?.add(number, place.object, isRemoval: false)
        let (leaf, start) = try tree.leaf(at: index, isInsertion: true)
        try tree.insert(leaf, start, number: number)
        try noteCount(tree.count, place)
    }

    private func replace(
        _ range: Range<Int>, with elements: CollectionElements, _ tree: CollectionTree, _ place: CollectionPlace
    ) throws(RecordError) {
        note(elements, tree, place, isRemoval: false)
        if range.isEmpty {
            let (leaf, start) = try tree.leaf(at: range.lowerBound, isInsertion: true)
            return try tree.splice(leaf, start..<start, with: elements)
        }
        let (leaf, start) = try tree.leaf(at: range.lowerBound)
        if start + range.count <= leaf.elementCount {
            note(leaf.slice(start..<start + range.count), tree, place, isRemoval: true)
            return try tree.splice(leaf, start..<start + range.count, with: elements)
        }
        try remove(range, tree, place)
        if elements.count == 0 { return }
        let (found, first) = try tree.leaf(at: range.lowerBound, isInsertion: true)
        try tree.splice(found, first..<first, with: elements)
    }

    /// Takes elements out, leaf by leaf.
    private func remove(_ range: Range<Int>, _ tree: CollectionTree, _ place: CollectionPlace) throws(RecordError) {
        var left = range.count
        while left > 0 {
            let (leaf, start) = try tree.leaf(at: range.lowerBound)
            let end = min(leaf.elementCount, start + left)
            note(leaf.slice(start..<end), tree, place, isRemoval: true)
            try tree.splice(leaf, start..<end, with: tree.form.noElements)
            left -= end - start
        }
    }

    /// Moves an element of a list to where it then has another index. O(log n); traps outside of the list (L8).
    package func move(from: Int, to: Int, in place: CollectionPlace) throws(RecordError) {
        let tree = try changing(place, as: .list)
        checkRange(from..<from + 1, tree, place)
        checkRange(to..<to + 1, tree, place)
        if from == to { return }
        let (leaf, start) = try tree.leaf(at: from)
        let element = leaf.slice(start..<start + 1)
        try tree.splice(leaf, start..<start + 1, with: tree.form.noElements)
        let (target, end) = try tree.leaf(at: to, isInsertion: true)
        try tree.splice(target, end..<end, with: element)
        try noteCount(tree.count, place)
    }

    /// Puts a value into a set. O(log n).
    ///
    /// - Returns: false when it was there.
    package func insert(_ value: StoredValue, intoSet place: CollectionPlace) throws(RecordError) -> Bool {
        let tree = try changing(place, as: .set)
        let elements = try packed([value], place, tree.form)
        let (leaf, index, isThere, _) = try tree.leaf(ofKey: tree.form.key(of: value))
        if isThere { return false }
        note(elements, tree, place, isRemoval: false)
        try tree.splice(leaf, index..<index, with: elements)
        try noteCount(tree.count, place)
        return true
    }

    /// Takes a value out of a set. O(log n).
    ///
    /// - Returns: false when it was not there.
    package func remove(_ value: StoredValue, fromSet place: CollectionPlace) throws(RecordError) -> Bool {
        let tree = try changing(place, as: .set)
        guard tree.form.accepts(value) else { return false }
        let (leaf, index, isThere, _) = try tree.leaf(ofKey: tree.form.key(of: value))
        if !isThere { return false }
        note(leaf.slice(index..<index + 1), tree, place, isRemoval: true)
        try tree.splice(leaf, index..<index + 1, with: tree.form.noElements)
        try noteCount(tree.count, place)
        return true
    }

    /// Gives a key of a map a value. O(log n).
    package func set(_ value: StoredValue, forKey key: String, in place: CollectionPlace) throws(RecordError) {
        let tree = try changing(place, as: .map)
        let entry = try packed(value, forKey: key, place, tree.form)
        let (leaf, index, isThere, _) = try tree.leaf(ofKey: Array(key.utf8))
        let old = index..<index + (isThere ? 1 : 0)
        note(leaf.slice(old), tree, place, isRemoval: true)
        note(entry, tree, place, isRemoval: false)
        try tree.splice(leaf, old, with: entry)
        try noteCount(tree.count, place)
    }

    /// Takes a key out of a map. O(log n).
    ///
    /// - Returns: false when it was not there.
    package func removeValue(forKey key: String, in place: CollectionPlace) throws(RecordError) -> Bool {
        let tree = try changing(place, as: .map)
        let (leaf, index, isThere, _) = try tree.leaf(ofKey: Array(key.utf8))
        if !isThere { return false }
        note(leaf.slice(index..<index + 1), tree, place, isRemoval: true)
        try tree.splice(leaf, index..<index + 1, with: tree.form.noElements)
        try noteCount(tree.count, place)
        return true
    }

    /// Takes everything out. O(n) for links, otherwise O(nodes).
    package func removeAll(_ place: CollectionPlace) throws(RecordError) {
        let tree = try changing(place, as: place.form.collection)
        if tree.count == 0 { return }
        try noteRemoval(ofAllIn: place, tree.count)
        try tree.clear()
        try noteCount(0, place)
    }
}

extension RecordSession {
    /// Opens a collection for changes, after what is gone has been taken out of it.
    private func changing(_ place: CollectionPlace, as kind: ValueKind) throws(RecordError) -> CollectionTree {
        precondition(place.kind == kind, "\(place.name) is no \(kind.name)")
        try purgeTargets(place)
        try flushCollectionsIfLarge()
        if let open = openTree(place) { return open }
        guard try writer(place.table, place.object) != nil else {
            throw RecordError(
                .invalidValue, tree: "clusters", key: place.name, message: "the object does not exist")
        }
        return try tree(place)
    }

    private func checkRange(_ range: Range<Int>, _ tree: CollectionTree, _ place: CollectionPlace) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= tree.count,
            "L8: \(range) is outside of the \(tree.count) elements of \(place.name)")
    }

    /// The bytes of values; throws when one cannot be an element.
    private func packed(
        _ values: [StoredValue], _ place: CollectionPlace, _ form: CollectionForm
    ) throws(RecordError) -> CollectionElements {
        var elements = CollectionElements(stride: form.stride)
        for value in values {
            guard form.accepts(value) else { throw misfit(place) }
            elements.append { form.appendElement(value, to: &$0) }
        }
        guard elements.bytes.count < 1 << 31 else { throw misfit(place) }
        return elements
    }

    private func packed(
        _ value: StoredValue, forKey key: String, _ place: CollectionPlace, _ form: CollectionForm
    ) throws(RecordError) -> CollectionElements {
        guard form.accepts(value), key.utf8.count < 1 << 28 else { throw misfit(place) }
        var elements = CollectionElements(stride: 0)
        elements.append { bytes in
            MapEntry.append(key: Array(key.utf8), to: &bytes)
            form.append(value, to: &bytes)
        }
        return elements
    }

    private func misfit(_ place: CollectionPlace) -> RecordError {
        RecordError(
            .invalidValue, tree: "clusters", key: place.name,
            message: "a value cannot be an element of kind \(place.form.element.name)")
    }

    /// Notes that the links of some elements come or go.
    private func note(
        _ elements: CollectionElements, _ tree: CollectionTree, _ place: CollectionPlace, isRemoval: Bool
    ) {
        if !tree.form.isRelation || elements.count == 0 { return }
        elements.withView(tree.form) { note($0, 0..<$0.count, place, tree.links, isRemoval: isRemoval) }
    }

    private func note(
        _ view: CollectionView, _ range: Range<Int>, _ place: CollectionPlace, _ links: IndexDelta?, isRemoval: Bool
    ) {
        if let links {
            for target in view.targets(range) { links.add(target, place.object, isRemoval: isRemoval) }
            return
        }
        for link in view.links(range) {
            pending.delta(place.table, place.column, target: link.table)
                .add(link.object.rawValue, place.object, isRemoval: isRemoval)
        }
    }

    /// Notes that the links of all elements go.
    func noteRemoval(ofAllIn place: CollectionPlace, _ count: Int) throws(RecordError) {
        if !place.form.isRelation { return }
        let links = place.form.isLink ? pending.delta(place.table, place.column) : nil
        try forEachLeaf(place, 0..<count) { (view, local) throws(RecordError) in
            note(view, local, place, links, isRemoval: true)
        }
    }

    /// Stores the number of elements with the object, which counts as a change of the column (W15).
    func noteCount(_ count: Int, _ place: CollectionPlace) throws(RecordError) {
        guard let writer = try writer(place.table, place.object) else { return }
        writer.set(Int64(count), place.column)
    }
}

extension CollectionView {
    /// The object keys that elements, or the values of entries, link to.
    func targets(_ range: Range<Int>) -> [UInt64] {
        var targets: [UInt64] = []
        if form.stride == 8 {
            appendLinks(range, to: &targets)
            return targets
        }
        for place in range {
            if case .link(let key) = value(place) { targets.append(key.rawValue) }
        }
        return targets
    }

    /// The objects that elements of any kind, or such values of entries, lead to.
    func links(_ range: Range<Int>) -> [MixedLink] {
        var links: [MixedLink] = []
        for place in range {
            if case .any(let value) = value(place) { links += value.links }
        }
        return links
    }
}
