/// How the keys of an order are made: bytes that compare like the values of its columns, one column after the other.
///
/// nil comes before values, NaN before numbers, text by its UTF-8 bytes, as everywhere (Q6). A column that may be nil
/// begins with a byte, 0 or 1. Numbers, dates and links take eight bytes, truth values one, decimals and identifiers
/// their own. Text and data take their bytes; where something follows them, or the order descends, a zero ends them,
/// and the bytes 0 and 1 inside are written as 1 1 and 1 2. A descending column is inverted as a whole. The object key
/// is not part of it: what holds the entries decides by it between equal keys, ascending, as sorting does (Q5).
package struct OrderKey: Sendable {
    /// One column of the order.
    struct Part: Sendable {
        let column: Int
        let description: Table.Column
        let ascending: Bool
        /// Whether text has to be told from what follows.
        let isTerminated: Bool
    }

    package let table: Table
    package let keys: [SortKey]
    let parts: [Part]

    /// The most significant column comes first.
    package init(_ keys: [SortKey], _ table: Table) {
        self.table = table
        self.keys = keys
        parts = keys.enumerated().map { place, key in
            Part(
                column: key.column, description: table.columns[key.column], ascending: key.ascending,
                isTerminated: place + 1 < keys.count || !key.ascending)
        }
    }

    private init(first count: Int, of order: OrderKey) {
        table = order.table
        keys = Array(order.keys.prefix(count))
        parts = Array(order.parts.prefix(count))
    }

    /// The order by the first few columns alone. Where text in them is told from what follows, its keys are beginnings
    /// of the keys of the whole order.
    func prefix(_ count: Int) -> OrderKey { OrderKey(first: count, of: self) }
}

extension RecordSession {
    /// The key of an object, or nil when there is no such object; O(log n).
    package func orderKey(_ order: OrderKey, _ object: ObjectKey) throws(RecordError) -> [UInt8]? {
        guard let cluster = try cluster(order.table, object.cluster), cluster.presence & object.bit != 0 else {
            return nil
        }
        var batch = OrderedBatch()
        try append(order, object.cluster, cluster, object.bit, to: &batch)
        return batch.key(0)
    }

    /// Adds the keys of some objects of a cluster to a batch, in the order of their slots.
    ///
    /// - Parameter slots: a mask of slots that all hold an object.
    package func append(
        _ order: OrderKey, _ number: UInt64, _ cluster: Cluster, _ slots: UInt64, to batch: inout OrderedBatch
    ) throws(RecordError) {
        for slot in SlotSequence(slots) {
            guard let row = cluster.row(slot: slot) else { continue }
            let object = ObjectKey(cluster: number, slot: slot)
            for part in order.parts {
                let start = batch.heapCount
                if !row.appendOrdered(part, to: &batch) {
                    batch.write(text: try ordered(order.table, row, object, part.column), part.isTerminated)
                }
                if !part.ascending { batch.invert(from: start) }
            }
            batch.finish(object.rawValue)
        }
    }

    /// The objects of a source in an order, with their keys: the same order as sorting gives.
    ///
    /// One walk through the source in its own order, a sort of the keys, and a tree made of them.
    func orderedObjects(_ source: QuerySource, _ order: OrderKey) throws(RecordError) -> OrderedObjects {
        if order.parts.count == 1, order.parts[0].description.kind.hasOrderedKeys {
            return OrderedObjects(sorted: try numberEntries(source, order.parts[0], order))
        }
        var batch = OrderedBatch()
        try visit(source, order.table, columns: order.keys.map(\.column)) {
            (number, cluster, ranks) throws(RecordError) in
            try append(order, number, cluster, cluster.slots(fromRanks: ranks), to: &batch)
            return true
        }
        batch.sort()
        return OrderedObjects(sorted: batch)
    }

    /// Entries of one column of numbers, made of the keys that sorting has used.
    private func numberEntries(
        _ source: QuerySource, _ part: OrderKey.Part, _ order: OrderKey
    ) throws(RecordError) -> OrderedBatch {
        let (nulls, values) = try sortedPairs(source, order.keys[0], order.table)
        var batch = OrderedBatch()
        batch.reserve(nulls.count + values.count, bytes: nulls.count + 9 * values.count)
        let flip: UInt8 = part.ascending ? 0 : .max
        func addNulls() {
            for object in nulls {
                batch.write(0 ^ flip)
                batch.finish(object)
            }
        }
        if part.ascending { addNulls() }
        for place in 0..<values.count {
            let (key, object) = values[place]
            if part.description.isOptional { batch.write(1 ^ flip) }
            if part.description.kind == .bool {
                batch.write(UInt8(truncatingIfNeeded: key))
            } else {
                batch.write(number: key)
            }
            batch.finish(object)
        }
        if !part.ascending { addNulls() }
        return batch
    }
}
