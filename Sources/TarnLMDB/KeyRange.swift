/// Which keys of a database: all, those with a prefix, or those between two bounds in the database's order.
public struct KeyRange: Sendable, Hashable {
    /// An end of a range.
    public enum Bound: Sendable, Hashable {
        /// No end.
        case unbounded
        /// The key belongs to the range.
        case included([UInt8])
        /// The key is the first that does not belong.
        case excluded([UInt8])
    }

    /// Where the range begins.
    public var lower: Bound
    /// Where the range ends.
    public var upper: Bound

    /// Creates a range from its ends.
    public init(lower: Bound = .unbounded, upper: Bound = .unbounded) {
        self.lower = lower
        self.upper = upper
    }

    /// Every key.
    public static let all = KeyRange()

    /// The keys that begin with some bytes; in databases whose keys are ordered as bytes.
    public static func prefix(_ bytes: some Bytes) -> KeyRange {
        let prefix = copy(bytes)
        var range = KeyRange()
        if prefix.isEmpty { return range }
        range.lower = .included(prefix)
        // The first key after all that have the prefix: the prefix with its last byte that can be raised raised.
        if let last = prefix.lastIndex(where: { $0 != 255 }) {
            range.upper = .excluded(prefix[..<last] + [prefix[last] + 1])
        }
        return range
    }

    /// The keys from one on.
    public static func from(_ key: some Bytes) -> KeyRange { KeyRange(lower: .included(copy(key))) }

    /// The keys up to one, with it.
    public static func through(_ key: some Bytes) -> KeyRange { KeyRange(upper: .included(copy(key))) }

    /// The keys before one.
    public static func upTo(_ key: some Bytes) -> KeyRange { KeyRange(upper: .excluded(copy(key))) }

    /// The keys from one up to another, without it.
    public static func range(_ lower: some Bytes, _ upper: some Bytes) -> KeyRange {
        KeyRange(lower: .included(copy(lower)), upper: .excluded(copy(upper)))
    }

    private static func copy(_ bytes: some Bytes) -> [UInt8] { bytes.withBytes { [UInt8]($0) } }
}
