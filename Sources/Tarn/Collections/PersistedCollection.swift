internal import TarnRecords

/// What ``List``, ``MutableSet`` and ``Map`` have in common.
///
/// A collection that was made by itself, or that belongs to an unmanaged object, keeps its elements in memory. One that
/// is read from a stored object stands for a property of it: it reads from the store's snapshot and is changed in write
/// transactions only. It belongs where its store belongs.
public class PersistedCollection {
    /// What a managed collection stands for; nil while it is unmanaged.
    final var home: CollectionHome?
    /// Whether its observer has been told that the owner is gone: it reads as empty from then on (N19).
    final var isGone = false

    init() {}

    /// The largest number of elements that needs no look at the tree: small ones, and what was found to be there.
    private final var believedCount = CollectionPlace.believedCount

    /// The number of elements. O(1).
    public final var count: Int {
        guard let home else { return unmanagedCount }
        if isGone { return 0 }
        let count = home.count(believedUpTo: believedCount)
        if count > believedCount { believedCount = count }
        return count
    }

    /// Whether there are no elements. O(1).
    public final var isEmpty: Bool { count == 0 }

    /// The store that the collection belongs to; nil while it is unmanaged or frozen.
    public final var store: Store? { home.flatMap { $0.context.isFrozen ? nil : $0.owner.store } }

    /// Whether the object that it belongs to was deleted or its store closed (O1). Never traps for that reason.
    public final var isInvalidated: Bool { home.map { isGone || $0.owner.isInvalidated } ?? false }

    /// Whether it belongs to the instance through which a ``Frozen`` value is read.
    public final var isFrozen: Bool { home?.context.isFrozen ?? false }

    /// Whether two collections are one property of one object.
    final func isSame(as other: PersistedCollection) -> Bool {
        if self === other { return true }
        guard let home, let otherHome = other.home else { return false }
        return home.column == otherHome.column && home.owner.isSameObject(as: otherHome.owner)
    }

    /// Makes a collection whose elements were just written stand for them; its own copies are let go.
    final func manage(_ home: CollectionHome) {
        self.home = home
        forgetElements()
    }

    /// The number of elements kept in memory.
    var unmanagedCount: Int { 0 }
    /// The objects that an unmanaged collection holds, with the class that its links lead to.
    var linkedObjects: [Object] { [] }
    /// The objects in the values of any kind that an unmanaged collection holds.
    var heldObjects: [Object] { [] }
    /// Lets go of the elements kept in memory.
    func forgetElements() {}
    /// Refuses decimals that are not numbers and values that cannot be stored; `name` is that of the property.
    func checkNumbers(_ name: String) throws(StoreError) {}
    /// Replaces what is stored at a place with the elements, all of whose objects are in the store.
    func write(to home: CollectionHome, _ session: RecordSession) throws(StoreError) {}
    /// Whether the stored elements are the same to the last bit. Links to unmanaged objects are not.
    func isStored(at home: CollectionHome, _ session: RecordSession) throws(RecordError) -> Bool { false }
}

/// The property of a stored object that a collection stands for.
struct CollectionHome {
    let owner: Object
    let context: ObjectContext
    let column: Int

    /// The place as the current snapshot knows it.
    var place: CollectionPlace { CollectionPlace(table: context.table, object: owner.__key, column: column) }

    /// `Class.property`, for messages.
    var name: String { "\(context.description.name).\(context.table.columns[column].name)" }

    /// The number of elements, which stands in the row of the object. In a write it does not yet where elements have
    /// been deleted. One above a limit is compared with the tree, as damage could have written it; 0 for a wrong one.
    func count(believedUpTo limit: Int) -> Int {
        if let row = context.row(owner, column), !context.connection.isInWriteTransaction {
            let count = row.value(column, as: Int.self)
            if count <= limit { return max(0, count) }
        }
        return read(0) { (session, place) throws(RecordError) in try session.count(place) }
    }

    /// Runs a read, which the Observation framework hears of. Traps when the owner is gone (O1); a failure is kept by
    /// the store and answers `fallback`.
    func read<R: Sendable>(
        _ fallback: R, _ body: (RecordSession, CollectionPlace) throws(RecordError) -> R
    ) -> R {
        if context.isFrozen { return readFrozen(fallback, body) }
        _ = context.row(owner, column)
        let place = place
        return context.connection.readable { (session) throws(RecordError) in try body(session, place) } ?? fallback
    }

    /// Runs a part of a change; turns its error into one for programs.
    func record<R>(_ body: () throws(RecordError) -> R) throws(StoreError) -> R { try context.connection.record(body) }

    /// Changes what is stored. Traps outside a write (W8), for a deleted owner (O1) and a frozen one (F2); a failure is
    /// kept for the commit, which throws it.
    func change(_ body: (RecordSession, CollectionPlace) throws(StoreError) -> Void) {
        let connection = context.connection
        connection.confinement.check()
        guard let session = connection.writeSession else {
            preconditionFailure("W8: \(name) can only be changed in a write transaction")
        }
        if !context.exists(owner) { connection.refuseDeleted(context.description.name) }
        connection.checkScans()
        connection.dataVersion &+= 1
        do throws(StoreError) {
            try body(session, place)
        } catch {
            connection.keepWriteFailure(error)
        }
    }
}

@available(*, unavailable, message: "collections stay with their store; send values or a frozen object instead")
extension PersistedCollection: Sendable {}
