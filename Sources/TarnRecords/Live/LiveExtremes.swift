/// The smallest and the largest value of a column over the members of a live query.
///
/// All values are kept in order, so that the next one is known when the smallest or largest goes: 12 bytes an object
/// and its key.
package final class LiveExtremes: LiveAggregate {
    private let order: OrderKey
    private var values = OrderedObjects()
    private var removals = OrderedBatch()
    private var additions = OrderedBatch()

    init(column: Int, _ table: Table) {
        order = OrderKey([SortKey(column: column)], table)
        super.init(column: column)
    }

    override func clear() {
        values = OrderedObjects()
        removals = OrderedBatch()
        additions = OrderedBatch()
    }

    override func change(
        _ session: RecordSession, _ table: Table, _ number: UInt64, _ cluster: Cluster, _ slots: UInt64, isAdded: Bool
    ) throws(RecordError) {
        var valued: UInt64 = 0
        for slot in SlotSequence(slots) {
            if let row = cluster.row(slot: slot), hasValue(row) { valued |= 1 << UInt64(slot) }
        }
        if isAdded {
            try session.append(order, number, cluster, valued, to: &additions)
        } else {
            try session.append(order, number, cluster, valued, to: &removals)
        }
    }

    /// nil and NaN are skipped (Q13).
    private func hasValue(_ row: Row) -> Bool {
        let description = order.parts[0].description
        if description.isOptional && row.isNull(column) { return false }
        return switch description.kind {
        case .float: !row.value(column, as: Float.self).isNaN
        case .double, .date: !row.value(column, as: Double.self).isNaN
        default: true
        }
    }

    override func settle() {
        removals.sort()
        additions.sort()
        values.merge(removing: removals, adding: additions)
        removals = OrderedBatch()
        additions = OrderedBatch()
    }

    /// The smallest value, or nil when there is none.
    package var minimum: StoredValue? { values.count == 0 ? nil : order.value(of: values.entry(at: 0).key) }

    /// The largest value, or nil when there is none.
    package var maximum: StoredValue? {
        values.count == 0 ? nil : order.value(of: values.entry(at: values.count - 1).key)
    }
}

extension OrderKey {
    /// The value of the first column, which ascends and is the only one, from bytes made of one that is not nil.
    fileprivate func value(of key: [UInt8]) -> StoredValue {
        let bytes = parts[0].description.isOptional ? Array(key.dropFirst()) : key
        let kind = parts[0].description.kind
        return switch kind {
        case .string: .string(String(decoding: bytes, as: UTF8.self))
        case .data, .decimal, .uuid, .objectId: .bytes(bytes)
        default: kind.value(ofOrdered: bytes.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}

extension LiveQuery {
    /// The values of a column in order, kept up with the query for as long as somebody holds them.
    /// - Parameters:
    ///   - column: The column.
    ///   - session: A session of the query's version.
    package func extremes(_ column: Int, _ session: RecordSession) throws(RecordError) -> LiveExtremes {
        if let known = aggregates.known(LiveExtremes.self, column: column) { return known }
        let made = LiveExtremes(column: column, query.table)
        try made.compute(query.table, membership, session)
        aggregates.add(made)
        return made
    }
}
