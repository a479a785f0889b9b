internal import CTarnKernels

/// The bytes of a node of a collection's tree, one value of `lists`, `sets` or `maps`.
///
///     0   UInt8    format of the node, 1
///     1   UInt8    height: 0 for a leaf, else one more than its children's
///     2   UInt8    flags; bit 0: ends are UInt32, else UInt16
///     3   1 byte   zero
///     4   UInt32   checksum of everything but these four bytes, and of the key
///     8   UInt32   stamp: the version of the commit that wrote it, its lower 32 bits
///     12  UInt32   number of elements, or of children
///     16  UInt32   in the root the number that the next node gets, else zero
///     20           a leaf with elements of one width: the elements
///                  another leaf: the end of each element, then their bytes
///                  an inner node: for each child its number (UInt32), its stamp (UInt32) and the number of elements
///                  below it (UInt64); in sets and maps then the ends of the separators, and their bytes
enum CollectionFormat {
    static let version: UInt8 = 1
    static let headerByteCount = 20
    static let childByteCount = 16
    /// A node with more bytes is split, if it has more than one entry. With key and header it fills a page of LMDB.
    static let limit = 4080 - headerByteCount
    /// No tree is higher; more is damage.
    static let heightLimit = 32
    /// No node says that more is below it.
    static let countLimit = 1 << 48
    /// No inner node has more children: it is split long before. What all levels say together stays in an `Int` so.
    static let childLimit = 512

    // Safety: the caller passes a buffer of at least a header; the hash reads only inside it.
    /// The checksum that a node should carry; the seed stands for its key, so that a node in a wrong place is found.
    static func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt32 {
        guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        let head = unsafe tarn_hash(start, 4, seed)
        let hash = unsafe tarn_hash(start + 8, bytes.count - 8, head)
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }
}

/// A stored node whose header and size have been checked. Valid as long as the bytes under it.
@safe
struct StoredNode {
    let height: Int
    let stamp: UInt32
    /// Elements or children.
    let count: Int
    /// In the root: the number for the next node.
    let next: UInt32
    private let body: UnsafeRawBufferPointer
    private let ends: UnsafeRawBufferPointer
    private let heap: UnsafeRawBufferPointer
    private let endWidth: Int

    // Safety: every load is preceded by a comparison with the number of bytes.
    /// Checks the bytes of a node; nil when they make none.
    init?(_ bytes: UnsafeRawBufferPointer, _ form: CollectionForm) {
        let header = CollectionFormat.headerByteCount
        guard bytes.count >= header, unsafe bytes[0] == CollectionFormat.version, unsafe bytes[2] <= 1 else {
            return nil
        }
        height = unsafe Int(bytes[1])
        endWidth = unsafe bytes[2] == 0 ? 2 : 4
        stamp = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        count = unsafe Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        next = unsafe bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
        let isLeaf = height == 0
        let fixed = isLeaf ? count * form.stride : count * CollectionFormat.childByteCount
        let endBytes = (isLeaf ? form.stride == 0 : form.isOrdered) ? count * endWidth : 0
        let room = bytes.count - header - fixed - endBytes
        guard height <= CollectionFormat.heightLimit, room >= 0, endBytes > 0 || room == 0,
            isLeaf || count > 0 && count <= CollectionFormat.childLimit
        else { return nil }
        unsafe body = UnsafeRawBufferPointer(rebasing: bytes[header..<header + fixed])
        unsafe ends = UnsafeRawBufferPointer(rebasing: bytes[header + fixed..<header + fixed + endBytes])
        unsafe heap = UnsafeRawBufferPointer(rebasing: bytes[(header + fixed + endBytes)...])
    }

    // Safety: as the initialiser of the view asks.
    /// The elements of a leaf.
    func elements(_ form: CollectionForm) -> CollectionView {
        unsafe CollectionView(
            form: form, count: count, heap: form.stride == 0 ? heap : body, ends: ends, endWidth: endWidth)
    }

    // Safety: the place is below `count`.
    /// What the node says about a child.
    func child(_ place: Int) -> (number: UInt32, stamp: UInt32, count: Int) {
        precondition(place >= 0 && place < count, "a child below the count")
        let offset = place * CollectionFormat.childByteCount
        return unsafe (
            body.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
            body.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
            Int(min(body.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self), 1 << 48))
        )
    }

    // Safety: reads below `count`.
    /// How many elements are below a child.
    @inline(__always)
    private func countBelow(_ place: Int) -> Int {
        unsafe Int(
            min(
                body.loadUnaligned(fromByteOffset: place &* CollectionFormat.childByteCount &+ 8, as: UInt64.self),
                1 << 48))
    }

    /// How many elements the node and everything below it have, by the node.
    var total: Int { height == 0 ? count : (0..<count).reduce(0) { $0 + countBelow($1) } }

    /// The child that holds the element at an index, which becomes the index within it; nil when there is none.
    func place(of index: inout Int) -> Int? {
        for place in 0..<count {
            let below = countBelow(place)
            if index < below { return place }
            index -= below
        }
        return nil
    }

    // Safety: as `CollectionView.bytes`.
    /// The separators as elements of any length.
    private func separators(_ form: CollectionForm) -> CollectionView {
        unsafe CollectionView(form: .separators, count: count, heap: heap, ends: ends, endWidth: endWidth)
    }

    // Safety: as above.
    /// The child in which a key is, or would be, and how many elements come before it; nil when bytes make no key.
    func place(ofKey key: [UInt8], _ form: CollectionForm) -> (place: Int, before: Int)? {
        let separators = separators(form)
        var (low, high) = (1, count)
        while low < high {
            let middle = (low + high) / 2
            guard let other = unsafe separators.bytes(middle) else { return nil }
            let isBefore = unsafe key.withUnsafeBytes { unsafe $0.order(other) < 0 }
            if isBefore { high = middle } else { low = middle + 1 }
        }
        var before = 0
        for place in 0..<low - 1 { before += countBelow(place) }
        return (low - 1, before)
    }

    // Safety: the bytes are copied; ends are compared with each other and with the heap.
    /// A copy in memory; nil when ends do not fit.
    func node(_ number: UInt32, _ form: CollectionForm) -> CollectionNode? {
        let node = CollectionNode(number: number, height: height, stride: form.stride, stamp: stamp)
        if height == 0 {
            let ends = form.stride == 0 ? checkedEnds() : []
            guard let ends else { return nil }
            let content = unsafe Array(form.stride == 0 ? heap : body)
            unsafe node.elements = CollectionElements(stride: form.stride, count: count, bytes: content, ends: ends)
            return node
        }
        for place in 0..<count {
            let child = child(place)
            unsafe node.children.append(.init(number: child.number, stamp: child.stamp, node: nil))
            unsafe node.counts.append(child.count)
        }
        if form.isOrdered {
            guard checkedEnds() != nil else { return nil }
            let separators = separators(form)
            for place in 0..<count {
                unsafe node.separators.append(unsafe Array(separators.bytes(place) ?? .init(start: nil, count: 0)))
            }
        }
        return node
    }

    // Safety: reads `count` ends.
    /// The ends, which never decrease, the last of which is the end of the bytes.
    private func checkedEnds() -> [UInt32]? {
        var all: [UInt32] = []
        all.reserveCapacity(count)
        var last: UInt32 = 0
        for place in 0..<count {
            let end =
                unsafe endWidth == 2
                ? UInt32(ends.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self))
                : ends.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
            if end < last { return nil }
            all.append(end)
            last = end
        }
        return unsafe last == UInt32(clamping: heap.count) ? all : nil
    }
}

extension CollectionForm {
    /// The separators of an inner node, read like texts of any length.
    fileprivate static let separators = CollectionForm()

    private init() {
        collection = .set
        element = .data
        isOptional = false
        stride = 0
    }
}
