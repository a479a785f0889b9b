/// The part of an object that every access to a property looks at: where its row lies, and under which generation.
///
/// The room above derives its objects from this class, so that the fields can be read without the exclusivity check
/// that a class property costs otherwise (docs/decisions/0010-reading-a-property.md).
open class ManagedRow {
    @exclusivity(unchecked) @usableFromInline final var source: RowSource?
    @exclusivity(unchecked) @usableFromInline final var foundAt: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline final var seenAt: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline final var row: Row = .none
    @exclusivity(unchecked) @usableFromInline final var objectKey = ObjectKey(rawValue: 0)
    @exclusivity(unchecked) final var owner: AnyObject?
    @exclusivity(unchecked) final var write: UInt64 = 0
    @exclusivity(unchecked) final var isGone = false

    /// An object without a row.
    public init() {}

    // Safety: one load; nothing can overlap it, since objects are not Sendable and the accessors do not call out.
    /// Whether the object belongs to a store.
    @inlinable public final var __isManaged: Bool { unsafe source != nil }

    // Safety: as above. The generation guarantees that the row's bytes are where they were.
    /// The row, if it can be read on this thread as it is.
    @inlinable public final var __currentRow: Row? {
        guard let generation = unsafe source?.generation, unsafe foundAt == generation.value,
            generation.home == currentThreadIdentity()
        else { return nil }
        return unsafe row
    }

    // Safety: as above.
    /// The number of the object, if the column is the object key and the object is known to exist.
    @inlinable public final func __currentKey(_ column: Int) -> Int64? {
        guard let source = unsafe source, source.keyColumn == column, unsafe seenAt == source.generation.value,
            source.generation.home == currentThreadIdentity()
        else { return nil }
        return unsafe objectKey.number
    }

    // Safety: as above.
    /// Identifies the object within its type.
    package final var __key: ObjectKey { unsafe objectKey }

    // Safety: as above.
    /// The row found last; the caller has made sure that it is current.
    package final var __foundRow: Row { unsafe row }

    // Safety: as above.
    /// What was given with the row to keep it alive.
    package final var __rowOwner: AnyObject? { unsafe owner }

    // Safety: as above.
    /// Whether the row was found under the current generation.
    package final var __isFound: Bool { unsafe source.map { unsafe foundAt == $0.generation.value } ?? false }

    // Safety: as above.
    /// Whether the object is known to exist under the current generation.
    package final var __isSeen: Bool { unsafe source.map { unsafe seenAt == $0.generation.value } ?? false }

    // Safety: as above.
    /// The write in which the instance came to stand for the object; 0 outside of writes.
    package final var __boundInWrite: UInt64 { unsafe write }

    // Safety: as above.
    /// True once this instance was given to a delete.
    package final var __wasDeleted: Bool {
        get { unsafe isGone }
        set { unsafe isGone = newValue }
    }

    // Safety: as above.
    /// Lets an instance of the same source stand for another object.
    final func rebind(_ key: ObjectKey, isKnown: Bool) {
        unsafe objectKey = key
        unsafe foundAt = 0
        unsafe seenAt = isKnown ? source?.generation.value ?? 0 : 0
        unsafe write = source?.generation.write ?? 0
        unsafe isGone = false
    }

    // Safety: as above. `rowOwner` keeps the memory behind the row alive when it is not the file's.
    /// Remembers where the row is now.
    package final func __found(_ row: Row, _ rowOwner: AnyObject?) {
        unsafe self.row = row
        if unsafe owner != nil || rowOwner != nil { unsafe owner = rowOwner }
        unsafe foundAt = source?.generation.value ?? 0
        unsafe seenAt = foundAt
    }

    // Safety: as above.
    /// Ties the object to a store; its row is found on first use.
    package final func __manage(_ source: RowSource, _ key: ObjectKey, isKnown: Bool) {
        unsafe self.source = source
        unsafe objectKey = key
        unsafe foundAt = 0
        unsafe seenAt = isKnown ? source.generation.value : 0
        unsafe write = source.generation.write
    }

    // Safety: as above.
    /// Forgets the row.
    package final func __forgetRow() {
        unsafe foundAt = 0
        unsafe seenAt = 0
    }

    // Safety: the room above gives only sources of its own class; the type check of debug builds finds a wrong one.
    /// What ties the object to its store.
    package final func __source<Source: RowSource>(as type: Source.Type) -> Source? {
        unsafe source.map { unsafe unsafeDowncast($0, to: type) }
    }
}

// Safety: reads the reference count of a live object. Its layout belongs to the runtime: bits 33 to 62 count strong
// references beyond the first, all others are as they were at birth unless a weak or unowned reference was made. A
// runtime that lays it out otherwise makes the answer false, which costs time and nothing else.
/// Whether nothing but the variable itself refers to an object, neither strongly nor weakly nor unowned.
@inlinable
public func isOnlyReference<T: ManagedRow>(_ object: inout T?, atBirth: UInt64) -> Bool {
    guard isKnownUniquelyReferenced(&object), let object else { return false }
    return referenceState(of: object) == atBirth
}

// Safety: as above.
/// What the reference count of an object says besides the number of strong references.
@inlinable
public func referenceState(of object: ManagedRow) -> UInt64 {
    let word = unsafe Unmanaged.passUnretained(object).toOpaque().load(fromByteOffset: 8, as: UInt64.self)
    return word & 0x8000_0001_FFFF_FFFF
}
