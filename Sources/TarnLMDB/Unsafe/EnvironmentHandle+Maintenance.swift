internal import CLMDB

extension EnvironmentHandle {
    // Safety: LMDB fills the structures during the calls.
    func information(
        freePages: Int, fileSize: Int, activeTransactions: Int
    ) throws(LMDBError) -> EnvironmentInformation {
        var info = unsafe MDB_envinfo()
        var stat = MDB_stat()
        try LMDBError.check(unsafe mdb_env_info(pointer, &info), "information")
        try LMDBError.check(unsafe mdb_env_stat(pointer, &stat), "information")
        return EnvironmentInformation(
            mapSize: unsafe info.me_mapsize, pageSize: Int(stat.ms_psize), fileSize: fileSize,
            lastPage: unsafe info.me_last_pgno, freePages: freePages, lastTransaction: unsafe info.me_last_txnid,
            maximumReaders: Int(unsafe info.me_maxreaders), readerSlotsUsed: Int(unsafe info.me_numreaders),
            activeTransactions: activeTransactions)
    }

    // Safety: the callback gets the address of a local string that outlives the call.
    /// LMDB lists readers as lines of text: process, thread, and the commit they see or a dash.
    func readers() throws(LMDBError) -> [Reader] {
        var text = ""
        let status = unsafe withUnsafeMutablePointer(to: &text) { text in
            unsafe mdb_reader_list(
                pointer,
                { line, context in
                    guard let line = unsafe line, let context = unsafe context else { return -1 }
                    unsafe context.assumingMemoryBound(to: String.self).pointee += String(cString: line)
                    return 0
                }, text)
        }
        if status < 0 { throw LMDBError(.init(rawValue: status), operation: "list readers") }
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let process = Int32(words[0]) else { return nil }
            return Reader(processID: process, version: Int(words[2]))
        }
    }

    // Safety: LMDB takes its own lock on the reader table.
    func removeDeadReaders() throws(LMDBError) -> Int {
        var count: Int32 = 0
        try LMDBError.check(unsafe mdb_reader_check(pointer, &count), "remove dead readers")
        return Int(count)
    }

    // Safety: allowed from any thread.
    func sync() throws(LMDBError) { try LMDBError.check(unsafe mdb_env_sync(pointer, 1), "sync") }
}

extension TreeStatistics {
    init(_ stat: MDB_stat) {
        pageSize = Int(stat.ms_psize)
        depth = Int(stat.ms_depth)
        branchPages = stat.ms_branch_pages
        leafPages = stat.ms_leaf_pages
        overflowPages = stat.ms_overflow_pages
        entries = stat.ms_entries
    }
}
