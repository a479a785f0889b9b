public import FoundationEssentials
internal import TarnLMDB

extension Store {
    /// Whether the file of a configuration exists.
    public static func fileExists(for configuration: Configuration) -> Bool {
        configuration.fileURL.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    }

    /// Deletes the file of a configuration and its lock file (X2).
    ///
    /// - Returns: false when there was no file.
    /// - Throws: ``StoreError`` with `.alreadyOpen` while a store of this process is open on it, `.permissionDenied`.
    @discardableResult
    public static func deleteFiles(for configuration: Configuration) throws(StoreError) -> Bool {
        guard let path = configuration.fileURL?.path, FileManager.default.fileExists(atPath: path) else { return false }
        if Environment.isOpen(path: path) {
            throw StoreError(.alreadyOpen, "the file is open in this process; close every store on it first (\(path))")
        }
        do {
            try FileManager.default.removeItem(atPath: path)
            if FileManager.default.fileExists(atPath: path + "-lock") {
                try FileManager.default.removeItem(atPath: path + "-lock")
            }
        } catch {
            throw StoreError(.permissionDenied, "the file cannot be deleted (\(path))", cause: error)
        }
        return true
    }

    /// Copies the store as it was committed last, while it is in use. The copy is compact: free pages are left out.
    ///
    /// - Parameters:
    ///   - url: where the copy goes.
    ///   - progress: called on this thread with the pages done and in all.
    /// - Throws: ``StoreError`` with `.fileExists` when something is at the destination (X3), `.diskFull` and others;
    ///   the destination is removed again then. Traps in a write transaction.
    public func writeCopy(
        to url: URL, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(StoreError) {
        connection.check()
        precondition(!isInWriteTransaction, "X3: a store is copied outside write transactions")
        try Self.copy(connection.openEnvironment, to: url, compacting: true, progress)
    }

    /// Copies a file, page by page.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - url: where the copy goes.
    ///   - progress: called on this thread with the pages done and in all.
    /// - Throws: as ``writeCopy(to:progress:)``.
    public static func copy(
        at source: URL, to url: URL, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(StoreError) {
        try copy(InspectedFile.open(source), to: url, compacting: false, progress)
    }

    /// Copies a file without its free pages.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - url: where the copy goes.
    ///   - progress: called on this thread with the pages done and in all.
    /// - Throws: as ``writeCopy(to:progress:)``.
    public static func compact(
        at source: URL, to url: URL, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(StoreError) {
        try copy(InspectedFile.open(source), to: url, compacting: true, progress)
    }

    private static func copy(
        _ environment: Environment, to url: URL, compacting: Bool, _ progress: (Int, Int) -> Void
    ) throws(StoreError) {
        do {
            try environment.copy(to: url.path, compacting: compacting, progress: progress)
        } catch {
            throw StoreError(error, path: url.path)
        }
    }
}
