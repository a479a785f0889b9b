/// What happened to one collection between two snapshots, told by comparing its two trees. All indexes ascend.
///
/// Taking the deletions out of the old collection from the back, and then putting the insertions into it from the
/// front, gives the new collection exactly, apart from the modified elements (N3). Elements of sets, and entries of
/// maps, stand in the order of their bytes. States are compared and not what was done: an element that was set to what
/// it was is not modified.
package struct CollectionDifference: Sendable, Equatable {
    /// Old indexes of elements that left or moved.
    package var deletions: [Int] = []
    /// New indexes of elements that came or moved.
    package var insertions: [Int] = []
    /// Old indexes of elements that another value has taken the place of; never links of lists and sets.
    package var modifications: [Int] = []
    /// The new indexes of the same elements, in the same order.
    package var newModifications: [Int] = []
    /// Those of the deletions and insertions of a list that are one element, ascending by `from`.
    package var moves: [CollectionUpdate.Move] = []
    /// Keys of a map that are gone.
    package var deletedKeys: [String] = []
    /// Keys of a map that are new.
    package var insertedKeys: [String] = []
    /// Keys of a map that have another value.
    package var modifiedKeys: [String] = []

    package init() {}

    /// Whether nothing happened.
    package var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty }
}

extension VersionChanges {
    /// What happened to a collection; nil when the old version is gone. An object that is not there has no elements.
    ///
    /// O(changes x log n) where they are few; O(n) where everything has changed.
    package func difference(_ place: CollectionPlace) throws(RecordError) -> CollectionDifference? {
        guard let old else { return nil }
        return try CollectionComparison(place, old, new).difference()
    }
}
