extension RecordSession {
    /// The first objects of a source in an order, without sorting all of it.
    ///
    /// The worst first key that can still be among them is kept; a cluster is compared with it as a whole before any
    /// object is touched. What may be among the first by the first key is sorted by all keys at the end.
    func first(
        _ count: Int, of source: QuerySource, _ keys: [SortKey], _ table: Table
    ) throws(RecordError) -> [UInt64] {
        if count <= 0 { return [] }
        let selection = TopSelection(self, table, count, keys)
        try visit(source, table, columns: [keys[0].column]) { (number, cluster, ranks) throws(RecordError) in
            let chosen = ranks & (try selection.filter?.mask(number, cluster) ?? .max)
            if chosen != 0 { try selection.add(number, cluster, chosen) }
            return true
        }
        let candidates = selection.finish()
        if selection.isDecided { return Array(candidates.prefix(count)) }
        return Array(try sorted(.members(.list(candidates)), keys, table).prefix(count))
    }
}

/// The candidates for the first few objects in an order.
private final class TopSelection {
    /// A test that every object passes which can still be among the first.
    private(set) var filter: MaskProgram?
    /// Whether the first key alone, held in eight bytes, gives the whole order.
    let isDecided: Bool
    private let session: RecordSession
    private let table: Table
    private let count: Int
    private let key: SortKey
    private let description: Table.Column
    private let flip: UInt64
    private let pairs = ObjectPairs(capacity: 4096)
    /// The number of pairs at which those that are out are dropped.
    private var limit: Int
    private var nulls: [UInt64] = []
    /// Keys beyond it are out; when other keys decide among equal ones, equal ones stay.
    private var worst: UInt64?

    init(_ session: RecordSession, _ table: Table, _ count: Int, _ keys: [SortKey]) {
        self.session = session
        self.table = table
        self.count = count
        key = keys[0]
        description = table.columns[key.column]
        isDecided = keys.count == 1 && description.kind.hasOrderedKeys
        flip = key.ascending ? 0 : .max
        limit = max(4096, 4 * count)
    }

    /// Looks at some objects of a cluster.
    func add(_ number: UInt64, _ cluster: Cluster, _ ranks: UInt64) throws(RecordError) {
        let empty = description.isOptional ? cluster.nulls(key.column) : 0
        var slots = SlotSequence(cluster.slots(fromRanks: ranks))
        for rank in SlotSequence(ranks) {
            let object = ObjectKey(cluster: number, slot: slots.next() ?? 0)
            if empty >> UInt64(rank) & 1 != 0 {
                if !isDecided || nulls.count < count { nulls.append(object.rawValue) }
                continue
            }
            let word = try self.word(cluster.row(rank: rank), object) ^ flip
            if let worst, isDecided ? word >= worst : word > worst { continue }
            pairs.append(word, object.rawValue)
            if pairs.count >= limit { prune() }
        }
    }

    // Safety: the bytes do not leave the closures.
    /// The first key in eight bytes: the value itself, or the beginning of its bytes.
    private func word(_ row: Row, _ object: ObjectKey) throws(RecordError) -> UInt64 {
        if description.kind.hasOrderedKeys { return row.ordered(key.column, description.kind) }
        if let width = description.kind.width {
            return unsafe row.withBytes(key.column, count: width) { unsafe SortColumn.word($0) }
        }
        if description.kind == .any {
            return SortColumn.word(try session.ordered(table, row, object, key.column))
        }
        if let word = unsafe row.withText(key.column, { unsafe $0.map { unsafe SortColumn.word($0) } }) { return word }
        return SortColumn.word(try session.longValue(table, object, key.column))
    }

    /// Drops what can no longer be among the first.
    private func prune() {
        pairs.sort()
        let bound = pairs[count - 1].key
        worst = bound
        var kept = count
        while !isDecided && kept < pairs.count && pairs[kept].key == bound { kept += 1 }
        pairs.truncate(to: kept)
        limit = max(4096, 4 * kept)
        filter = test(bound ^ flip).map { MaskProgram(session, table, root: $0) }
    }

    /// The test behind `filter`, which lets nil and NaN through where they come first.
    private func test(_ bound: UInt64) -> MaskProgram.Node? {
        let comparison: Filter.Comparison =
            key.ascending ? (isDecided ? .greaterOrEqual : .greater) : (isDecided ? .greater : .greaterOrEqual)
        let operation = comparison.kernelOperation
        let number = bound >> 63 == 1 ? Double(bitPattern: bound ^ 1 << 63) : Double(bitPattern: ~bound)
        let node: MaskProgram.Node
        switch description.kind {
        case .int8, .int16, .int32, .int64:
            let value = Int64(bitPattern: bound ^ 1 << 63)
            node = .integer(column: key.column, kind: description.kind, operation: operation, value)
        case .double where !number.isNaN, .date where !number.isNaN:
            node = .double(column: key.column, operation: operation, number)
        case .float where !number.isNaN: node = .float(column: key.column, operation: operation, Float(number))
        default: return nil
        }
        return key.ascending ? .not(node) : node
    }

    /// The candidates, in order by the first key.
    func finish() -> [UInt64] {
        pairs.sort()
        return key.ascending ? nulls + pairs.payloads : pairs.payloads + nulls
    }
}
