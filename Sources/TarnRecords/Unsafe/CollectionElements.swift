/// The elements of a leaf, or of what is put into one, in the form of their collection.
struct CollectionElements {
    /// The bytes of one element; 0 when `ends` tells them.
    let stride: Int
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []
    /// Where each element ends in `bytes`; empty where all have one width.
    private(set) var ends: [UInt32] = []

    init(stride: Int) { self.stride = stride }

    /// Elements read from a node.
    init(stride: Int, count: Int, bytes: [UInt8], ends: [UInt32]) {
        self.stride = stride
        self.count = count
        self.bytes = bytes
        self.ends = ends
    }

    /// The bytes that the elements take in a node.
    var byteCount: Int { bytes.count + ends.count * 2 }

    /// Where an element begins in `bytes`; for `count` where the last one ends.
    @inline(__always)
    func start(_ place: Int) -> Int {
        if stride != 0 { return place &* stride }
        return place == 0 ? 0 : Int(ends[place - 1])
    }

    /// Puts other elements in the place of some.
    mutating func replace(_ range: Range<Int>, with other: CollectionElements) {
        let (low, high) = (start(range.lowerBound), start(range.upperBound))
        if low == bytes.count {
            bytes.append(contentsOf: other.bytes)
        } else {
            bytes.replaceSubrange(low..<high, with: other.bytes)
        }
        count += other.count - range.count
        if stride != 0 { return }
        let shift = other.bytes.count - (high - low)
        ends.replaceSubrange(range, with: other.ends.lazy.map { $0 + UInt32(low) })
        if shift == 0 { return }
        for place in range.lowerBound + other.count..<ends.count { ends[place] = UInt32(Int(ends[place]) + shift) }
    }

    // Safety: the number has eight bytes, of which the stride takes the first.
    /// Puts the first bytes of a number, as many as an element has, before a place.
    mutating func insert(_ number: UInt64, at place: Int) {
        unsafe withUnsafeBytes(of: number) { number in
            let element = unsafe UnsafeRawBufferPointer(rebasing: number[..<stride])
            if place == count {
                unsafe bytes.append(contentsOf: element)
            } else {
                unsafe bytes.insert(contentsOf: element, at: place &* stride)
            }
        }
        count += 1
    }

    /// A copy of the elements that the body accepts.
    func filter(_ isKept: (Int) -> Bool) -> CollectionElements {
        var kept = CollectionElements(stride: stride)
        for place in 0..<count where isKept(place) {
            let element = bytes[start(place)..<start(place + 1)]
            kept.append { $0.append(contentsOf: element) }
        }
        return kept
    }

    /// A copy of some elements.
    func slice(_ range: Range<Int>) -> CollectionElements {
        let (low, high) = (start(range.lowerBound), start(range.upperBound))
        return CollectionElements(
            stride: stride, count: range.count, bytes: Array(bytes[low..<high]),
            ends: stride != 0 ? [] : ends[range].map { $0 - UInt32(low) })
    }

    /// Appends an element.
    mutating func append(_ fill: (inout [UInt8]) -> Void) {
        fill(&bytes)
        count += 1
        if stride == 0 { ends.append(UInt32(bytes.count)) }
    }

    // Safety: the view does not leave the body; bounds were given by this value.
    /// Lends the elements for reading.
    @inline(__always)
    func withView<R, Failure: Error>(
        _ form: CollectionForm, _ body: (CollectionView) throws(Failure) -> R
    ) throws(Failure) -> R {
        try unsafe bytes.withBytes { (heap) throws(Failure) in
            try unsafe ends.withBytes { (ends) throws(Failure) in
                try body(unsafe CollectionView(form: form, count: count, heap: heap, ends: ends, endWidth: 4))
            }
        }
    }
}
