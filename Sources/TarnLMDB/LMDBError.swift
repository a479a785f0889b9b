/// A failure reported by LMDB or by the operating system below it.
///
/// "Not found" is never an error in this module: look-ups answer `nil`.
public struct LMDBError: Error, Equatable, Sendable {
    /// What went wrong, as a code that can be compared with the static members of ``Code``.
    public let code: Code
    /// The call that failed, for example `"put"` or `"open environment"`.
    public let operation: String

    /// Creates an error for a failed call.
    public init(_ code: Code, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The return code of an LMDB call: an LMDB code (negative) or an `errno` value (positive).
    ///
    /// The set is open: a code without a static member is still carried with its number.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number that the C library returned.
        public let rawValue: Int32
        /// Wraps a number returned by the C library.
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }
}
