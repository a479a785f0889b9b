package import TarnLMDB

/// The handles of the trees that every Tarn file has.
///
/// All types share them: keys begin with the number of the type. So a commit touches few trees, a transaction costs the
/// same with one type as with a thousand, and adding a type opens nothing (docs/decisions/0011-shared-trees.md).
package struct Trees: Sendable {
    /// Format, identity and schema; few entries, keyed by text.
    package let catalogue: RawTree
    /// Clusters by type and number.
    package let clusters: RawTree
    /// Long text and data by type, object and column.
    package let values: RawTree
    /// Unique keys that are not integers, to object keys.
    package let keys: RawTree
    /// Index entries: type, column and value to object keys.
    package let index: RawTree
    /// Who links to an object.
    package let inverse: RawTree
    /// One record for each commit, and the state after the last one.
    package let log: RawTree
    /// The elements of lists, sets and maps by type, column and object.
    package let (lists, sets, maps): (RawTree, RawTree, RawTree)
    /// The words of columns with a full-text index.
    package let words: RawTree

    /// The names of the trees in the file and how they are ordered, in the order of the initialiser.
    package static let specifications: [(name: String, order: Order)] = [
        ("catalogue", .plain), ("clusters", .plain), ("values", .plain), ("keys", .plain),
        ("index", .integerDuplicates),
        ("inverse", .fixedDuplicates), ("log", .plain), ("lists", .plain), ("sets", .plain), ("maps", .plain),
        ("words", .plain),
    ]

    /// What a tree keeps under one key.
    package enum Order: Sendable {
        /// One value.
        case plain
        /// Sorted 8-byte integers in the order of the machine.
        case integerDuplicates
        /// Sorted byte strings of one length.
        case fixedDuplicates
    }

    /// Names the handles, given in the order of `specifications`.
    package init(_ handles: [RawTree]) {
        catalogue = handles[0]
        clusters = handles[1]
        values = handles[2]
        keys = handles[3]
        index = handles[4]
        inverse = handles[5]
        log = handles[6]
        (lists, sets, maps) = (handles[7], handles[8], handles[9])
        words = handles[10]
    }

    /// All handles, in the order of `specifications`.
    package var all: [RawTree] {
        [catalogue, clusters, values, keys, index, inverse, log, lists, sets, maps, words]
    }

    /// The name of a tree for error messages.
    package func name(of tree: RawTree) -> String {
        let handles = all
        return handles.firstIndex(of: tree).map { Self.specifications[$0].name } ?? "unknown"
    }
}
