internal import CTarnKernels
internal import TarnLMDB

/// Walks the clusters of a table in order, a few ahead of the work, so that memory arrives before it is needed.
///
/// The distance of eight was chosen by measurement (docs/decisions/0006-scan-look-ahead.md).
@safe
struct ClusterScan: ~Copyable {
    private static let distance = 8
    private let session: RecordSession
    private let table: Table
    private let columns: [Int]
    private var cursor: RawCursor
    private var numbers: [UInt64]
    private var values: [UnsafeRawBufferPointer]
    private var head = 0
    private var queued = 0
    private var isAtEnd = false
    private var isStarted = false

    /// Begins at the first cluster of a table; `columns` are the ones that will be read.
    // Safety: the session has been flushed, and nobody writes while the scan runs.
    init(_ session: RecordSession, _ table: Table, columns: [Int]) throws(RecordError) {
        self.session = session
        self.table = table
        self.columns = columns
        numbers = Array(repeating: 0, count: Self.distance)
        unsafe values = Array(repeating: UnsafeRawBufferPointer(start: nil, count: 0), count: Self.distance)
        do {
            cursor = try RawCursor(session.transaction, session.trees.clusters)
        } catch {
            throw .storage(error, tree: "clusters")
        }
    }

    /// Moves to the first cluster of the table.
    // Safety: the key lives through the call.
    private mutating func start() throws(RecordError) {
        isStarted = true
        let found: Bool
        do {
            let start = TreeKey.cluster(table.id, 0).bytes
            found = try unsafe start.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key, .atOrAfter) }
        } catch {
            throw .storage(error, tree: "clusters")
        }
        if found { try enqueue() } else { isAtEnd = true }
    }

    /// Puts the cluster under the cursor into the queue, or notes that the table ends.
    // Safety: the key's length is compared before it is read.
    private mutating func enqueue() throws(RecordError) {
        let key = unsafe cursor.key
        guard key.count == 10 else {
            throw RecordError(.corrupt, tree: "clusters", key: table.name, message: "a key has the wrong length")
        }
        guard unsafe UInt16(bigEndian: key.loadUnaligned(as: UInt16.self)) == table.id else {
            isAtEnd = true
            return
        }
        let place = (head + queued) % Self.distance
        numbers[place] = unsafe UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
        unsafe values[place] = cursor.value
        unsafe tarn_prefetch(cursor.value.baseAddress)
        queued += 1
    }

    /// The next cluster, or nil at the end.
    // Safety: prefetching an address is always allowed; the directory is read only where the value is long enough.
    mutating func next() throws(RecordError) -> (number: UInt64, cluster: Cluster)? {
        if !isStarted { try start() }
        while !isAtEnd && queued < Self.distance {
            let moved: Bool
            do {
                moved = try cursor.move(.next)
            } catch {
                throw .storage(error, tree: "clusters")
            }
            if moved { try enqueue() } else { isAtEnd = true }
        }
        if queued == 0 { return nil }
        if queued > 4 { unsafe prefetchColumns(unsafe values[(head + 4) % Self.distance]) }
        let number = numbers[head]
        let bytes = unsafe values[head]
        head = (head + 1) % Self.distance
        queued -= 1
        return (number, try unsafe session.cluster(table, number, bytes))
    }

    // Safety: as above.
    private func prefetchColumns(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        for column in columns {
            let place = ClusterFormat.directoryOffset + column * 4
            guard place + 4 <= bytes.count else { continue }
            let offset = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            unsafe tarn_prefetch_range(base + Int(offset), 512)
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
        while let (number, cluster) = try scan.next() {
            if !(try body(number, cluster)) { return }
        }
    }

    /// All objects of a table.
    package func allObjects(_ table: Table) throws(RecordError) -> KeySet {
        var all = KeySet()
        try scan(table, columns: []) { (number, cluster) in
            all.append(number: number, slots: cluster.presence)
            return true
        }
        return all
    }
}
