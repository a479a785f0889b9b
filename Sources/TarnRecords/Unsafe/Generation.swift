/// Tells whether what was read is still where it was read.
///
/// A number that moves whenever bytes may have moved: on refresh, on a write that opens or rewrites clusters, on close.
/// Rows remember the number under which they were found and are found again when it differs. Not Sendable; it belongs
/// to one store.
public final class Generation {
    @exclusivity(unchecked) @usableFromInline final var number: UInt64 = 1
    @exclusivity(unchecked) @usableFromInline final var homeThread: UInt = 0
    @exclusivity(unchecked) final var currentWrite: UInt64 = 0

    /// Starts at 1, so that 0 is never current.
    public init() {}

    // Safety: a plain number; no access lasts longer than its load or store, so none can overlap.
    /// The current number.
    @inlinable public var value: UInt64 {
        get { unsafe number }
        set { unsafe number = newValue }
    }

    // Safety: as above.
    /// The thread that may read without a further question, or 0 when every access has to ask.
    @inlinable public var home: UInt {
        get { unsafe homeThread }
        set { unsafe homeThread = newValue }
    }

    // Safety: as above.
    /// The number of the open write, or 0; instances remember under which one they were bound.
    package var write: UInt64 {
        get { unsafe currentWrite }
        set { unsafe currentWrite = newValue }
    }
}

/// What the rows of one type in one store share: the generation, and which column is the object key itself.
open class RowSource {
    /// The generation of the store.
    public final let generation: Generation
    /// The column that is the object key, or -1.
    @exclusivity(unchecked) @usableFromInline final var integerKey = -1

    /// Rows of a store.
    public init(_ generation: Generation) { self.generation = generation }

    // Safety: a plain number.
    /// The column that is the object key, or -1.
    @inlinable public final var keyColumn: Int {
        get { unsafe integerKey }
        set { unsafe integerKey = newValue }
    }
}
