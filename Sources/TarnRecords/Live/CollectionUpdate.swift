/// What happened to a collection between two states of it. All indexes ascend and none occurs twice (N2).
///
/// Taking the deletions out of the old collection from the back, and then putting the insertions into it from the
/// front, gives the new collection exactly (N3).
package struct CollectionUpdate: Sendable, Equatable {
    /// One object that is in both states, at places that deletions and insertions alone would not explain (N7).
    package struct Move: Sendable, Equatable {
        /// The old index; also one of the deletions.
        package var from: Int
        /// The new index; also one of the insertions.
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Old indexes of objects that left or moved.
    package var deletions: [Int] = []
    /// New indexes of objects that came or moved.
    package var insertions: [Int] = []
    /// Old indexes of objects that stayed and have been modified.
    package var modifications: [Int] = []
    /// The new indexes of the same objects, in the same order.
    package var newModifications: [Int] = []
    /// Those of the deletions and insertions that are one object, ascending by `from`.
    package var moves: [Move] = []

    package init() {}

    /// Whether nothing happened.
    package var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty }
}
