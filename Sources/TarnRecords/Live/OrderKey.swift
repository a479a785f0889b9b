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
        /// The links that lead to the object whose column it is, with the types that they lead to.
        let path: [(column: Int, target: Table)]
        let column: Int
        let description: Table.Column
        let ascending: Bool
        let collation: Collation
        /// Whether text has to be told from what follows.
        let isTerminated: Bool
    }

    package let table: Table
    package let keys: [SortKey]
    let parts: [Part]

    /// The most significant column comes first. Keys with paths need the catalogue that their types are of.
    package init(_ keys: [SortKey], _ table: Table, _ catalogue: Catalogue? = nil) {
        self.table = table
        self.keys = keys
        parts = keys.enumerated().map { place, key in
            var end = table
            let path = key.path.map { column in
                guard let catalogue, end.linkColumns.contains(column),
                    let target = Filter.Relation.link(column: column).target(end, catalogue)
                else {
                    preconditionFailure("Q9: column \(column) of \(end.name) is no link to sort through")
                }
                end = target
                return (column, target)
            }
            return Part(
                path: path, column: key.column, description: end.columns[key.column], ascending: key.ascending,
                collation: key.collation,
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
                if part.path.isEmpty {
                    try append(part, row, object, order.table, to: &batch)
                } else {
                    try append(part, through: row, to: &batch)
                }
                if !part.ascending { batch.invert(from: start) }
            }
            batch.finish(object.rawValue)
        }
    }

    private func append(
        _ part: OrderKey.Part, _ row: Row, _ object: ObjectKey, _ table: Table, to batch: inout OrderedBatch
    ) throws(RecordError) {
        if row.appendOrdered(part, to: &batch) { return }
        batch.write(text: part.collation.key(of: try ordered(table, row, object, part.column)), part.isTerminated)
    }

    /// Adds a value that links lead to. Nil on the way is as nil at the end.
    private func append(_ part: OrderKey.Part, through first: Row, to batch: inout OrderedBatch) throws(RecordError) {
        var (row, object) = (first, ObjectKey(rawValue: 0))
        for (column, target) in part.path {
            object = ObjectKey(rawValue: row.value(column, as: UInt64.self))
            guard !row.isNull(column), let next = try cluster(target, object.cluster)?.row(slot: object.slot) else {
                return batch.write(0)
            }
            row = next
        }
        if !part.description.isOptional { batch.write(1) }
        if let target = part.path.last?.target { try append(part, row, object, target, to: &batch) }
    }

    /// The objects of a source in an order, with their keys: the same order as sorting gives.
    ///
    /// One walk through the source in its own order, a sort of the keys, and a tree made of them.
    func orderedObjects(_ source: QuerySource, _ order: OrderKey) throws(RecordError) -> OrderedObjects {
        if order.parts.count == 1, order.keys[0].isPlain, order.parts[0].description.kind.hasOrderedKeys {
            return OrderedObjects(sorted: try numberEntries(source, order.parts[0], order))
        }
        var batch = OrderedBatch()
        try visit(source, order.table, columns: order.keys.map { $0.path.first ?? $0.column }) {
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
