/// Pages that one transaction has freed. They can be used again when every reader sees a later one.
package struct FreedPages: Sendable {
    package let transaction: UInt64
    package let count: Int
}

extension Environment {
    /// The pages that are free or will be, and the size of one. Takes time proportional to their number.
    package func freedPages() throws(LMDBError) -> (pages: [FreedPages], pageSize: Int) {
        let read = try beginRead()
        let pages = try read.raw.freedPages()
        return (pages, try read.raw.statistics(of: .freePages).pageSize)
    }

    /// The number of the newest commit of all processes, as readers get to see it.
    ///
    /// A reader is asked and not the pages of the file: those show a commit a moment before readers are given it, and
    /// whoever was woken in that moment would see nothing new and not be woken again.
    package func newestCommit() throws(LMDBError) -> UInt64 {
        let shared = shared
        return try shared.enter("newest commit") { () throws(LMDBError) in
            defer { shared.leave() }
            return try shared.handle.newestCommit()
        }
    }

    /// Tells the processes that watch the file of a commit. Called after it: who is told can see it.
    package func signalCommit() throws(LMDBError) {
        try shared.requireOwnProcess("signal commit")
        try shared.handle.touch()
    }
}
