public import TarnLMDB

/// A failure met while reading or writing records inside one transaction.
public struct RecordError: Error, Sendable {
    /// What went wrong.
    public let code: Code
    /// The tree in which it happened, for example `"clusters"`.
    public let tree: String
    /// The key at which it happened, in a form for people, or an empty string.
    public let key: String
    /// What was expected and found.
    public let message: String
    /// The LMDB failure below, if there is one.
    public let cause: LMDBError?

    /// Creates an error that names the place of the failure.
    public init(_ code: Code, tree: String, key: String = "", message: String, cause: LMDBError? = nil) {
        self.code = code
        self.tree = tree
        self.key = key
        self.message = message
        self.cause = cause
    }

    /// The kinds of failure; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String
        /// Wraps the name of a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Stored bytes do not follow the file format.
        public static let corrupt = Code(rawValue: "corrupt")
        /// LMDB or the operating system refused the operation; see ``RecordError/cause``.
        public static let storage = Code(rawValue: "storage")
        /// The file was written by a newer format.
        public static let newerFormat = Code(rawValue: "newerFormat")
        /// The file is an LMDB environment that Tarn did not make.
        public static let foreign = Code(rawValue: "foreign")
        /// Two objects of a type would have the same primary key.
        public static let duplicateKey = Code(rawValue: "duplicateKey")
        /// An object cannot be deleted because of the rule of one of its links.
        public static let deletionDenied = Code(rawValue: "deletionDenied")
        /// Two objects of a type would have the same value where that must be unique.
        public static let duplicateValue = Code(rawValue: "duplicateValue")
        /// Something that the system would have to offer is not there.
        public static let unavailable = Code(rawValue: "unavailable")
        /// A value has no stored form.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// A key is longer than LMDB can hold.
        public static let keyTooLong = Code(rawValue: "keyTooLong")
    }

    /// The error for a primary key that does not fit.
    package static func keyTooLong(_ table: Table) -> RecordError {
        RecordError(
            .keyTooLong, tree: "keys", key: table.name,
            message: "a primary key takes at most \(KeyCoding.maximumByteCount - 1) bytes")
    }

    /// Wraps a failure of the byte room.
    package static func storage(_ cause: LMDBError, tree: String) -> RecordError {
        RecordError(.storage, tree: tree, message: "storage failed during \(cause.operation)", cause: cause)
    }
}
