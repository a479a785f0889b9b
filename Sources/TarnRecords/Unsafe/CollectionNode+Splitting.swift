extension CollectionNode {
    /// How many bytes an entry takes.
    private func size(_ place: Int) -> Int {
        if height == 0 { return elements.start(place + 1) - elements.start(place) + (elements.stride == 0 ? 2 : 0) }
        return CollectionFormat.childByteCount + (separators.isEmpty ? 0 : separators[place].count + 2)
    }

    /// Where to cut a node that is too large, so that no part is.
    ///
    /// Parts are of one size, unless entries were put at the end: more will come there, so the first ones are full.
    func cuts(isAtEnd: Bool) -> [Int] {
        let limit = CollectionFormat.limit
        let parts = max(2, (byteCount + limit * 3 / 4 - 1) / (limit * 3 / 4))
        let room = isAtEnd ? limit : min(limit, (byteCount + parts - 1) / parts)
        var cuts: [Int] = []
        if height == 0 && elements.stride != 0 {
            return Array(
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

    /// Moves the last entries to a node that has none.
    ///
    /// - Returns: bytes that separate the keys of the two, empty where keys have no order; nil when a key is malformed.
    func moveEntries(_ range: Range<Int>, to piece: CollectionNode, _ form: CollectionForm) -> [UInt8]? {
        if height == 0 {
            piece.elements = elements.slice(range)
            let separator =
                range.lowerBound == 0 || !form.isOrdered
                ? []
                : elements.withView(form) { view in
                    view.separator(before: range.lowerBound)
                }
            elements.replace(range, with: CollectionElements(stride: elements.stride))
            return separator
        }
        piece.children = Array(children[range])
        piece.counts = Array(counts[range])
        children.removeSubrange(range)
        counts.removeSubrange(range)
        if separators.isEmpty { return [] }
        piece.separators = Array(separators[range])
        let separator = piece.separators[0]
        piece.separators[0] = []
        separators.removeSubrange(range)
        return separator
    }

    /// Takes over the entries of a node that follows this one.
    func append(_ other: CollectionNode, separator: [UInt8]) {
        if height == 0 {
            elements.replace(elements.count..<elements.count, with: other.elements)
            return
        }
        let place = separators.count
        children += other.children
        counts += other.counts
        separators += other.separators
        if !separators.isEmpty { separators[place] = separator }
    }

    /// Becomes what its only child is.
    func take(_ only: CollectionNode) {
        height = only.height
        elements = only.elements
        children = only.children
        counts = only.counts
        separators = only.separators
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
