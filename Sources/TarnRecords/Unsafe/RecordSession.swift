package import TarnLMDB

/// The records as one open transaction sees them; in a write transaction also the place where changes gather.
///
/// Everything above reads and writes through one of these. It holds no lock and knows no thread: whoever owns the
/// transaction owns the session and ends both together.
@safe
package final class RecordSession {
    let transaction: RawTransaction
    package let trees: Trees
    /// The types of the file in this version.
    package let catalogue: Catalogue
    /// The counters of this version, including what the write has done.
    @exclusivity(unchecked) package internal(set) var state: StateRecord
    /// Moves whenever rows have to be found again.
    package let generation: Generation
    /// Where clusters lie in a snapshot, by type number.
    @exclusivity(unchecked) var directories: [UInt16: ClusterDirectory] = [:]
    /// How many clusters have been looked up one by one.
    @exclusivity(unchecked) var singleLookUps = 0
    /// The leaf of a collection that was read last, in a snapshot.
    @exclusivity(unchecked) var lastLeaf: LastLeaf?
    /// The large collection whose number of elements was compared with its tree last, in a snapshot.
    @exclusivity(unchecked) var lastCounted: (name: CollectionName, count: Int)?
    /// Present in a write transaction.
    @exclusivity(unchecked) var changes: PendingChanges?
    /// Keeps the transaction open when that belongs to somebody else than the session's user.
    package var keeper: AnyObject?

    // Safety: the transaction stays open while the session is used; `Store` replaces both at once.
    package init(
        _ transaction: RawTransaction, _ trees: Trees, _ catalogue: Catalogue, _ generation: Generation, isWriting: Bool
    ) throws(RecordError) {
        self.transaction = transaction
        self.trees = trees
        self.catalogue = catalogue
        self.generation = generation
        unsafe state = try Self.readState(transaction, trees)
        while unsafe state.types.count < catalogue.tables.count { unsafe state.types.append(.init()) }
        unsafe changes = isWriting ? PendingChanges() : nil
    }

    /// The number of LMDB's transaction: of two snapshots of a file the same when nothing lies between them.
    package var transactionNumber: UInt { transaction.identifier }

    // Safety: the key lives through the call.
    /// Looks a cluster up; the bytes are valid until the next write.
    func clusterBytes(_ table: UInt16, _ number: UInt64) throws(RecordError) -> UnsafeRawBufferPointer? {
        do {
            var key = ClusterKey(table, number)
            return try unsafe key.withBytes { (key) throws(LMDBError) in
                try unsafe transaction.value(for: key, in: trees.clusters)
            }
        } catch {
            throw .storage(error, tree: "clusters")
        }
    }

    // Safety: the key lives through the call.
    /// Looks a key up; the bytes are valid until the next write.
    func bytes(_ key: TreeKey, in tree: RawTree) throws(RecordError) -> UnsafeRawBufferPointer? {
        do {
            let bytes = key.bytes
            return try unsafe bytes.withBytes { (key) throws(LMDBError) in
                try unsafe transaction.value(for: key, in: tree)
            }
        } catch {
            throw .storage(error, tree: trees.name(of: tree))
        }
    }

    // Safety: key and value live through the call.
    /// Stores a value.
    func put(_ value: [UInt8], for key: TreeKey, in tree: RawTree) throws(RecordError) {
        do {
            let bytes = key.bytes
            try unsafe bytes.withBytes { (key) throws(LMDBError) in
                try unsafe value.withBytes { (value) throws(LMDBError) in
                    _ = try unsafe transaction.put(value, for: key, in: tree)
                }
            }
        } catch {
            throw .storage(error, tree: trees.name(of: tree))
        }
    }

    // Safety: the key lives through the call.
    /// Removes a key with all its values.
    func remove(_ key: TreeKey, in tree: RawTree) throws(RecordError) {
        do {
            let bytes = key.bytes
            try unsafe bytes.withBytes { (key) throws(LMDBError) in
                _ = try unsafe transaction.delete(key, in: tree)
            }
        } catch {
            throw .storage(error, tree: trees.name(of: tree))
        }
    }

    // Safety: the bytes are checked before a Cluster is made of them.
    /// The cluster that holds a key, as the transaction sees it now, or nil when none of its objects exist.
    ///
    /// O(log n). The cluster is valid until the session's generation moves.
    package func cluster(_ table: Table, _ number: UInt64) throws(RecordError) -> Cluster? {
        if let editor = unsafe changes?.editor(table, number) { return editor.presence == 0 ? nil : editor.cluster }
        if let known = try directoryCluster(table, number) { return known }
        guard let bytes = try unsafe clusterBytes(table.id, number) else { return nil }
        return try unsafe cluster(table, number, bytes)
    }

    // Safety: as above.
    /// Makes a cluster of stored bytes.
    func cluster(_ table: Table, _ number: UInt64, _ bytes: UnsafeRawBufferPointer) throws(RecordError) -> Cluster {
        switch unsafe ClusterFormat.check(bytes, table) {
        case .complete(let presence):
            guard let base = bytes.baseAddress else { throw corrupt(table, number, "no bytes") }
            return unsafe Cluster(base: base, presence: presence, owner: nil)
        case .older(let presence):
            let upgraded = try unsafe editor(table, number, stored: bytes).upgraded()
            return unsafe Cluster(base: upgraded.base, presence: presence, owner: upgraded)
        case .corrupt(let reason):
            throw corrupt(table, number, reason)
        }
    }

    // Safety: `check` has accepted the bytes.
    func editor(
        _ table: Table, _ number: UInt64, stored bytes: UnsafeRawBufferPointer
    ) throws(RecordError) -> ClusterEditor {
        do {
            return try unsafe ClusterEditor(table, number: number, stored: bytes)
        } catch {
            throw corrupt(table, number, error.message)
        }
    }

    /// The error for a cluster that cannot be read.
    func corrupt(_ table: Table, _ number: UInt64, _ reason: String) -> RecordError {
        RecordError(.corrupt, tree: "clusters", key: "\(table.name) cluster \(number)", message: reason)
    }

    // Safety: copied before the transaction can write.
    /// Text or data that is kept outside its cluster.
    package func longValue(_ table: Table, _ object: ObjectKey, _ column: Int) throws(RecordError) -> [UInt8] {
        guard let stored = try unsafe bytes(.value(table.id, object, column), in: trees.values) else {
            throw RecordError(
                .corrupt, tree: "values", key: "\(table.name) object \(object.number) column \(column)",
                message: "the value is missing")
        }
        guard let value = unsafe LongValue.content(stored) else {
            throw RecordError(
                .corrupt, tree: "values", key: "\(table.name) object \(object.number) column \(column)",
                message: "the value does not match its checksum")
        }
        return unsafe Array(value)
    }

    /// The object with a primary key, or nil; one tree walk, two when the key is not an integer.
    package func object(_ table: Table, primaryKey: StoredValue) throws(RecordError) -> ObjectKey? {
        guard let column = table.primaryKey else { return nil }
        if table.hasIntegerKey {
            guard case .integer(let number) = primaryKey else { return nil }
            let key = ObjectKey(number)
            guard let cluster = try cluster(table, key.cluster) else { return nil }
            return cluster.presence & key.bit != 0 ? key : nil
        }
        let coded = KeyCoding.bytes(primaryKey, table.columns[column].kind)
        guard coded.isExact else { return nil }
        return try object(table, codedKey: coded.bytes)
    }

    // Safety: the stored bytes are read at once.
    func object(_ table: Table, codedKey: [UInt8]) throws(RecordError) -> ObjectKey? {
        guard let column = table.primaryKey else { return nil }
        let key = TreeKey.index(table.id, column, codedKey)
        guard let stored = try unsafe bytes(key, in: trees.keys) else { return nil }
        guard stored.count == 8 else {
            throw RecordError(.corrupt, tree: "keys", key: table.name, message: "an object key has the wrong length")
        }
        return unsafe ObjectKey(rawValue: stored.loadUnaligned(as: UInt64.self))
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// How many objects of a type exist; O(1).
    package func count(_ table: Table) -> Int { unsafe state.types[Int(table.id)].count }
}
