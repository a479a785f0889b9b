public import FoundationEssentials
internal import Synchronization
public import TarnLMDB

private let defaultConfiguration = Mutex(Store.Configuration())

extension Store {
    /// How a store is opened. A value that can be sent anywhere.
    public struct Configuration: Sendable {
        /// The file; nil for a store in memory. Setting it clears ``inMemoryIdentifier``.
        public var fileURL: URL? {
            didSet { if fileURL != nil { inMemoryIdentifier = nil } }
        }
        /// The name of a store that lives as long as any handle on it (X1). Setting it clears ``fileURL``.
        public var inMemoryIdentifier: String? {
            didSet { if inMemoryIdentifier != nil { fileURL = nil } }
        }
        /// The classes that the store holds. Classes that they link to are added by themselves.
        public var objectTypes: [Object.Type]
        /// The program's own number for its schema; a lower one than the file's is refused (M4).
        public var schemaVersion: UInt64
        /// Opens without the possibility to write; the file must exist (X6).
        public var isReadOnly: Bool
        /// What a commit promises when the power fails.
        public var durability: Durability
        /// The largest size that the file can reach, in bytes. Address space, not memory or disk, is reserved; where
        /// that is scarce a smaller size is taken.
        public var mapSize: Int
        /// How many snapshots can be open at once in all processes.
        public var maximumReaders: Int
        /// How much of the history is kept; see ``Store/history(since:limit:)``.
        public var historyLimits: HistoryLimits
        /// How many versions of the file there may be, from the oldest that anybody holds to the newest, when a write
        /// begins; more make it throw `.tooManyActiveVersions` (R10). nil: any number, as long as there is room.
        public var maximumNumberOfActiveVersions: UInt?
        /// Whether objects and results work with the Observation framework. Nil stands for yes on actors and dispatch
        /// queues, and for no on threads, where reading a property is several times as fast without.
        public var isObservable: Bool?
        /// Told about damage met while reading a property, which cannot throw; see ``Store/readFailure``.
        public var readFailureHandler: (@Sendable (StoreError) -> Void)?

        /// Describes a store in a file, by default `default.tarn` in the current folder.
        public init(
            fileURL: URL? = URL(filePath: "default.tarn"), objectTypes: [Object.Type] = [], schemaVersion: UInt64 = 0
        ) {
            self.fileURL = fileURL
            self.objectTypes = objectTypes
            self.schemaVersion = schemaVersion
            isReadOnly = false
            durability = .full
            mapSize = 1 << 40
            maximumReaders = 1024
            historyLimits = HistoryLimits()
        }

        /// Describes a store in memory.
        public init(inMemoryIdentifier: String, objectTypes: [Object.Type]) {
            self.init(fileURL: nil, objectTypes: objectTypes)
            self.inMemoryIdentifier = inMemoryIdentifier
        }

        /// What `Store()` opens. Set it once, before the first store is opened.
        public static var `default`: Configuration {
            get { defaultConfiguration.withLock { $0 } }
            set { defaultConfiguration.withLock { $0 = newValue } }
        }
    }
}
