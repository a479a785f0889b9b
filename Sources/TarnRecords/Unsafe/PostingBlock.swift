internal import CTarnKernels

/// The stored form of some postings of one word; the raw key of the first object is in the key of the block.
///
///     0   UInt32  checksum of what follows
///     4   UInt16  number of postings
///     6   UInt16  bytes of the objects
///     8   objects but the first, as varint differences of their raw keys
///         lengths of the texts, a byte each
///         frequencies, varints
///         positions of one posting after the other, varint differences
@safe
struct PostingBlock {
    /// What a block may take beside its key, so that two of them fit into a page. One posting may take more.
    static let limit = 2000
    static let headerCount = 8

    let count: Int
    private let first: UInt64
    private let bytes: UnsafeRawBufferPointer
    /// Where the lengths begin.
    private let lengths: Int

    /// The bytes do not follow the format.
    struct Malformed: Error {}

    // Safety: the lengths are compared before anything is read.
    /// Looks at the header of stored bytes, which the caller keeps alive.
    init(_ bytes: UnsafeRawBufferPointer, first: UInt64) throws(Malformed) {
        guard bytes.count >= Self.headerCount else { throw Malformed() }
        count = unsafe Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)))
        lengths =
            unsafe Self.headerCount
            + Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self)))
        guard count > 0, lengths + 2 * count <= bytes.count else { throw Malformed() }
        self.first = first
        unsafe self.bytes = bytes
    }

    // Safety: the header was looked at.
    /// Whether the bytes match their checksum.
    var hasValidChecksum: Bool {
        unsafe UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) == Self.checksum(bytes)
    }

    // Safety: there are at least the bytes of the header.
    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        return unsafe UInt32(truncatingIfNeeded: tarn_hash(start + 4, bytes.count - 4, 4))
    }

    // Safety: `at` is compared with `end` before each byte is read, and `end` is inside the bytes.
    @inline(__always)
    private func varint(_ at: inout Int, _ end: Int) throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while at < end && shift < 64 {
            let byte = unsafe bytes[at]
            at &+= 1
            number |= UInt64(byte & 127) << shift
            if byte < 128 { return number }
            shift &+= 7
        }
        throw Malformed()
    }

    /// Puts the raw keys of the objects in place of what is in the array.
    func objects(into objects: inout [UInt64]) throws(Malformed) {
        objects.removeAll(keepingCapacity: true)
        objects.append(first)
        var object = first
        var at = Self.headerCount
        for _ in 1..<count {
            let difference = try varint(&at, lengths)
            let (next, overflow) = object.addingReportingOverflow(difference)
            guard difference > 0, !overflow else { throw Malformed() }
            object = next
            objects.append(object)
        }
        guard at == lengths else { throw Malformed() }
    }

    // Safety: `init` has seen that the lengths are there.
    /// The length of the text of the n-th posting.
    func length(_ place: Int) -> UInt8 { unsafe bytes[lengths + place] }

    // Safety: reads within the bytes.
    /// Puts the frequencies in place of what is in the array; answers where the positions begin.
    @discardableResult
    func frequencies(into frequencies: inout [UInt32]) throws(Malformed) -> Int {
        frequencies.removeAll(keepingCapacity: true)
        var at = lengths + count
        for _ in 0..<count {
            let number = unsafe try varint(&at, bytes.count)
            // A position takes a byte.
            guard number > 0, unsafe number <= UInt64(bytes.count) else { throw Malformed() }
            frequencies.append(UInt32(truncatingIfNeeded: number))
        }
        return at
    }

    // Safety: as above.
    /// Puts where the positions of each posting begin, and where the last ones end, in place of what is in the array.
    func places(_ start: Int, _ frequencies: [UInt32], into places: inout [Int]) throws(Malformed) {
        places.removeAll(keepingCapacity: true)
        var at = start
        for frequency in frequencies {
            places.append(at)
            for _ in 0..<frequency { _ = unsafe try varint(&at, bytes.count) }
        }
        places.append(at)
        guard unsafe at == bytes.count else { throw Malformed() }
    }

    /// Puts the positions between two places in place of what is in the array.
    func positions(_ place: Range<Int>, into positions: inout [UInt32]) throws(Malformed) {
        positions.removeAll(keepingCapacity: true)
        var at = place.lowerBound
        var position: UInt32 = 0
        while at < place.upperBound {
            position &+= UInt32(truncatingIfNeeded: try varint(&at, place.upperBound))
            positions.append(position)
        }
    }

    // Safety: the places lie inside the bytes; they are copied.
    /// All postings, to be edited.
    func batch() throws(Malformed) -> PostingBatch {
        var objects: [UInt64] = []
        var frequencies: [UInt32] = []
        var places: [Int] = []
        try self.objects(into: &objects)
        let start = try self.frequencies(into: &frequencies)
        try self.places(start, frequencies, into: &places)
        var batch = PostingBatch()
        unsafe batch.heap = Array(bytes[start...])
        batch.postings = objects.indices.map { index in
            Posting(
                object: objects[index], length: length(index), isRemoval: false, frequency: frequencies[index],
                positions: places[index] - start..<places[index + 1] - start)
        }
        return batch
    }

    // Safety: the checksum is put into bytes that are there.
    /// The stored form of some postings of a batch.
    static func encoded(_ batch: PostingBatch, _ range: Range<Int>) -> [UInt8] {
        let postings = batch.postings[range]
        var objects = PostingBatch()
        for (one, next) in zip(postings, postings.dropFirst()) { objects.append(wide: next.object - one.object) }
        var bytes = [UInt8](repeating: 0, count: headerCount)
        bytes.reserveCapacity(limit)
        bytes += objects.heap
        for posting in postings { bytes.append(posting.length) }
        var frequencies = PostingBatch()
        for posting in postings { frequencies.append(varint: posting.frequency) }
        bytes += frequencies.heap
        for posting in postings { bytes += batch.heap[posting.positions] }
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: UInt16(postings.count).littleEndian, toByteOffset: 4, as: UInt16.self)
            unsafe bytes.storeBytes(of: UInt16(objects.heap.count).littleEndian, toByteOffset: 6, as: UInt16.self)
            let sum = unsafe checksum(UnsafeRawBufferPointer(bytes))
            unsafe bytes.storeBytes(of: sum.littleEndian, as: UInt32.self)
        }
        return bytes
    }
}

extension PostingBatch {
    /// Adds a number of 64 bits to the heap.
    fileprivate mutating func append(wide number: UInt64) {
        var rest = number
        while rest > 127 {
            heap.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        heap.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The postings in ranges of which each fits into a block.
    /// - Parameters:
    ///   - limit: The bytes that a block may take.
    ///   - isAppending: Whether what comes next will come at the end: blocks are filled then, otherwise made alike.
    func blocks(limit: Int, isAppending: Bool) -> [Range<Int>] {
        var sizes: [Int] = []
        sizes.reserveCapacity(postings.count)
        var last: UInt64?
        for posting in postings {
            let difference = last.map { posting.object - $0 } ?? 0
            last = posting.object
            let bits = 64 - (difference | 1).leadingZeroBitCount
            sizes.append((bits + 6) / 7 + 1 + (posting.frequency < 128 ? 1 : 5) + posting.positions.count)
        }
        var total = sizes.reduce(0, +)
        let room = limit - PostingBlock.headerCount
        if total <= room { return postings.isEmpty ? [] : [0..<postings.count] }
        let share = isAppending ? room : min(room, total / ((total + room - 1) / room) + 16)
        var blocks: [Range<Int>] = []
        var start = 0
        total = 0
        for (place, size) in sizes.enumerated() {
            if total + size > share && place > start {
                blocks.append(start..<place)
                start = place
                total = 0
            }
            total += size
        }
        blocks.append(start..<postings.count)
        return blocks
    }
}
