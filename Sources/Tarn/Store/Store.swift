public import Dispatch
internal import FoundationEssentials
internal import TarnRecords

/// A handle on a database of objects.
///
///     let store = try Store(configuration: .init(fileURL: url, objectTypes: [Person.self]))
///     try store.write {
///         let ann = Person()
///         ann.name = "Ann"
///         try store.add(ann)
///     }
///
/// A store belongs to where it was opened: the calling thread, an actor (taken from the caller's isolation) or a
/// dispatch queue. Using it or its objects elsewhere traps (C1, C3, C4). Open one in each place; opening is cheap, and
/// all stores of a process on one file share one map.
///
/// Reads see one version of the file, from the first read until ``refresh()`` or a write (R1).
public final class Store {
    let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
        connection.adopt(self)
    }

    deinit { connection.handleWasReleased() }

    /// Opens a store on the calling thread, or on the actor that the caller is isolated to.
    ///
    /// Makes the file when it does not exist. Types, properties and indexes that the file lacks are added.
    ///
    /// - Throws: ``StoreError``; the code says what is wrong with path, file or types.
    public convenience init(
        configuration: Configuration = .default, isolation: isolated (any Actor)? = #isolation
    ) throws(StoreError) {
        self.init(Connection(try OpenedFile(configuration), configuration, .current(isolation)))
    }

    /// Opens a store on a serial dispatch queue. Traps unless called on that queue (C3).
    ///
    /// - Throws: ``StoreError``.
    public convenience init(configuration: Configuration = .default, queue: DispatchQueue) throws(StoreError) {
        let confinement = Confinement.on(queue)
        self.init(Connection(try OpenedFile(configuration), configuration, confinement))
    }

    /// Opens a store in a file on the calling thread or actor.
    ///
    /// - Throws: ``StoreError``.
    public convenience init(
        path: String, objectTypes: [Object.Type], isolation: isolated (any Actor)? = #isolation
    ) throws(StoreError) {
        let configuration = Configuration(fileURL: URL(filePath: path), objectTypes: objectTypes)
        self.init(Connection(try OpenedFile(configuration), configuration, .current(isolation)))
    }

    /// How the store was opened.
    public var configuration: Configuration { connection.configuration }

    /// The classes that the store was opened with, and those they link to.
    public var objectTypes: [Object.Type] { connection.descriptions.map(\.type) }

    /// The number of commits that have changed the file, as the snapshot sees it.
    ///
    /// - Throws: ``StoreError`` when the snapshot cannot be begun.
    public func version() throws(StoreError) -> UInt64 {
        connection.check()
        return try connection.session().state.version
    }

    /// Moves to the newest version of the file (R3).
    ///
    /// - Returns: true when the store moved; false when nothing was newer, nothing had been read, or in a write (R4).
    /// - Throws: ``StoreError`` when the snapshot cannot be begun.
    @discardableResult
    public func refresh() throws(StoreError) -> Bool { try connection.refresh() }

    /// Gives up the snapshot and cancels an open write; objects become invalid, results run again on next use (R7).
    /// Does nothing in a callback of an observer.
    public func invalidate() {
        connection.check()
        if connection.isDelivering { return }
        if connection.isInWriteTransaction { connection.cancelWrite() }
        connection.invalidateObjects()
        connection.endSnapshot()
    }

    /// Ends the use of the store: objects become invalid, an open write is cancelled. Any further use traps.
    public func close() { connection.close() }

    /// Whether ``close()`` was called.
    public var isClosed: Bool { connection.isClosed }

    /// The last failure met by a read that could not throw, such as a property; the value read was then zero, empty or
    /// nil. While it says that the file is corrupt, writes throw it.
    public var readFailure: StoreError? { connection.readFailure }

    /// Whether there is no object of any type.
    public var isEmpty: Bool {
        connection.check()
        return connection.readable { (session) throws(RecordError) in session.state.types.allSatisfy { $0.count == 0 } }
            ?? true
    }
}

@available(*, unavailable, message: "open a store in each thread, queue or actor; send the configuration instead")
extension Store: Sendable {}

extension Store: Equatable {
    /// Whether two handles are on the same file in the same place (C2).
    public static func == (a: Store, b: Store) -> Bool {
        if a.connection === b.connection { return true }
        guard let one = a.connection.environment, let other = b.connection.environment else { return false }
        return one == other && a.connection.confinement == b.connection.confinement
    }
}
