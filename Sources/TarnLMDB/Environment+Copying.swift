extension Environment {
    /// Copies the file while it is in use: the copy is the state of one commit.
    ///
    /// With `compacting`, free pages are left out and the rest is put in order, which takes longer. The copy keeps old
    /// pages from being used again while it runs, like any snapshot. Traps when the calling thread writes.
    ///
    /// - Parameters:
    ///   - path: where the copy goes; nothing may be there. It is removed again when the copy fails.
    ///   - compacting: whether free pages are left out.
    ///   - progress: called now and then on the calling thread with the pages written and the pages in all.
    /// - Throws: ``LMDBError`` with `.fileExists`, `.noSpace`, or the code of what failed.
    public func copy(
        to path: String, compacting: Bool = false, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LMDBError) {
        let shared = shared
        precondition(
            !shared.isWritingOnThisThread, "a copy is not made by a thread that writes: it would wait for itself")
        let (total, pageSize) = try sizeOfCopy(compacting: compacting)
        // LMDB reads in a transaction of its own, which counts as open while it runs.
        try shared.enter("copy") { () throws(LMDBError) in () }
        defer { shared.leave() }
        let target = try NewFile(path: path, mode: options.fileMode, operation: "copy")
        progress(0, total)
        do throws(LMDBError) {
            let pipe = try Pipe(operation: "copy")
            let sender = try CopyThread(shared.handle, into: pipe, compacting: compacting)
            var written = 0
            var failure: LMDBError?
            while let chunk = pipe.read() {
                // The rest is read all the same after a failure, so that the sender is not stopped in the middle.
                if failure != nil { continue }
                do throws(LMDBError) { try target.append(chunk) } catch { failure = error }
                written += chunk.count
                progress(min(written / pageSize, total - 1), total)
            }
            if let error = sender.join() { throw error }
            if let failure { throw failure }
            try target.sync()
            try syncFolder(of: resolvedPath(path, operation: "copy"), operation: "copy")
        } catch {
            target.remove()
            throw error
        }
        progress(total, total)
    }

    /// How many pages the copy of the present commit has. Compacting leaves out the free pages and the list of them.
    private func sizeOfCopy(compacting: Bool) throws(LMDBError) -> (pages: Int, pageSize: Int) {
        let present = try information()
        let read = try beginRead()
        let list = try read.raw.statistics(of: .freePages)
        let left = compacting ? present.freePages + list.byteCount / list.pageSize : 0
        return (max(1, present.lastPage + 1 - left), present.pageSize)
    }
}
