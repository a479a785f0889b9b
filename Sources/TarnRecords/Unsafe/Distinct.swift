extension RecordSession {
    /// The first object of each group that is alike in some columns, in the order they have (Q7).
    ///
    /// nil is a value of its own; all NaN are alike, and so are the two zeros.
    func distinct(
        _ membership: Membership, _ columns: [Int], _ table: Table
    ) throws(RecordError) -> Membership {
        var seen = DistinctValues(columns, table)
        var set = KeySet()
        var list: [UInt64] = []
        let isSet = if case .set = membership { true } else { false }
        try visit(membership, table, columns: columns) { (number, cluster, ranks) throws(RecordError) in
            var chosen: UInt64 = 0
            var slots = SlotSequence(cluster.slots(fromRanks: ranks))
            for rank in SlotSequence(ranks) {
                let object = ObjectKey(cluster: number, slot: slots.next() ?? 0)
                if !(try seen.insert(self, cluster, rank, object)) { continue }
                chosen |= object.bit
                if !isSet { list.append(object.rawValue) }
            }
            if isSet { set.append(number: number, slots: chosen) }
            return true
        }
        return isSet ? .set(set) : .list(list)
    }
}

/// The combinations of values that have been met.
private struct DistinctValues {
    private let columns: [Int]
    private let table: Table
    /// Whether one column of eight bytes is all there is to compare.
    private let isOneWord: Bool
    private var words: Set<UInt64> = []
    private var hasNull = false
    private var texts: Set<[UInt8]> = []
    private var buffer: [UInt8] = []

    init(_ columns: [Int], _ table: Table) {
        self.columns = columns
        self.table = table
        isOneWord = columns.count == 1 && table.columns[columns[0]].kind.hasOrderedKeys
    }

    /// Notes the values of an object; false when they have been met before.
    mutating func insert(
        _ session: RecordSession, _ cluster: Cluster, _ rank: Int, _ object: ObjectKey
    ) throws(RecordError) -> Bool {
        let row = cluster.row(rank: rank)
        if isOneWord {
            let description = table.columns[columns[0]]
            if description.isOptional && row.isNull(columns[0]) {
                defer { hasNull = true }
                return !hasNull
            }
            return words.insert(row.ordered(columns[0], description.kind)).inserted
        }
        buffer.removeAll(keepingCapacity: true)
        for column in columns { try append(session, row, column, object) }
        if texts.contains(buffer) { return false }
        texts.insert(Array(buffer))
        return true
    }

    // Safety: the bytes are copied within the closures.
    /// Appends a value so that no two rows of values have the same bytes: lengths stand before bytes.
    private mutating func append(
        _ session: RecordSession, _ row: Row, _ column: Int, _ object: ObjectKey
    ) throws(RecordError) {
        let description = table.columns[column]
        if description.isOptional && row.isNull(column) {
            buffer.append(0)
            return
        }
        buffer.append(1)
        if description.kind.hasOrderedKeys {
            append(row.ordered(column, description.kind))
        } else if let width = description.kind.width {
            unsafe row.withBytes(column, count: width) { unsafe buffer.append(contentsOf: $0) }
        } else {
            let bytes = try session.ordered(table, row, object, column)
            append(UInt64(bytes.count))
            buffer += bytes
        }
    }

    private mutating func append(_ word: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { buffer.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
    }
}
