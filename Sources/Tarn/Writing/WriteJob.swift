internal import TarnLMDB

/// What the background writer needs to carry out one write: the file, the block, and who is told.
struct WriteJob: Sendable {
    let write: QueuedWrite
    let file: OpenedFile
    let configuration: Store.Configuration
    let author: String?
    let allowsGrouping: Bool
    /// What to write; nil for who only waits for what was queued before.
    let body: (@Sendable (Store) throws -> Void)?
}

extension OpenedFile {
    /// The file of a connection, for another connection in the same process.
    ///
    /// A store in memory gets a use of its own, so that the file is there until this one has gone too.
    init(of connection: Connection) {
        path = connection.path
        environment = connection.openEnvironment
        trees = connection.trees
        catalogue = connection.catalogue
        descriptions = connection.descriptions
        memoryFile = connection.configuration.inMemoryIdentifier.map { MemoryFile.named($0) }
    }
}
