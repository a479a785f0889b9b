extension Environment {
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
