internal import TarnLMDB

/// A position among the clusters of a table, by a cursor of the tree.
@safe
struct ClusterWalk: ~Copyable {
    /// How many steps cost no more than a search.
    private static let nearby: UInt64 = 4
    private let session: RecordSession
    private let table: Table
    private var cursor: RawCursor
    /// The number of the cluster under the cursor; nil before the first and after the last.
    private(set) var current: UInt64?
    private var key: ClusterKey

    // Safety: the session has been flushed, and nobody writes while the walk is used.
    init(_ session: RecordSession, _ table: Table) throws(RecordError) {
        self.session = session
        self.table = table
        key = ClusterKey(table.id, 0)
        do {
            cursor = try RawCursor(session.transaction, session.trees.clusters)
        } catch {
            throw .storage(error, tree: "clusters")
        }
    }

    // Safety: the bytes lie in the map until the transaction writes.
    /// The stored bytes of the cluster under the cursor.
    var bytes: UnsafeRawBufferPointer { unsafe cursor.value }

    // Safety: moving does not touch the bytes handed out before.
    /// Moves to a cluster if it exists; a few steps forward are cheaper than a search.
    mutating func find(_ number: UInt64) throws(RecordError) -> Bool {
        if let current {
            if current == number { return true }
            if current < number && number - current <= Self.nearby {
                while let place = self.current, place < number { try step() }
            } else {
                try seek(number)
            }
        } else {
            try seek(number)
        }
        return current == number
    }

    // Safety: as above.
    /// Moves to the next cluster. Keys ascend, or damaged pages would lead the walk in a circle.
    mutating func step() throws(RecordError) {
        let before = current
        do {
            try note(cursor.move(.next))
        } catch {
            throw wrapped(error)
        }
        if let before, let current, current <= before {
            throw session.corrupt(table, current, "comes after cluster \(before), so the pages are damaged")
        }
    }

    // Safety: the key lives through the call.
    /// Moves to the first cluster at or after a number.
    mutating func seek(_ number: UInt64) throws(RecordError) {
        key = ClusterKey(table.id, number)
        do {
            let found = try unsafe key.withBytes { (key) throws(LMDBError) in try unsafe cursor.seek(key, .atOrAfter) }
            try note(found)
        } catch {
            throw wrapped(error)
        }
    }

    private func wrapped(_ error: any Error) -> RecordError {
        if let error = error as? RecordError { return error }
        guard let error = error as? LMDBError else { preconditionFailure("a cursor throws nothing else") }
        return .storage(error, tree: "clusters")
    }

    // Safety: the key's length is compared before it is read.
    /// Reads the key under the cursor.
    private mutating func note(_ found: Bool) throws(RecordError) {
        current = nil
        if !found { return }
        let key = unsafe cursor.key
        guard key.count == 10 else {
            throw RecordError(.corrupt, tree: "clusters", key: table.name, message: "a key has the wrong length")
        }
        guard unsafe UInt16(bigEndian: key.loadUnaligned(as: UInt16.self)) == table.id else { return }
        current = unsafe UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
    }
}
