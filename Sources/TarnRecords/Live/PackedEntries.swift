/// The key of an object in an order, as bytes that compare like the values they were made of, and the object.
package struct OrderedEntry: Sendable, Equatable {
    /// What decides first: bytes, then length.
    package var key: [UInt8]
    /// What decides between equal keys.
    package var object: UInt64

    package init(key: [UInt8], object: UInt64) {
        self.key = key
        self.object = object
    }
}

/// Entries packed side by side: 8 bytes for the object, one `End` and the bytes of the key.
///
/// `End` is wide in a batch, which holds any number of bytes, and narrow in a leaf, which holds few.
package struct PackedEntries<End: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable, Equatable {
    package private(set) var objects: [UInt64] = []
    /// Where the key of each entry ends in `heap`.
    private(set) var ends: [End] = []
    var heap: [UInt8] = []

    package init() {}

    /// How many entries there are.
    package var count: Int { objects.count }

    /// Where the key of an entry lies in the heap.
    func bytes(_ place: Int) -> Range<Int> { start(place)..<Int(ends[place]) }
    private func start(_ place: Int) -> Int { place == 0 ? 0 : Int(ends[place - 1]) }

    /// A copy of the key of an entry.
    package func key(_ place: Int) -> [UInt8] { Array(heap[bytes(place)]) }

    package func entry(at place: Int) -> OrderedEntry { OrderedEntry(key: key(place), object: objects[place]) }

    /// Adds an entry at the end. No entry may be there twice.
    package mutating func append(_ key: [UInt8], _ object: UInt64) {
        heap += key
        finish(object)
    }

    /// Adds bytes to the key of the entry that is being made.
    mutating func write(_ byte: UInt8) { heap.append(byte) }

    /// Adds bytes as they are.
    mutating func write(bytes: some Collection<UInt8>) { heap.append(contentsOf: bytes) }

    /// Inverts what the key that is being made has from a place of the heap on.
    mutating func invert(from start: Int) {
        for place in start..<heap.count { heap[place] = ~heap[place] }
    }

    /// Ends the key that is being made.
    mutating func finish(_ object: UInt64) {
        objects.append(object)
        ends.append(End(truncatingIfNeeded: heap.count))
    }

    /// Makes room for entries to come.
    package mutating func reserve(_ count: Int, bytes: Int) {
        objects.reserveCapacity(objects.count + count)
        ends.reserveCapacity(ends.count + count)
        heap.reserveCapacity(heap.count + bytes)
    }

    /// Adds some entries of another pack.
    mutating func append<Other>(_ other: PackedEntries<Other>, _ range: Range<Int>) {
        if range.isEmpty { return }
        let start = other.start(range.lowerBound)
        let shift = heap.count - start
        objects.append(contentsOf: other.objects[range])
        heap.append(contentsOf: other.heap[start..<Int(other.ends[range.upperBound - 1])])
        if range.count == 1 { return ends.append(End(truncatingIfNeeded: heap.count)) }
        let first = ends.count
        ends.append(contentsOf: repeatElement(0, count: range.count))
        var own = ends.mutableSpan
        let others = other.ends.span.extracting(range)
        for place in others.indices { own[first + place] = End(truncatingIfNeeded: Int(others[place]) &+ shift) }
    }

    /// How many bytes the keys of some entries have.
    func keyBytes(_ range: Range<Int>) -> Int {
        range.isEmpty ? 0 : Int(ends[range.upperBound - 1]) - start(range.lowerBound)
    }

    /// How an entry lies to another: negative when it comes before, zero when they are the same.
    func compare(_ place: Int, _ key: borrowing Span<UInt8>, _ object: UInt64) -> Int {
        let order = compareBytes(heap.span.extracting(bytes(place)), key)
        if order != 0 { return order }
        return objects[place] < object ? -1 : objects[place] == object ? 0 : 1
    }

    /// How an entry lies to one of another pack.
    func compare<Other>(_ place: Int, _ other: PackedEntries<Other>, _ otherPlace: Int) -> Int {
        compare(place, other.heap.span.extracting(other.bytes(otherPlace)), other.objects[otherPlace])
    }

    /// The first of some entries that does not come before one of another pack.
    func first<Other>(notBefore other: PackedEntries<Other>, _ otherPlace: Int, in range: Range<Int>) -> Int {
        first(notBefore: other.heap.span.extracting(other.bytes(otherPlace)), other.objects[otherPlace], in: range)
    }

    /// The first of some entries that does not come before another.
    func first(notBefore key: borrowing Span<UInt8>, _ object: UInt64, in range: Range<Int>) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if compare(middle, key, object) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The memory taken.
    var byteCount: Int { allocatedBytes(objects) + allocatedBytes(ends) + allocatedBytes(heap) }

    /// Puts an entry at a place.
    mutating func insert(_ entry: OrderedEntry, at place: Int) {
        makeRoom(entry.key.count)
        objects.insert(entry.object, at: place)
        let start = start(place)
        heap.insert(contentsOf: entry.key, at: start)
        ends.insert(End(truncatingIfNeeded: start), at: place)
        moveEnds(from: place, by: entry.key.count)
    }

    /// Takes out the entry at a place.
    mutating func remove(at place: Int) {
        let range = bytes(place)
        objects.remove(at: place)
        heap.removeSubrange(range)
        ends.remove(at: place)
        moveEnds(from: place, by: -range.count)
    }

    private mutating func moveEnds(from place: Int, by bytes: Int) {
        let more = End(truncatingIfNeeded: bytes)
        var ends = ends.mutableSpan
        for later in place..<ends.count { ends[later] &+= more }
    }

    /// Arrays double by themselves; a quarter more is enough here and leaves less memory unused.
    private mutating func makeRoom(_ bytes: Int) {
        if objects.count == objects.capacity {
            let more = objects.count + objects.count / 4 + 4
            objects.reserveCapacity(more)
            ends.reserveCapacity(more)
        }
        if heap.count + bytes > heap.capacity { heap.reserveCapacity(heap.count + heap.count / 4 + bytes) }
    }
}

/// How bytes lie to others, a beginning being smaller than the whole: negative when they come before.
func compareBytes(_ a: borrowing Span<UInt8>, _ b: borrowing Span<UInt8>) -> Int {
    for place in 0..<min(a.count, b.count) where a[place] != b[place] { return a[place] < b[place] ? -1 : 1 }
    return a.count - b.count
}
