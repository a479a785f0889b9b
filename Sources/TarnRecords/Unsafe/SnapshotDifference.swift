internal import TarnLMDB

/// What distinguishes the objects of a type in two snapshots that are both open, without the change log.
///
/// LMDB never changes a page that a snapshot can see, so a cluster that lies at the same address in both is the same:
/// O(clusters) steps, and work only for clusters that were written. It tells states apart and not what was done: values
/// that were set to what they were are not modified, and an object that was deleted and whose key was given to another
/// shows as modified in the columns that differ.
@safe
struct SnapshotDifference {
    private let table: Table
    private let old: RecordSession
    private let new: RecordSession
    private let allColumns: [Int]
    private let variableColumns: [Int]

    /// The table of the old version is shorter when columns were added since; the new one reads clusters of both.
    init(_ table: Table, _ old: RecordSession, _ new: RecordSession) {
        self.table = table
        self.old = old
        self.new = new
        allColumns = Array(table.columns.indices)
        variableColumns = table.columns.indices.filter { table.columns[$0].kind.isVariable }
    }

    // Safety: both snapshots stay open, and neither session writes.
    /// Walks both trees in step.
    func changes() throws(RecordError) -> TableChanges {
        var changes = TableChanges()
        var before = try ClusterWalk(old, table)
        var after = try ClusterWalk(new, table)
        try before.seek(0)
        try after.seek(0)
        while before.current != nil || after.current != nil {
            let number = min(before.current ?? .max, after.current ?? .max)
            let (isOld, isNew) = (before.current == number, after.current == number)
            let oldBytes = unsafe isOld ? before.bytes : nil
            let newBytes = unsafe isNew ? after.bytes : nil
            if let change = try unsafe change(number, oldBytes, newBytes) { changes.clusters.append(change) }
            if isOld { try before.step() }
            if isNew { try after.step() }
        }
        return changes
    }

    // Safety: the bytes lie in the snapshots; they are checked before they become clusters.
    private func change(
        _ number: UInt64, _ oldBytes: UnsafeRawBufferPointer?, _ newBytes: UnsafeRawBufferPointer?
    ) throws(RecordError) -> TableChanges.Cluster? {
        var columns = allColumns
        if let oldBytes = unsafe oldBytes, let newBytes = unsafe newBytes,
            unsafe oldBytes.isSame(as: newBytes)
        {
            // A neighbour on the page was written, or a long value, which lies elsewhere.
            if unsafe oldBytes.baseAddress == newBytes.baseAddress || variableColumns.isEmpty { return nil }
            columns = variableColumns
        }
        let oldCluster = try unsafe cluster(old, number, oldBytes)
        let newCluster = try unsafe cluster(new, number, newBytes)
        var change = TableChanges.Cluster(number: number)
        let (oldPresence, newPresence) = (oldCluster?.presence ?? 0, newCluster?.presence ?? 0)
        change.inserted = newPresence & ~oldPresence
        change.deleted = oldPresence & ~newPresence
        if let oldCluster, change.deleted != 0 { change.deletedKeys = try keys(oldCluster, number, change.deleted) }
        if let oldCluster, let newCluster {
            for column in columns {
                let slots = try modified(column, number, oldCluster, newCluster)
                if slots != 0 { change.modified.append(.init(column: column, slots: slots)) }
            }
        }
        return change.isEmpty ? nil : change
    }

    // Safety: as above.
    private func cluster(
        _ session: RecordSession, _ number: UInt64, _ bytes: UnsafeRawBufferPointer?
    ) throws(RecordError) -> Cluster? {
        guard let bytes = unsafe bytes else { return nil }
        return try unsafe session.cluster(table, number, bytes)
    }

    /// The primary keys of removed objects, where the object key does not tell them.
    private func keys(
        _ cluster: Cluster, _ number: UInt64, _ slots: UInt64
    ) throws(RecordError) -> [ChangeRecord.DeletedKey] {
        guard let column = table.primaryKey, !table.hasIntegerKey else { return [] }
        var keys: [ChangeRecord.DeletedKey] = []
        for slot in SlotSequence(slots) {
            let value = try old.value(cluster, ObjectKey(cluster: number, slot: slot), column, table)
            keys.append(.init(slot: slot, key: KeyCoding.bytes(value, table.columns[column].kind).bytes))
        }
        return keys
    }

    /// The objects of both that have another value in a column.
    private func modified(
        _ column: Int, _ number: UInt64, _ oldCluster: Cluster, _ newCluster: Cluster
    ) throws(RecordError) -> UInt64 {
        var slots: UInt64 = 0
        let description = table.columns[column]
        for slot in SlotSequence(oldCluster.presence & newCluster.presence) {
            guard let oldRow = oldCluster.row(slot: slot), let newRow = newCluster.row(slot: slot) else { continue }
            let isSame =
                switch oldRow.hasSameBytes(as: newRow, column, description) {
                case .same: true
                case .different: false
                case .elsewhere: try hasSameLongValue(ObjectKey(cluster: number, slot: slot), column)
                }
            if !isSame { slots |= 1 << UInt64(slot) }
        }
        return slots
    }

    // Safety: both values are compared at once.
    /// Compares values that are kept outside of their clusters.
    private func hasSameLongValue(_ object: ObjectKey, _ column: Int) throws(RecordError) -> Bool {
        let key = TreeKey.value(table.id, object, column)
        guard let one = try unsafe old.bytes(key, in: old.trees.values),
            let other = try unsafe new.bytes(key, in: new.trees.values)
        else {
            throw RecordError(
                .corrupt, tree: "values", key: "\(table.name) object \(object.number) column \(column)",
                message: "the value is missing")
        }
        return unsafe one.isSame(as: other)
    }
}

extension Row {
    /// What comparing two values inside their clusters says.
    enum Comparison {
        case same
        case different
        /// Both are long; their lengths are equal.
        case elsewhere
    }

    // Safety: both rows lie in checked clusters of one table.
    /// Compares a value of two rows bit by bit: zeros of both signs differ, a NaN is the same as itself.
    func hasSameBytes(as other: Row, _ column: Int, _ description: Table.Column) -> Comparison {
        if description.isOptional {
            let isNull = self.isNull(column)
            if isNull != other.isNull(column) { return .different }
            if isNull { return .same }
        }
        if description.kind == .bool { return bool(column) == other.bool(column) ? .same : .different }
        if let width = description.kind.width {
            return unsafe withBytes(column, count: width) { mine in
                unsafe other.withBytes(column, count: width) { unsafe mine.isSame(as: $0) ? .same : .different }
            }
        }
        let (mine, others) = unsafe (span(column), other.span(column))
        guard unsafe mine.isElsewhere == others.isElsewhere && mine.bytes.isSame(as: others.bytes) else {
            return .different
        }
        return unsafe mine.isElsewhere ? .elsewhere : .same
    }
}

extension UnsafeRawBufferPointer {
    // Safety: reads inside of both buffers.
    /// Whether two buffers hold the same bytes.
    fileprivate func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        if count != other.count { return false }
        if unsafe baseAddress == other.baseAddress { return true }
        var place = 0
        while place + 8 <= count {
            let word = unsafe loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if unsafe word != other.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
            place += 8
        }
        while place < count {
            if unsafe self[place] != other[place] { return false }
            place += 1
        }
        return true
    }
}
