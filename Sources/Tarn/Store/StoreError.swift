internal import TarnLMDB
internal import TarnRecords

/// Something outside the program's control went wrong; the store still holds its last commit.
///
/// Broken rules of use (wrong thread, a write outside a transaction) are not errors: they trap and name the rule.
public struct StoreError: Error, Sendable {
    /// What kind of failure it is; compare with the static members of ``Code``.
    public let code: Code
    /// What failed and what can be done about it.
    public let message: String
    /// The failure in the room below, if there is one.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The kinds of failure. The set is open: new kinds may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String
        /// Wraps the name of a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file or its folder does not exist.
        public static let notFound = Code(rawValue: "notFound")
        /// The process may not read or write the file.
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        /// The path cannot be used: too long, or not a file.
        public static let invalidPath = Code(rawValue: "invalidPath")
        /// The file is not a Tarn file.
        public static let notAStore = Code(rawValue: "notAStore")
        /// A newer version of Tarn wrote the file.
        public static let newerFormat = Code(rawValue: "newerFormat")
        /// The file is shorter than it says it is.
        public static let truncated = Code(rawValue: "truncated")
        /// Stored bytes are damaged; the message names tree and key.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The declared types cannot be used, or differ from the file's in a way that needs a migration.
        public static let schemaMismatch = Code(rawValue: "schemaMismatch")
        /// The file is open with other settings (C7).
        public static let settingsMismatch = Code(rawValue: "settingsMismatch")
        /// The disk or the user's quota is full.
        public static let diskFull = Code(rawValue: "diskFull")
        /// The map is full: the file has reached `Configuration.mapSize`.
        public static let mapFull = Code(rawValue: "mapFull")
        /// All reader places are taken.
        public static let readersFull = Code(rawValue: "readersFull")
        /// The file was deleted while the store was open.
        public static let deletedWhileOpen = Code(rawValue: "deletedWhileOpen")
        /// The file is in use, so it cannot be deleted or replaced.
        public static let alreadyOpen = Code(rawValue: "alreadyOpen")
        /// The store was opened before the process forked.
        public static let forkedProcess = Code(rawValue: "forkedProcess")
        /// An object with the same primary key exists (P3).
        public static let duplicatePrimaryKey = Code(rawValue: "duplicatePrimaryKey")
        /// Two objects have the same value in a property, or in several together, that must be unique (U1).
        public static let duplicateValue = Code(rawValue: "duplicateValue")
        /// A delete rule keeps the object as long as it has what it links to (L9).
        public static let deletionDenied = Code(rawValue: "deletionDenied")
        /// More versions of the file are held than `Configuration.maximumNumberOfActiveVersions` (R10).
        public static let tooManyActiveVersions = Code(rawValue: "tooManyActiveVersions")
        /// A primary key is longer than the file can hold.
        public static let keyTooLong = Code(rawValue: "keyTooLong")
        /// A value does not fit its property (O7-O10).
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// The object belongs to another store (O2, O5).
        public static let objectOfAnotherStore = Code(rawValue: "objectOfAnotherStore")
        /// The object has been deleted (O5).
        public static let invalidatedObject = Code(rawValue: "invalidatedObject")
        /// A Foundation predicate uses something that a query cannot do.
        public static let unsupportedPredicate = Code(rawValue: "unsupportedPredicate")
        /// The text of a predicate cannot be read; the message shows the place.
        public static let invalidPredicate = Code(rawValue: "invalidPredicate")
        /// The file or destination exists already.
        public static let fileExists = Code(rawValue: "fileExists")
        /// The history no longer goes back to where it was asked for; read the objects anew (H2).
        public static let historyPruned = Code(rawValue: "historyPruned")
        /// The history token is of another store, or of a copy of the file that went another way (H2).
        public static let historyOfAnotherStore = Code(rawValue: "historyOfAnotherStore")
        /// The history token is of a later version than the store sees; refresh the store (H2).
        public static let historyTokenAhead = Code(rawValue: "historyTokenAhead")
        /// The disk reported an error, or something else failed in the system.
        public static let inputOutput = Code(rawValue: "inputOutput")
    }
}

extension StoreError: CustomStringConvertible {
    /// `code: message`.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension StoreError {
    /// Wraps a failure of whichever room it came from; one of this room stays as it is.
    init(wrapping error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as RecordError: self.init(error, path: path)
        case let error as LMDBError: self.init(error, path: path)
        default: self.init(.inputOutput, "\(error) (\(path))", cause: error)
        }
    }

    /// Wraps a failure of the byte room.
    init(_ error: LMDBError, path: String) {
        let (code, advice) = Self.advice[error.code] ?? (.inputOutput, error.code.remedy ?? "try again")
        self.init(code, "\(error.operation) failed: \(error.code.meaning) (\(path)); \(advice)", cause: error)
    }

    /// Wraps a failure of the record room.
    init(_ error: RecordError, path: String) {
        switch error.code {
        case .storage where error.cause != nil: self.init(error.cause!, path: path)
        case .corrupt:
            self.init(
                .corrupt, "\(error.message) (tree \(error.tree), key \(error.key), \(path)); restore a copy",
                cause: error)
        case .newerFormat: self.init(.newerFormat, "\(error.message) (\(path)); use a newer version", cause: error)
        case .foreign: self.init(.notAStore, "\(error.message) (\(path))", cause: error)
        case .duplicateKey: self.init(.duplicatePrimaryKey, "\(error.key): \(error.message)", cause: error)
        case .duplicateValue: self.init(.duplicateValue, "U1: \(error.key): \(error.message)", cause: error)
        case .deletionDenied: self.init(.deletionDenied, "L9: \(error.key): \(error.message)", cause: error)
        case .invalidValue: self.init(.invalidValue, error.message, cause: error)
        case .keyTooLong: self.init(.keyTooLong, "\(error.key): \(error.message)", cause: error)
        default: self.init(.inputOutput, "\(error.message) (\(path))", cause: error)
        }
    }

    private static let advice: [LMDBError.Code: (Code, String)] = [
        .noSuchFile: (.notFound, "check the path and that its folder exists"),
        .permissionDenied: (.permissionDenied, "check the owner and mode of the file and its folder"),
        .readOnlyFileSystem: (.permissionDenied, "open it with isReadOnly"),
        .notPermitted: (.permissionDenied, "the file is protected"),
        .nameTooLong: (.invalidPath, "use a shorter path"),
        .isADirectory: (.invalidPath, "name a file, not a folder"),
        .notADirectory: (.invalidPath, "a part of the path is a file"),
        .invalidArgument: (.invalidPath, "check the path"),
        .notLMDB: (.notAStore, "choose another path"),
        .versionMismatch: (.notAStore, "another version of LMDB wrote it"),
        .invalid: (.notAStore, "choose another path"),
        .incompatible: (.notAStore, "its trees are not Tarn's"),
        .noSuchTree: (.notAStore, "it has not been made completely; open it for writing"),
        .truncated: (.truncated, "restore a copy"),
        .corrupted: (.corrupt, "restore a copy"),
        .pageNotFound: (.corrupt, "restore a copy"),
        .fileExists: (.fileExists, "choose another path"),
        .noSpace: (.diskFull, "free some space; the last commit is intact"),
        .quotaExceeded: (.diskFull, "free some space; the last commit is intact"),
        .fileTooLarge: (.diskFull, "files may not become larger here; the last commit is intact"),
        .mapFull: (.mapFull, "open the store with a larger Configuration.mapSize; the last commit is intact"),
        .mapResized: (
            .mapFull, "another process made the file larger; invalidate the other stores on it and try again"
        ),
        .readersFull: (.readersFull, "raise Configuration.maximumReaders or close stores"),
        .deletedWhileOpen: (.deletedWhileOpen, "close every store on the file and open it anew"),
        .forkedProcess: (.forkedProcess, "open the store in the new process"),
        .optionsDiffer: (.settingsMismatch, "use the settings with which it is open"),
        .readOnlyEnvironment: (.permissionDenied, "open it without isReadOnly"),
    ]
}
