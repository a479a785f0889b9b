/// Tells whether what was read is still where it was read.
///
/// A number that moves whenever bytes may have moved: on refresh, on a write that opens or rewrites clusters, on close.
/// Rows remember the number under which they were found and are found again when it differs. Not Sendable; it belongs
/// to one store.
public final class Generation {
    /// The current number.
    @exclusivity(unchecked) public var value: UInt64 = 1
    /// The thread that may read without a further question, or 0 when every access has to ask.
    @exclusivity(unchecked) public var home: UInt = 0

    /// Starts at 1, so that 0 is never current.
    public init() {}
}
