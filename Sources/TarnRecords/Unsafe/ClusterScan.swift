internal import CTarnKernels

/// Walks clusters of a table, a few ahead of the work, so that memory arrives before it is needed.
///
/// The distances were chosen by measurement (docs/decisions/0006-scan-look-ahead.md).
@safe
struct ClusterScan: ~Copyable {
    /// Which clusters are walked.
    enum Wanted {
        /// All of the table, in order.
        case table
        /// The clusters of a set, in order.
        case set([KeySet.Member])
        /// The clusters of some objects, one object at a time.
        case list([UInt64])
    }

    /// A cluster on its way.
    @safe
    private struct Entry {
        var number: UInt64 = 0
        var slots: UInt64 = 0
        var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// How many clusters are queued, and how many places before its turn the wanted parts of one are asked for. The
    /// parts of several columns push each other out of the cache when they are asked for too early.
    private let (distance, columnDistance): (Int, Int)
    private let session: RecordSession
    private let table: Table
    /// The places of the wanted columns in the directory of a cluster, and how many bytes of each are asked for.
    private let spans: [(place: Int, count: Int)]
    private let wanted: Wanted
    private var position = 0
    /// Looks clusters up where the snapshot has a directory; the walk is not used then.
    private let directory: ClusterDirectory?
    /// What a full scan finds, to be kept for the snapshot.
    private let found: ClusterDirectory?
    private var walk: ClusterWalk
    private var entries: [Entry]
    private var head = 0
    private var queued = 0
    private var isAtEnd = false
    /// The cluster given out last, which a list often asks for again.
    private var latest: (number: UInt64, cluster: Cluster)?

    // Safety: the session has been flushed, and nobody writes while the scan runs.
    /// Begins before the first cluster; `columns` are the ones that will be read.
    init(
        _ session: RecordSession, _ table: Table, columns: [Int], wanted: Wanted = .table
    ) throws(RecordError) {
        let isTable = if case .table = wanted { true } else { false }
        let known = try Self.directory(session, table, wanted)
        walk = try ClusterWalk(session, table)
        self.session = session
        self.table = table
        spans = columns.map { column in
            let kind = table.columns[column].kind
            let width = kind.width ?? (kind == .bool ? 0 : 8)
            return (ClusterFormat.directoryOffset + column * 4, max(8, 64 * width))
        }
        self.wanted = wanted
        let crowds = columns.count > 1 && !columns.contains { table.columns[$0].kind.isVariable }
        (distance, columnDistance) = crowds ? (5, 2) : (8, 4)
        entries = Array(repeating: Entry(), count: distance)
        directory = known
        found = known == nil && isTable ? ClusterDirectory() : nil
    }

    private static func directory(
        _ session: RecordSession, _ table: Table, _ wanted: Wanted
    ) throws(RecordError) -> ClusterDirectory? {
        switch wanted {
        case .table: session.knownDirectory(table)
        case .set(let members): try session.directory(table, forLookUps: members.count)
        case .list(let keys): try session.directory(table, forLookUps: keys.count)
        }
    }

    // Safety: queued entries point into the snapshot, which does not move while the scan is used.
    /// The next cluster, with the slots that are wanted of it, or nil at the end.
    mutating func next() throws(RecordError) -> (number: UInt64, slots: UInt64, cluster: Cluster)? {
        while !isAtEnd && queued < distance { try advance() }
        if queued == 0 { return nil }
        if queued > columnDistance {
            let coming = entries[(head + columnDistance) % distance]
            if spans.isEmpty {
                unsafe prefetchRows(coming.bytes, coming.slots)
            } else {
                unsafe prefetchColumns(coming.bytes)
            }
        }
        let entry = entries[head]
        head = (head + 1) % distance
        queued -= 1
        if let latest, latest.number == entry.number { return (entry.number, entry.slots, latest.cluster) }
        let cluster = try unsafe session.cluster(table, entry.number, entry.bytes)
        latest = (entry.number, cluster)
        return (entry.number, entry.slots, cluster)
    }

    // Safety: the bytes handed on lie in the snapshot.
    /// Queues one more cluster, or notes that there are no more.
    private mutating func advance() throws(RecordError) {
        switch wanted {
        case .table:
            try advanceTable()
        case .set(let members):
            guard position < members.count else {
                isAtEnd = true
                return
            }
            let member = members[position]
            position += 1
            try find(member.number, member.slots)
        case .list(let keys):
            guard position < keys.count else {
                isAtEnd = true
                return
            }
            let key = ObjectKey(rawValue: keys[position])
            position += 1
            try find(key.cluster, key.bit)
        }
    }

    // Safety: as above.
    private mutating func advanceTable() throws(RecordError) {
        if let directory {
            if position < directory.count {
                unsafe enqueue(directory.numbers[position], .max, directory.bytes(position))
            } else {
                isAtEnd = true
            }
            position += 1
            return
        }
        if position == 0 { try walk.seek(0) } else { try walk.step() }
        position += 1
        if let number = walk.current {
            unsafe found?.append(number, walk.bytes)
            unsafe enqueue(number, .max, walk.bytes)
        } else {
            isAtEnd = true
            if let found { session.keep(found, table) }
        }
    }

    // Safety: as above.
    /// Queues a cluster if it exists.
    private mutating func find(_ number: UInt64, _ slots: UInt64) throws(RecordError) {
        if let directory {
            guard let place = directory.place(of: number) else { return }
            unsafe enqueue(number, slots, directory.bytes(place))
        } else if try walk.find(number) {
            unsafe enqueue(number, slots, walk.bytes)
        }
    }

    // Safety: prefetching an address is always allowed.
    private mutating func enqueue(_ number: UInt64, _ slots: UInt64, _ bytes: UnsafeRawBufferPointer) {
        unsafe entries[(head + queued) % distance] = Entry(number: number, slots: slots, bytes: bytes)
        unsafe tarn_prefetch(bytes.baseAddress)
        queued += 1
    }

    // Safety: the directory is read only where the value is long enough; prefetching an address is always allowed.
    /// Asks for the values of a few objects of a cluster, when it is not known which columns will be read.
    private func prefetchRows(_ bytes: UnsafeRawBufferPointer, _ slots: UInt64) {
        guard slots.nonzeroBitCount <= 8, let base = bytes.baseAddress else { return }
        let known = min(table.widths.count, 16)
        guard bytes.count >= ClusterFormat.headerByteCount(columns: known) else { return }
        let presence = unsafe base.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        for slot in SlotSequence(slots) {
            let rank = (presence & ((1 << UInt64(slot)) - 1)).nonzeroBitCount
            for column in 0..<known {
                let place = ClusterFormat.directoryOffset + column &* 4
                let offset = unsafe Int(base.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                let width = Int(table.widths[column])
                unsafe tarn_prefetch(base + offset + width &* rank)
                // Where the text itself lies is not known yet; on average it is this far into the column.
                if table.traits[column].contains(.variable), column + 1 < known {
                    let next = unsafe Int(base.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
                    unsafe tarn_prefetch(base + offset + 128 + max(0, next - offset - 128) &* rank / 64)
                }
            }
        }
    }

    // Safety: the directory is read only where the value is long enough.
    private func prefetchColumns(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        for (place, count) in spans {
            guard place + 4 <= bytes.count else { continue }
            let offset = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            unsafe tarn_prefetch_range(base + Int(offset), count)
        }
    }
}

extension RecordSession {
    /// Visits every cluster of a table in order until the body answers false.
    package func scan(
        _ table: Table, columns: [Int], _ body: (UInt64, Cluster) throws(RecordError) -> Bool
    ) throws(RecordError) {
        try flush()
        var scan = try ClusterScan(self, table, columns: columns)
        while let (number, _, cluster) = try scan.next() {
            if !(try body(number, cluster)) { return }
        }
    }

    /// All objects of a table.
    package func allObjects(_ table: Table) throws(RecordError) -> KeySet {
        var all = KeySet()
        try scan(table, columns: []) { (number, cluster) throws(RecordError) in
            all.append(number: number, slots: cluster.presence)
            return true
        }
        return all
    }

    /// Visits the objects that a query found, cluster by cluster, until the body answers false.
    ///
    /// The body gets the number of the cluster, the cluster, and the objects of it as a mask in rank order. A list is
    /// visited in its order, one object at a time. Objects that have been deleted are left out. The body must not
    /// write.
    package func visit(
        _ membership: Membership, _ table: Table, columns: [Int],
        _ body: (UInt64, Cluster, _ ranks: UInt64) throws(RecordError) -> Bool
    ) throws(RecordError) {
        try flush()
        let wanted: ClusterScan.Wanted =
            switch membership {
            case .set(let set): .set(set.members)
            case .list(let keys): .list(keys)
            }
        var scan = try ClusterScan(self, table, columns: columns, wanted: wanted)
        while let (number, slots, cluster) = try scan.next() {
            let ranks = cluster.ranks(fromSlots: slots)
            if ranks != 0, !(try body(number, cluster, ranks)) { return }
        }
    }
}
