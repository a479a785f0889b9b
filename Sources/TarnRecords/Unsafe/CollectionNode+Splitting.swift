extension CollectionNode {
    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// How many bytes an entry takes.
    private func size(_ place: Int) -> Int {
        if unsafe height == 0 {
            let width = unsafe elements.start(place + 1) - elements.start(place)
            return unsafe width + (elements.stride == 0 ? 2 : 0)
        }
        return unsafe CollectionFormat.childByteCount + (separators.isEmpty ? 0 : separators[place].count + 2)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Where to cut a node that is too large, so that no part is.
    ///
    /// Parts are of one size, unless entries were put at the end: more will come there, so the first ones are full.
    func cuts(isAtEnd: Bool) -> [Int] {
        let limit = CollectionFormat.limit
        let parts = max(2, (byteCount + limit * 3 / 4 - 1) / (limit * 3 / 4))
        let room = isAtEnd ? limit : min(limit, (byteCount + parts - 1) / parts)
        var cuts: [Int] = []
        if unsafe height == 0 && elements.stride != 0 {
            return unsafe Array(
                stride(from: max(1, room / elements.stride), to: elements.count, by: max(1, room / elements.stride)))
        }
        var used = 0
        for place in 0..<entryCount {
            let size = size(place)
            if used > 0 && used + size > room {
                cuts.append(place)
                used = 0
            }
            used += size
        }
        return cuts.isEmpty ? [entryCount / 2] : cuts
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Moves the last entries to a node that has none.
    ///
    /// - Returns: bytes that separate the keys of the two, empty where keys have no order; nil when a key is malformed.
    func moveEntries(_ range: Range<Int>, to piece: CollectionNode, _ form: CollectionForm) -> [UInt8]? {
        if unsafe height == 0 {
            unsafe piece.elements = unsafe elements.slice(range)
            let separator =
                unsafe range.lowerBound == 0 || !form.isOrdered
                ? []
                : elements.withView(form) { view in
                    view.separator(before: range.lowerBound)
                }
            unsafe elements.replace(range, with: CollectionElements(stride: elements.stride))
            return separator
        }
        unsafe piece.children = unsafe Array(children[range])
        unsafe piece.counts = unsafe Array(counts[range])
        unsafe children.removeSubrange(range)
        unsafe counts.removeSubrange(range)
        if unsafe separators.isEmpty { return [] }
        unsafe piece.separators = unsafe Array(separators[range])
        let separator = unsafe piece.separators[0]
        unsafe piece.separators[0] = []
        unsafe separators.removeSubrange(range)
        return separator
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes over the entries of a node that follows this one.
    func append(_ other: CollectionNode, separator: [UInt8]) {
        if unsafe height == 0 {
            unsafe elements.replace(elements.count..<elements.count, with: other.elements)
            return
        }
        let place = unsafe separators.count
        unsafe children += other.children
        unsafe counts += other.counts
        unsafe separators += other.separators
        if unsafe !separators.isEmpty { unsafe separators[place] = separator }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Becomes what its only child is.
    func take(_ only: CollectionNode) {
        unsafe height = unsafe only.height
        unsafe elements = unsafe only.elements
        unsafe children = unsafe only.children
        unsafe counts = unsafe only.counts
        unsafe separators = unsafe only.separators
    }
}

extension CollectionView {
    // Safety: the bytes are copied.
    /// The shortest bytes that come after the key before a place and not after the key at it.
    func separator(before place: Int) -> [UInt8]? {
        guard let left = unsafe key(place - 1), let right = unsafe key(place) else { return nil }
        var shared = 0
        while shared < min(left.count, right.count), unsafe left[shared] == right[shared] { shared += 1 }
        return unsafe Array(right.prefix(shared + 1))
    }
}
