/// A node of a collection's tree in memory: the elements of a leaf, or the children of an inner node with the number
/// of elements below each.
final class CollectionNode {
    /// Where the node lies among the nodes of its collection; the root is 0.
    let number: UInt32
    /// 0 for a leaf.
    var height: Int
    /// Which commit wrote the node last, in its lower 32 bits.
    var stamp: UInt32
    var isDirty = false
    var elements: CollectionElements
    var children: [Child] = []
    /// For each child how many elements are below it.
    var counts: [Int] = []
    /// For each child but the first, in trees that are searched by bytes: no key below it comes before these bytes, and
    /// every key below the child before it does.
    var separators: [[UInt8]] = []

    /// What an inner node knows about a child.
    struct Child {
        let number: UInt32
        /// The stamp of the child: equal numbers and stamps in two snapshots are equal subtrees.
        var stamp: UInt32
        /// The child, once it has been read.
        var node: CollectionNode?
    }

    init(number: UInt32, height: Int, stride: Int, stamp: UInt32 = 0) {
        self.number = number
        self.height = height
        self.stamp = stamp
        elements = CollectionElements(stride: stride)
    }

    /// How many elements the node and everything below it have.
    var total: Int { height == 0 ? elements.count : counts.reduce(0, +) }
    /// How many elements or children the node has itself.
    var entryCount: Int { height == 0 ? elements.count : children.count }

    /// The bytes that the entries take in the file, nearly.
    var byteCount: Int {
        if height == 0 { return elements.byteCount }
        return children.count * CollectionFormat.childByteCount + separators.reduce(0) { $0 + $1.count + 2 }
    }

    /// The child that holds the element at an index, which becomes the index within it. An index at the end of a child
    /// is that child's when something is to be put there.
    func place(of index: inout Int, total: Int, isInsertion: Bool) -> Int {
        let slack = isInsertion ? 1 : 0
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

    /// The child in which a key is, or would be.
    func place(ofKey key: [UInt8]) -> Int {
        var (low, high) = (1, separators.count)
        while low < high {
            let middle = (low + high) / 2
            if key.precedes(separators[middle]) { high = middle } else { low = middle + 1 }
        }
        return low - 1
    }

    /// Takes a child that is empty, or whose elements have gone to its neighbour, out.
    func removeChild(_ place: Int) {
        children.remove(at: place)
        counts.remove(at: place)
        if !separators.isEmpty { separators.remove(at: place) }
    }

    /// Puts nodes behind a child.
    func insert(_ pieces: [CollectionNode], after place: Int, separators new: [[UInt8]]) {
        children.insert(contentsOf: pieces.map { Child(number: $0.number, stamp: 0, node: $0) }, at: place + 1)
        counts.insert(contentsOf: pieces.map(\.total), at: place + 1)
        if !separators.isEmpty { separators.insert(contentsOf: new, at: place + 1) }
    }
}

extension Array where Element == UInt8 {
    // Safety: reads inside of both arrays.
    /// Whether these bytes come before others.
    func precedes(_ other: [UInt8]) -> Bool {
        unsafe withUnsafeBytes { mine in unsafe other.withUnsafeBytes { unsafe mine.order($0) < 0 } }
    }
}
