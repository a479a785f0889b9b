internal import FoundationEssentials
internal import TarnLMDB
internal import TarnRecords

/// Reading a file without its classes, for tools. Nothing is made or changed.
enum InspectedFile {
    /// Opens the file read-only, begins a snapshot and hands out its records.
    static func reading<R>(
        _ url: URL, _ body: (RecordSession, Environment) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let environment = try open(url)
        do {
            let trees = try OpenedFile.openTrees(environment, url.path)
            let transaction = try environment.beginRead()
            let session = try session(transaction.raw, trees)
            return try body(session, environment)
        } catch {
            throw StoreError(wrapping: error, path: url.path)
        }
    }

    /// The environment of an existing file: read-only, or as the process has it open already.
    static func open(_ url: URL) throws(StoreError) -> Environment {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw StoreError(.notFound, "there is no file at \(url.path); check the path")
        }
        var options = Environment.Options()
        options.isReadOnly = true
        do {
            return try Environment.open(path: url.path, options: options)
        } catch {
            // A store of this process has it open for writing; share that.
            guard error.code == .optionsDiffer else { throw StoreError(error, path: url.path) }
        }
        do {
            return try Environment.open(path: url.path)
        } catch {
            throw StoreError(error, path: url.path)
        }
    }

    static func session(_ raw: RawTransaction, _ trees: Trees) throws(RecordError) -> RecordSession {
        let state = try RecordSession.readState(raw, trees)
        guard let catalogue = try RecordSession.readCatalogue(raw, trees, revision: state.schemaRevision) else {
            throw RecordError(.foreign, tree: "catalogue", key: "format", message: "the file holds no catalogue")
        }
        return try RecordSession(raw, trees, catalogue, Generation(), isWriting: false)
    }
}
