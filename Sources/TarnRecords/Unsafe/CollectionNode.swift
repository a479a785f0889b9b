/// A node of a collection's tree in memory: the elements of a leaf, or the children of an inner node with the number
/// of elements below each.
final class CollectionNode {
    /// Where the node lies among the nodes of its collection; the root is 0.
    let number: UInt32
    /// 0 for a leaf.
    @exclusivity(unchecked) var height: Int
    /// Which commit wrote the node last, in its lower 32 bits.
    @exclusivity(unchecked) var stamp: UInt32
    @exclusivity(unchecked) var isDirty = false
    @exclusivity(unchecked) var elements: CollectionElements
    @exclusivity(unchecked) var children: [Child] = []
    /// For each child how many elements are below it.
    @exclusivity(unchecked) var counts: [Int] = []
    /// For each child but the first, in trees that are searched by bytes: no key below it comes before these bytes, and
    /// every key below the child before it does.
    @exclusivity(unchecked) var separators: [[UInt8]] = []

    /// What an inner node knows about a child.
    struct Child {
        let number: UInt32
        /// The stamp of the child: equal numbers and stamps in two snapshots are equal subtrees.
        var stamp: UInt32
        /// The child, once it has been read.
        var node: CollectionNode?
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    init(number: UInt32, height: Int, stride: Int, stamp: UInt32 = 0) {
        self.number = number
        unsafe self.height = height
        unsafe self.stamp = stamp
        unsafe elements = CollectionElements(stride: stride)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// How many elements a leaf has.
    var elementCount: Int { unsafe elements.count }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Appends the elements of a leaf to others.
    func append(to all: inout CollectionElements) { unsafe all.replace(all.count..<all.count, with: elements) }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// A copy of some elements of a leaf.
    func slice(_ range: Range<Int>) -> CollectionElements { unsafe elements.slice(range) }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Lends the elements of a leaf for reading.
    func withElements<R, Failure: Error>(
        _ form: CollectionForm, _ body: (CollectionView) throws(Failure) -> R
    ) throws(Failure) -> R {
        unsafe try elements.withView(form, body)
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// How many elements the node and everything below it have.
    var total: Int { unsafe height == 0 ? elements.count : counts.reduce(0, +) }
    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// How many elements or children the node has itself.
    var entryCount: Int { unsafe height == 0 ? elements.count : children.count }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The bytes that the entries take in the file, nearly.
    var byteCount: Int {
        if unsafe height == 0 { return unsafe elements.byteCount }
        return unsafe children.count * CollectionFormat.childByteCount + separators.reduce(0) { $0 + $1.count + 2 }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The child that holds the element at an index, which becomes the index within it. An index at the end of a child
    /// is that child's when something is to be put there.
    func place(of index: inout Int, total: Int, isInsertion: Bool) -> Int {
        let slack = isInsertion ? 1 : 0
        let counts = unsafe counts
        if index &* 2 < total {
            var place = 0
            while place < counts.count - 1 && index >= counts[place] + slack {
                index -= counts[place]
                place += 1
            }
            return place
        }
        var before = total
        var place = counts.count
        repeat {
            place -= 1
            before -= counts[place]
        } while place > 0 && index < before + slack
        index -= before
        return place
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The child in which a key is, or would be.
    func place(ofKey key: [UInt8]) -> Int {
        var (low, high) = unsafe (1, separators.count)
        while low < high {
            let middle = (low + high) / 2
            if unsafe key.precedes(separators[middle]) { high = middle } else { low = middle + 1 }
        }
        return low - 1
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// How many elements are below the children before one.
    func countBefore(_ place: Int) -> Int {
        var before = 0
        let counts = unsafe counts
        for place in 0..<place { before += counts[place] }
        return before
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes a child that is empty, or whose elements have gone to its neighbour, out.
    func removeChild(_ place: Int) {
        unsafe children.remove(at: place)
        unsafe counts.remove(at: place)
        if unsafe !separators.isEmpty { unsafe separators.remove(at: place) }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Puts nodes behind a child.
    func insert(_ pieces: [CollectionNode], after place: Int, separators new: [[UInt8]]) {
        unsafe children.insert(contentsOf: pieces.map { Child(number: $0.number, stamp: 0, node: $0) }, at: place + 1)
        unsafe counts.insert(contentsOf: pieces.map(\.total), at: place + 1)
        if unsafe !separators.isEmpty { unsafe separators.insert(contentsOf: new, at: place + 1) }
    }
}

extension Array where Element == UInt8 {
    // Safety: reads inside of both arrays.
    /// Whether these bytes come before others.
    func precedes(_ other: [UInt8]) -> Bool {
        unsafe withUnsafeBytes { mine in unsafe other.withUnsafeBytes { unsafe mine.order($0) < 0 } }
    }
}
