internal import CTarnKernels

/// The values of one column for all objects that are being sorted, by their place in the order before.
final class SortColumn {
    private let description: Table.Column
    private let key: SortKey
    /// For each object: ordered bytes, or where the bytes of its text end in `heap`.
    private var keys: [UInt64] = []
    private var heap: [UInt8] = []
    /// The places whose value is nil.
    private var nulls: Set<UInt64> = []

    init(_ description: Table.Column, _ key: SortKey) {
        self.description = description
        self.key = key
    }

    /// The number of the column.
    var column: Int { key.column }

    /// Adds an object that has no value.
    func appendNull() {
        nulls.insert(UInt64(keys.count))
        keys.append(UInt64(heap.count))
    }

    // Safety: `order` writes 64 keys at most.
    /// Adds the chosen objects of a cluster, in rank order.
    func append(
        _ session: RecordSession, _ table: Table, _ number: UInt64, _ cluster: Cluster, _ ranks: UInt64
    ) throws(RecordError) {
        let empty = description.isOptional ? cluster.nulls(key.column) & ranks : 0
        if empty != 0 {
            for (place, rank) in SlotSequence(ranks).enumerated() where empty >> UInt64(rank) & 1 != 0 {
                nulls.insert(UInt64(keys.count + place))
            }
        }
        guard description.kind.hasOrderedKeys else {
            try appendTexts(session, table, number, cluster, ranks, empty)
            return
        }
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { all in
            guard let start = all.baseAddress else { return }
            unsafe cluster.order(key.column, description.kind, into: start)
            for rank in SlotSequence(ranks) { unsafe keys.append(all[rank]) }
        }
    }

    // Safety: the bytes are copied within the call.
    private func appendTexts(
        _ session: RecordSession, _ table: Table, _ number: UInt64, _ cluster: Cluster, _ ranks: UInt64, _ empty: UInt64
    ) throws(RecordError) {
        let width = description.kind.width
        var slots = SlotSequence(cluster.slots(fromRanks: ranks))
        for rank in SlotSequence(ranks) {
            let slot = slots.next() ?? 0
            if empty >> UInt64(rank) & 1 == 0 {
                let row = cluster.row(rank: rank)
                if let width {
                    unsafe row.withBytes(key.column, count: width) { unsafe heap.append(contentsOf: $0) }
                } else if description.kind == .any {
                    heap += try session.ordered(table, row, ObjectKey(cluster: number, slot: slot), key.column)
                } else if unsafe !row.withText(key.column, { unsafe append($0) }) {
                    let bytes = try session.longValue(table, ObjectKey(cluster: number, slot: slot), key.column)
                    heap += key.collation.key(of: bytes)
                }
            }
            keys.append(UInt64(heap.count))
        }
    }

    // Safety: as above.
    private func append(_ bytes: UnsafeRawBufferPointer?) -> Bool {
        guard let bytes = unsafe bytes else { return false }
        if key.collation == .bytes {
            unsafe heap.append(contentsOf: bytes)
        } else {
            unsafe heap += key.collation.key(of: Array(bytes))
        }
        return true
    }

    /// Brings places into the order of this column; equal values keep their order.
    func sort(_ order: inout [UInt64]) {
        var empty: [UInt64] = []
        if !nulls.isEmpty {
            empty = order.filter { nulls.contains($0) }
            order.removeAll { nulls.contains($0) }
        }
        let flip: UInt64 = key.ascending ? 0 : .max
        if description.kind.hasOrderedKeys {
            let pairs = ObjectPairs(capacity: order.count)
            for place in order { pairs.append(keys[Int(place)] ^ flip, place) }
            pairs.sort()
            order = pairs.payloads
        } else {
            sortTexts(&order, flip)
        }
        order = key.ascending ? empty + order : order + empty
    }

    /// Sorts by seven bytes and a length at a time; only texts that are equal so far and go on are sorted further.
    private func sortTexts(_ order: inout [UInt64], _ flip: UInt64) {
        var work: [(range: Range<Int>, depth: Int)] = [(0..<order.count, 0)]
        while let (range, depth) = work.popLast() {
            let pairs = ObjectPairs(capacity: range.count)
            for place in order[range] { pairs.append(word(of: place, at: depth) ^ flip, place) }
            pairs.sort()
            var start = 0
            for index in 0..<pairs.count {
                order[range.lowerBound + index] = pairs[index].payload
                let isLast = index + 1 == pairs.count
                if !isLast && pairs[index + 1].key == pairs[index].key { continue }
                if index > start && (pairs[index].key ^ flip) & 0xFF == 8 {
                    work.append((range.lowerBound + start..<range.lowerBound + index + 1, depth + 7))
                }
                start = index + 1
            }
        }
    }

    // Safety: the range lies inside the heap, since ends never decrease.
    /// The word of a text at a depth of seven bytes a step.
    private func word(of place: UInt64, at depth: Int) -> UInt64 {
        let start = (place == 0 ? 0 : Int(keys[Int(place) - 1])) + depth
        let end = Int(keys[Int(place)])
        return unsafe heap.withUnsafeBytes { unsafe SortColumn.word(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    }

    /// Seven bytes of a text and, as the last byte, how many there are; eight when more follow.
    ///
    /// The count keeps a text apart from the same text with zero bytes after it.
    static func word(_ text: some Collection<UInt8>) -> UInt64 {
        var word = UInt64(min(8, text.count))
        var shift: UInt64 = 56
        for byte in text.prefix(7) {
            word |= UInt64(byte) << shift
            shift -= 8
        }
        return word
    }
}
