/// The entries that lie side by side in one leaf of a counted tree: a short ordered set.
///
/// The tree is generic over it, and used inside this module only, so that the compiler makes a version for each kind.
protocol CountedLeaf {
    /// What the set holds, and what the nodes above compare.
    associatedtype Entry
    /// Many entries in order, from which leaves are made.
    associatedtype Batch: CountedBatch where Batch.Entry == Entry

    /// An empty leaf.
    init()
    /// How many objects there are.
    var count: Int { get }
    /// How much memory the entries need; a leaf with more than ``CountedTreeLimits/load`` is split.
    var load: Int { get }
    /// How much memory the leaf has taken.
    var byteCount: Int { get }
    /// Whether there is anything to split between.
    var canSplit: Bool { get }
    /// An entry that no entry of this leaf precedes and that comes after all that may lie in the leaves before.
    var lowerBound: Entry { get }

    /// Whether one entry comes before another.
    static func precedes(_ a: Entry, _ b: Entry) -> Bool
    /// The memory that a copy of an entry takes beyond its own size.
    static func byteCount(of entry: Entry) -> Int

    /// How many entries come before one, and whether it is there itself.
    func rank(of entry: Entry) -> (index: Int, isPresent: Bool)
    /// The object of the n-th entry.
    func object(at index: Int) -> UInt64
    /// The n-th entry.
    func entry(at index: Int) -> Entry
    /// Appends the objects of some entries.
    func append(_ range: Range<Int>, to objects: inout [UInt64])

    /// Appends for each of some entries how many come before it, counted from `before`.
    func appendRanks(of batch: Batch, _ range: Range<Int>, before: Int, to ranks: inout [Int])

    /// Puts an entry into its place; false when it was there.
    mutating func insert(_ entry: Entry) -> Bool
    /// Takes an entry out; false when it was not there.
    mutating func remove(_ entry: Entry) -> Bool
    /// Adds the entries of the leaf behind this one.
    mutating func append(_ later: Self)
    /// Moves the upper half into a new leaf.
    mutating func splitOff() -> Self

    /// Takes out and puts in so few entries that making a new leaf would cost more; false when there are too many.
    mutating func change(
        removing removals: Batch, _ removed: Range<Int>, adding additions: Batch, _ added: Range<Int>
    ) -> Bool
    /// The leaves that hold the entries of this leaf without some and with others.
    func merged(
        removing removals: Batch, _ removed: Range<Int>, adding additions: Batch, _ added: Range<Int>
    ) -> [Self]
}

/// Many entries in order.
protocol CountedBatch {
    associatedtype Entry
    /// The places that can be told apart: each holds one entry, or several that lie close together.
    var placeCount: Int { get }
    /// The first of some places whose entries do not come before an entry.
    func firstPlace(notBefore entry: Entry, in range: Range<Int>) -> Int
}

/// The sizes of a counted tree, chosen so that a change moves little memory and the overhead of a leaf stays small.
enum CountedTreeLimits {
    /// Bytes of a leaf.
    static let load = 4096
    /// Children of a node.
    static let fanOut = 64
    /// A leaf or node that has become smaller is joined with its neighbour.
    static let smallLoad = load / 4
    static let smallFanOut = fanOut / 4
    /// So many changes to one leaf, or to a tree, are made one by one; more are merged.
    static let fewChanges = 8
}

/// What an array has taken from the allocator: its elements' room and its header.
func allocatedBytes<Element>(_ array: [Element]) -> Int {
    array.capacity == 0 ? 0 : 32 + array.capacity * MemoryLayout<Element>.stride
}
