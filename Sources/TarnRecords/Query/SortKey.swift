/// One value to sort by: a column of the object, or of what to-one links lead to.
package struct SortKey: Sendable, Hashable {
    /// The to-one links that are followed first; where one is nil the value is nil.
    package let path: [Int]
    /// The number of the column in the table that the path leads to.
    package let column: Int
    /// Whether small values come first.
    package let ascending: Bool
    /// How text is ordered.
    package let collation: Collation

    package init(path: [Int] = [], column: Int, ascending: Bool = true, collation: Collation = .bytes) {
        self.path = path
        self.column = column
        self.ascending = ascending
        self.collation = collation
    }

    /// The object's own column with which the way to the value begins.
    var first: Int { path.first ?? column }

    /// Whether values of the object's own column are compared as they are stored.
    var isPlain: Bool { path.isEmpty && collation == .bytes }
}
