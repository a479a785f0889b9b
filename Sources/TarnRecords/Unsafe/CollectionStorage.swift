internal import TarnLMDB

/// Where the nodes of one collection lie: a tree of the file, and keys of type (2), column (2), object (8) and number
/// of the node (4), all big-endian.
@safe
struct CollectionStorage {
    let form: CollectionForm
    let name: CollectionName
    private let transaction: RawTransaction
    private let tree: RawTree
    /// The place in words, made when it is needed.
    private let place: CollectionPlace

    init(_ place: CollectionPlace, _ session: RecordSession) {
        self.place = place
        form = place.form
        name = CollectionName(place)
        transaction = session.transaction
        switch form.collection {
        case .set: tree = session.trees.sets
        case .map: tree = session.trees.maps
        default: tree = session.trees.lists
        }
    }

    /// The name of the tree, for error messages.
    var treeName: String { place.tree }

    /// The error for a collection that cannot be read.
    func corrupt(_ message: String) -> RecordError {
        RecordError(.corrupt, tree: treeName, key: place.name, message: message)
    }

    // Safety: the fields lie one behind the other, sixteen bytes in all; the pointer does not leave the body.
    private func withKey<R, Failure: Error>(
        _ number: UInt32, _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
    ) throws(Failure) -> R {
        let head = (UInt64(name.table) << 48 | UInt64(name.column) << 32 | name.object >> 32).bigEndian
        let tail = (name.object << 32 | UInt64(number)).bigEndian
        return try unsafe withUnsafeBytes(of: (head, tail)) { (bytes) throws(Failure) in try unsafe body(bytes) }
    }

    // Safety: the bytes are valid until the transaction writes or ends; they are checked before they are believed.
    /// A node as it is stored, or nil when there is none.
    ///
    /// - Parameter expected: What the node above says of its height and the number of elements.
    func stored(
        _ number: UInt32, _ expected: (height: Int, count: Int)? = nil
    ) throws(RecordError) -> StoredNode? {
        let found: UnsafeRawBufferPointer?
        do {
            unsafe found = try unsafe withKey(number) { (key) throws(LMDBError) in
                try unsafe transaction.value(for: key, in: tree)
            }
        } catch {
            throw .storage(error, tree: treeName)
        }
        guard let bytes = unsafe found else {
            if expected == nil { return nil }
            throw corrupt("node \(number) is missing")
        }
        guard let node = unsafe StoredNode(bytes, form) else { throw corrupt("node \(number) is malformed") }
        if let expected, node.height != expected.height || (node.height == 0 && node.count != expected.count) {
            throw corrupt("node \(number) is not what the node above says")
        }
        return node
    }

    // Safety: the bytes are looked at before the transaction writes.
    /// A node for changes; its checksum is compared, so that damage is not given a fresh one.
    func load(
        _ number: UInt32, _ expected: (height: Int, count: Int)?
    ) throws(RecordError) -> (node: CollectionNode, next: UInt32)? {
        guard let stored = try stored(number, expected) else { return nil }
        let isIntact: Bool
        do {
            isIntact = try unsafe withKey(number) { (key) throws(LMDBError) in
                guard let bytes = try unsafe transaction.value(for: key, in: tree) else { return false }
                return unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
                    == CollectionFormat.checksum(bytes, seed: name.seed(number))
            }
        } catch {
            throw .storage(error, tree: treeName)
        }
        guard isIntact else { throw corrupt("the checksum of node \(number) does not match") }
        guard let node = stored.node(number, form) else { throw corrupt("node \(number) is malformed") }
        return (node, stored.next)
    }

    // Safety: the encoder fills exactly the bytes that were reserved.
    /// Writes a node.
    func put(_ node: CollectionNode, next: UInt32) throws(RecordError) {
        do {
            try unsafe node.encode(form, next: next, seed: name.seed(node.number)) { (count, fill) throws(LMDBError) in
                try unsafe withKey(node.number) { (key) throws(LMDBError) in
                    try unsafe transaction.reserve(count, for: key, in: tree, fill: fill)
                }
            }
        } catch {
            throw .storage(error, tree: treeName)
        }
    }

    // Safety: LMDB only reads the key during the call.
    /// Removes a node.
    func remove(_ number: UInt32) throws(RecordError) {
        do {
            try unsafe withKey(number) { (key) throws(LMDBError) in
                _ = try unsafe transaction.delete(key, in: tree)
            }
        } catch {
            throw .storage(error, tree: treeName)
        }
    }

    // Safety: the key under the cursor is compared before the cursor moves on.
    /// Removes every node; O(nodes).
    func removeAll() throws(RecordError) {
        do {
            var cursor = try RawCursor(transaction, tree)
            try unsafe withKey(0) { (key) throws(LMDBError) in
                let prefix = unsafe UnsafeRawBufferPointer(rebasing: key[..<12])
                while try unsafe cursor.seek(key, .atOrAfter) {
                    guard unsafe cursor.key.count == 16,
                        unsafe UnsafeRawBufferPointer(rebasing: cursor.key[..<12]).isEqual(to: prefix)
                    else { break }
                    try cursor.delete()
                }
            }
        } catch {
            throw .storage(error, tree: treeName)
        }
    }

    /// How many nodes all collections of the tree have.
    func nodeLimit() throws(RecordError) -> Int {
        do {
            return try transaction.statistics(of: tree).entries
        } catch {
            throw .storage(error, tree: treeName)
        }
    }
}
