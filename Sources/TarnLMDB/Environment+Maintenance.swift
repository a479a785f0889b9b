extension Environment {
    /// The state of the file. Takes time proportional to the free pages.
    public func information() throws(LMDBError) -> EnvironmentInformation {
        let shared = shared
        let read = try beginRead()
        let free = try read.raw.freePageCount()
        return try shared.handle.information(
            freePages: free, fileSize: shared.handle.fileStatus("information").size,
            activeTransactions: shared.activeTransactions - 1)
    }

    /// The places in the lock file that are held, of this process and others.
    public func readers() throws(LMDBError) -> [Reader] {
        try shared.requireOwnProcess("list readers")
        return try shared.handle.readers()
    }

    /// Frees the places of readers whose process died; answers how many there were.
    ///
    /// A dead reader keeps the pages of its snapshot from being used again, so the file grows until it is removed.
    @discardableResult
    public func removeDeadReaders() throws(LMDBError) -> Int {
        try shared.requireOwnProcess("remove dead readers")
        return try shared.handle.removeDeadReaders()
    }

    /// Flushes to the disk what commits of a lesser durability left to the system.
    public func sync() throws(LMDBError) {
        try shared.requireOwnProcess("sync")
        if isReadOnly { throw LMDBError(.readOnlyEnvironment, operation: "sync") }
        try shared.handle.sync()
    }

    /// Reserves a larger map, after a write failed with `.mapFull`.
    ///
    /// The map moves, so no transaction of this process may be open. Other processes follow by themselves at their next
    /// transaction. A size that is not larger than the present one changes nothing.
    ///
    /// - Throws: ``LMDBError`` with `.transactionsActive`, or `.outOfMemory` when the address space is not to be had;
    ///   the old size is then kept.
    public func growMap(to size: Int) throws(LMDBError) {
        let shared = shared
        try shared.alone("grow map") { () throws(LMDBError) in
            if size > (try shared.handle.mapSize()) { try shared.handle.setMapSize(size) }
        }
    }
}
