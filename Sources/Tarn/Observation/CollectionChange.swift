internal import TarnRecords

/// What an observer of a collection is told.
public enum CollectionChange<Collection> {
    /// The first call: the collection as it is now (N1).
    case initial(Collection)
    /// The collection as it is now, and how it differs from the last call.
    case update(Collection, CollectionUpdate)
}

/// How a collection differs from what it was at the last call.
///
/// Removing ``deletions`` from the back and then inserting ``insertions`` from the front turns the old collection into
/// the new one (N3). Every list ascends and names no place twice.
public struct CollectionUpdate: Sendable, Equatable {
    /// Places in the old collection of objects that are gone, no longer match, or have moved (N2, N5).
    public let deletions: [Int]
    /// Places in the new collection of objects that are new, match now, or have moved; never among the modified (N4).
    public let insertions: [Int]
    /// Places in the old collection of objects that were modified and have kept their place among the others.
    public let modifications: [Int]
    /// The places of the same objects in the new collection, in the same order.
    public let newModifications: [Int]
    /// Pairs of ``deletions`` and ``insertions`` that are one object (N7).
    public let moves: [Move]

    /// One object that is elsewhere among the others.
    public struct Move: Sendable, Hashable {
        /// Its place in the old collection.
        public let from: Int
        /// Its place in the new collection.
        public let to: Int
    }

    init(_ update: TarnRecords.CollectionUpdate) {
        deletions = update.deletions
        insertions = update.insertions
        modifications = update.modifications
        newModifications = update.newModifications
        moves = update.moves.map { Move(from: $0.from, to: $0.to) }
    }
}
