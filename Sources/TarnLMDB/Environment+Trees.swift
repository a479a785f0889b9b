internal import Synchronization

/// The name and kind of a tree that is to be opened.
package struct TreeSpec: Sendable {
    package let name: String
    package let flags: TreeFlags
    package init(name: String, flags: TreeFlags = []) {
        self.name = name
        self.flags = flags
    }
}

extension Environment {
    /// The handle of a tree that was opened before, or nil.
    package func tree(named name: String) -> RawTree? { shared.trees.withLock { $0[name]?.tree } }

    /// Opens trees for all transactions of the process that begin or renew from now on, and creates missing ones.
    ///
    /// It runs a transaction of its own: a read if all trees exist, otherwise a write. LMDB forbids that two
    /// transactions of a process open trees at once, and a handle is good for others only after its transaction
    /// committed. Traps when trees are to be created while the calling thread writes.
    ///
    /// - Throws: ``LMDBError`` with `.noSuchTree` when the environment is read-only and a tree is missing,
    ///   `.incompatible` when a tree exists as another kind, `.treesFull` over the maximum of the options.
    package func openTrees(_ specs: [TreeSpec]) throws(LMDBError) -> [RawTree] { try openedTrees(specs).map(\.tree) }

    func openedTrees(_ specs: [TreeSpec]) throws(LMDBError) -> [OpenedTree] {
        let shared = shared
        let present = try shared.trees.withLock { (opened) throws(LMDBError) -> [OpenedTree]? in
            if let trees = try Self.known(specs, opened) { return trees }
            return try Self.openExisting(specs, shared, &opened)
        }
        if let present { return present }
        if isReadOnly { throw LMDBError(.noSuchTree, operation: "open tree") }
        // The write begins before the lock is taken: its holder may be waiting for the lock to open trees.
        let write = try beginWrite()
        let raw = write.raw
        return try Self.create(specs, raw, write, shared)
    }

    /// Removes a tree while no transaction of the process is open: its handle is closed, and may name another soon.
    func deleteTree(named name: String) throws(LMDBError) {
        let operation = "delete tree"
        if isReadOnly { throw LMDBError(.readOnlyEnvironment, operation: operation) }
        let shared = shared
        try shared.trees.withLock { (opened) throws(LMDBError) in
            guard let tree = opened[name] else { throw LMDBError(.badTree, operation: operation) }
            try shared.alone(operation) { () throws(LMDBError) in
                let raw = try shared.handle.begin(isReadOnly: false)
                tree.markDeleted()
                opened[name] = nil
                do throws(LMDBError) { try raw.deleteTree(tree.tree) } catch {
                    raw.abort()
                    throw error
                }
                try raw.commit()
            }
        }
    }

    private static func known(
        _ specs: [TreeSpec], _ opened: [String: OpenedTree]
    ) throws(LMDBError) -> [OpenedTree]? {
        var trees: [OpenedTree] = []
        for spec in specs {
            guard let tree = opened[spec.name] else { return nil }
            if tree.flags != spec.flags { throw LMDBError(.incompatible, operation: "open tree") }
            trees.append(tree)
        }
        return trees
    }

    /// Opens trees that are all in the file; nil when one is missing.
    private static func openExisting(
        _ specs: [TreeSpec], _ shared: SharedEnvironment, _ opened: inout [String: OpenedTree]
    ) throws(LMDBError) -> [OpenedTree]? {
        let raw = try shared.enter("open tree") { () throws(LMDBError) in try shared.handle.begin(isReadOnly: true) }
        defer { shared.leave() }
        let found: [String: OpenedTree]?
        do throws(LMDBError) { found = try open(specs, raw, create: false, opened) } catch {
            raw.abort()
            throw error
        }
        guard let found else {
            raw.abort()
            return nil
        }
        // Only a commit hands the handles over to the environment; an abort would close them.
        try raw.commit()
        opened = found
        return try known(specs, opened)
    }

    private static func create(
        _ specs: [TreeSpec], _ raw: RawTransaction, _ write: consuming WriteTransaction, _ shared: SharedEnvironment
    ) throws(LMDBError) -> [OpenedTree] {
        var write: WriteTransaction? = consume write
        return try shared.trees.withLock { (opened) throws(LMDBError) in
            // Undone under the lock as well: an abort closes the handles that the transaction opened.
            defer { write = nil }
            let found = try open(specs, raw, create: true, opened)
            try write.take()?.commit()
            opened = found ?? opened
            return try known(specs, opened) ?? []
        }
    }

    private static func open(
        _ specs: [TreeSpec], _ raw: RawTransaction, create: Bool, _ opened: [String: OpenedTree]
    ) throws(LMDBError) -> [String: OpenedTree]? {
        var all = opened
        for spec in specs where all[spec.name] == nil {
            guard let tree = try raw.openTree(named: spec.name, flags: spec.flags, create: create) else { return nil }
            all[spec.name] = tree
        }
        return all
    }
}
