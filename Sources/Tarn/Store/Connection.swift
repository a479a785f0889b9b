internal import Synchronization
internal import TarnLMDB
internal import TarnRecords

/// One confinement's way to one file: its snapshot, its write, and what ties objects to them.
///
/// A `Store` is the handle on it that programs hold; objects keep it alive. Not Sendable.
final class Connection {
    let configuration: Store.Configuration
    let path: String
    let confinement: Confinement
    /// Whether its write shares a transaction with others.
    let isOfGroup: Bool
    let generation = Generation()
    let descriptions: [ClassDescription]
    private(set) var environment: Environment?
    let trees: Trees
    /// The types of the file in the current snapshot.
    var catalogue: Catalogue
    /// What keeps a store in memory alive.
    let memoryFile: MemoryFile?

    var readTransaction: ReadTransaction?
    var readSession: RecordSession? { didSet { noteHeldVersion() } }
    /// The version of the snapshot, for reports.
    let held = HeldVersion()
    /// Takes turns with `readTransaction` while somebody follows from version to version.
    var secondTransaction: ReadTransaction?
    var followers = Followers()
    /// The version at which the followers wait for the next snapshot while there is none.
    var followedVersion: UInt64?
    let delivery = Delivery()
    private(set) lazy var watchedObjects = WatchedObjects(self)
    /// Who is not told of the open write (N18).
    var silenced: [Subscriber] = []
    /// Whether the snapshot moves by itself after commits elsewhere.
    var autorefresh = true
    /// The newest transaction of which observers know that a refresh would show it.
    var announcedTransaction: UInt = 0
    var writeTransaction: WriteTransaction?
    var writeSession: RecordSession?
    var writeThread: UInt = 0
    /// The first failure of a change that could not throw; the commit throws it.
    var writeFailure: StoreError?
    /// What the writer calls itself.
    var writeAuthor: String?
    /// The number of the latest write, and what those have made of which nothing was kept.
    var writeNumber: UInt64 = 0
    var cancelledWrites: [UInt64: MadeObjects] = [:]
    /// What was taken out of the open write asks this what became of it.
    var writeFate: WriteFate?
    /// How many scans are on: their views look at bytes that must not move.
    var scanCount = 0
    /// Moves with every change of what queries can see.
    var dataVersion: UInt64 = 0
    /// The last failure met while reading; see `Store.readFailure`.
    var readFailure: StoreError?

    private var contexts: [ObjectIdentifier: ObjectContext] = [:]
    /// What stands in for the classes of types that are read without.
    private var dynamicDescriptions: [UInt16: ClassDescription] = [:]
    /// Those that nothing but objects and results may hold any more, since a handle was released.
    private var released: [ObjectIdentifier: ReleasedContext] = [:]
    /// The context asked for last: programs ask for one class many times in a row.
    private var latest: ObjectContext?
    private weak var handle: Store?
    /// Reaches this connection's home from elsewhere.
    private(set) lazy var scheduler = HomeScheduler(self, confinement)
    /// Made with the first asynchronous write.
    var knownAsyncWrites: AsyncWrites?
    /// What is read goes through it where the Observation framework is served.
    private(set) var tracking: Tracking?
    /// Lists the connection for `@ThreadSafe`.
    private var living: LivingConnection?
    /// Hears of the commits of others and tells them of this connection's; nil once closed.
    private(set) var membership: CommitFeed.Membership?

    /// `isOfGroup`: whether its commits are told of by the group of writes that it belongs to.
    init(
        _ opened: OpenedFile, _ configuration: Store.Configuration, _ confinement: Confinement, isOfGroup: Bool = false
    ) {
        self.configuration = configuration
        self.confinement = confinement
        self.isOfGroup = isOfGroup
        path = opened.path
        environment = opened.environment
        trees = opened.trees
        catalogue = opened.catalogue
        descriptions = opened.descriptions
        memoryFile = opened.memoryFile
        if configuration.isObservable ?? (confinement.home == 0) { tracking = Tracking(self) }
        generation.home = tracking == nil ? confinement.home : 0
        living = LivingConnection(self)
        if isOfGroup { return }
        membership = CommitFeed.join(opened.environment, scheduler, isShared: memoryFile == nil)
    }

    var isClosed: Bool { environment == nil }
    var isInWriteTransaction: Bool { writeSession != nil }

    /// The handle that programs hold; made anew when the last one has gone but objects are left.
    var store: Store {
        if let handle { return handle }
        let made = Store(self)
        handle = made
        return made
    }

    func adopt(_ store: Store) { handle = store }

    /// Lets contexts go, which would keep this connection alive otherwise; objects keep their own, and it is found
    /// again through them.
    func handleWasReleased() {
        released.merge(contexts.mapValues { ReleasedContext($0) }) { _, new in new }
        contexts = [:]
        latest = nil
    }

    /// Traps when the caller is elsewhere or the store is closed.
    func check() {
        confinement.check()
        precondition(!isClosed, "C10: a store cannot be used after close()")
    }

    /// The context of a class; traps for a class that the store was not opened with.
    func context(_ type: Object.Type) -> ObjectContext {
        if let latest, latest.description.type == type { return latest }
        let identifier = ObjectIdentifier(type)
        if let found = contexts[identifier] {
            latest = found
            return found
        }
        if let kept = released[identifier]?.context {
            contexts[identifier] = kept
            latest = kept
            return kept
        }
        let description = ClassDescription.of(type)
        precondition(
            descriptions.contains { $0 === description },
            "C11: \(description.name) is not among the object types of the store")
        guard let table = catalogue.table(named: description.name) else {
            preconditionFailure("C11: \(description.name) is not in the file")
        }
        let made = ObjectContext(self, description, table)
        contexts[identifier] = made
        return made
    }

    /// The context of a type whose class is not known or not wanted.
    func context(dynamic table: Table) -> ObjectContext {
        let description = dynamicDescriptions[table.id] ?? ClassDescription(dynamic: table.name)
        dynamicDescriptions[table.id] = description
        let identifier = ObjectIdentifier(description)
        if let found = contexts[identifier] ?? released[identifier]?.context {
            contexts[identifier] = found
            return found
        }
        let made = ObjectContext(self, description, table)
        contexts[identifier] = made
        return made
    }

    /// The context that takes the place of one that `invalidate()` has ended.
    func renewed(_ context: ObjectContext) -> ObjectContext {
        context.description.isDynamic ? self.context(dynamic: context.table) : self.context(context.description.type)
    }

    /// Follows a change of the file's schema by another process or store.
    func adopt(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        for context in livingContexts {
            if let table = catalogue.table(named: context.description.name) { context.adopt(table) }
        }
    }

    /// Makes every object handed out so far invalid; queries run again on next use.
    func invalidateObjects() {
        for context in livingContexts { context.invalidate() }
        contexts = [:]
        released = [:]
        latest = nil
        moved()
    }

    private var livingContexts: [ObjectContext] { Array(contexts.values) + released.values.compactMap(\.context) }

    /// Notes that rows and query results have to be found again.
    func moved() {
        checkScans()
        generation.value &+= 1
        dataVersion &+= 1
        delivery.resume()
    }

    /// Traps while a scan is on.
    func checkScans() {
        precondition(scanCount == 0, "Q15: a store is not written, refreshed or closed during a scan of it")
    }

    /// Whether an instance stands for an object that was made in a write of which nothing was kept.
    func wasCancelled(_ object: Object, _ table: Table) -> Bool {
        object.__boundInWrite != 0 && cancelledWrites[object.__boundInWrite]?.contains(table, object.__key) == true
    }

    func refuseDeleted(_ name: String) -> Never {
        preconditionFailure("O1: an object of type \(name) was used after it was deleted or invalidated")
    }

    func close() {
        confinement.check()
        if isClosed { return }
        endSubscriptions()
        if isInWriteTransaction { cancelWrite() }
        invalidateObjects()
        living = nil
        readSession = nil
        readTransaction = nil
        secondTransaction = nil
        membership = nil
        environment = nil
        memoryFile?.release()
    }

    /// The environment; traps after `close()`.
    var openEnvironment: Environment {
        guard let environment else { preconditionFailure("C10: a store cannot be used after close()") }
        return environment
    }
}

/// A context that is kept alive by objects and results alone.
private struct ReleasedContext {
    private(set) weak var context: ObjectContext?

    init(_ context: ObjectContext) { self.context = context }
}
