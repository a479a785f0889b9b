/// Tells whether what was read is still where it was read.
///
/// A number that moves whenever bytes may have moved: on refresh, on a write that opens or rewrites clusters, on close.
/// Rows remember the number under which they were found and are found again when it differs. Not Sendable; it belongs
/// to one store.
public final class Generation {
    @exclusivity(unchecked) @usableFromInline final var number: UInt64 = 1
    @exclusivity(unchecked) @usableFromInline final var homeThread: UInt = 0

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
}

/// The part of an object that is read on every access to a property: where its row lies, and under which generation.
///
/// The room above derives its objects from this class, so that the fields can be read without the exclusivity check
/// that a class property costs otherwise (docs/decisions/0010-reading-a-property.md).
open class ManagedRow {
    @exclusivity(unchecked) @usableFromInline final var source: Generation?
    @exclusivity(unchecked) @usableFromInline final var foundAt: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline final var row: Row = .none

    /// An object without a row.
    public init() {}

    // Safety: one load; nothing can overlap it, since objects are not Sendable and the accessors do not call out.
    /// Whether the object belongs to a store.
    @inlinable public final var _isManaged: Bool { unsafe source != nil }

    // Safety: as above. The generation guarantees that the row's bytes are where they were.
    /// The row, if it can be read on this thread as it is.
    @inlinable public final var _currentRow: Row? {
        guard let source = unsafe source, unsafe foundAt == source.value, source.home == currentThreadIdentity() else {
            return nil
        }
        return unsafe row
    }

    // Safety: as above.
    /// The row found last; the caller has made sure that it is current.
    package final var foundRow: Row { unsafe row }

    // Safety: as above.
    /// Whether the row was found under the current generation.
    package final var isFound: Bool { unsafe source.map { unsafe foundAt == $0.value } ?? false }

    // Safety: as above.
    /// Remembers where the row is now.
    package final func found(_ row: Row, _ generation: Generation) {
        unsafe self.row = row
        unsafe foundAt = generation.value
    }

    // Safety: as above.
    /// Ties the object to a store; its row is found on first use.
    package final func manage(_ generation: Generation) { unsafe source = generation }

    // Safety: as above.
    /// Forgets the row.
    package final func forgetRow() { unsafe foundAt = 0 }
}
