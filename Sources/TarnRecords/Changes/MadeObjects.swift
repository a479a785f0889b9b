/// The objects that a write has made. When nothing of the write is kept, their keys will be given to other objects, and
/// instances that stood for them must not stand for those (W6).
package struct MadeObjects: Sendable {
    private let slots: [PendingChanges.Place: UInt64]

    init(_ slots: [PendingChanges.Place: UInt64]) { self.slots = slots }

    /// Whether there are none.
    package var isEmpty: Bool { slots.isEmpty }

    /// Whether an object is one of them; O(1).
    package func contains(_ table: Table, _ key: ObjectKey) -> Bool {
        slots[PendingChanges.Place(table: table.id, number: key.cluster), default: 0] & key.bit != 0
    }
}
