internal import CTarnKernels

/// The different words of many texts, each with a number from zero on.
@safe
final class WordTable {
    @exclusivity(unchecked) private var heap: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var heapCapacity = 1 << 12
    /// Where each word begins in the heap; one more than there are words.
    @exclusivity(unchecked) private var starts: [Int] = [0]
    /// For each place the number of a word plus one, and the upper half of its hash; a power of two of them.
    @exclusivity(unchecked) private var slots: [UInt64] = Array(repeating: 0, count: 1 << 8)

    // Safety: owned by this object and freed in deinit.
    init() { unsafe heap = .allocate(capacity: heapCapacity) }

    // Safety: see init.
    deinit { unsafe heap.deallocate() }

    /// How many different words there are.
    var count: Int { unsafe starts.count - 1 }

    /// The memory taken.
    var byteCount: Int { unsafe heapCapacity + starts.count * 8 + slots.count * 8 }

    // Safety: `word` is read inside its bounds.
    /// The number of a word, which is entered when it is new.
    func number(_ word: UnsafeRawBufferPointer) -> UInt32 {
        let hash = unsafe Self.hash(word)
        var place = unsafe Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while true {
            let slot = unsafe slots[place]
            if slot == 0 { break }
            if slot >> 32 == hash >> 32, unsafe isWord(Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1, word) {
                return UInt32(truncatingIfNeeded: slot) - 1
            }
            place = unsafe (place + 1) & (slots.count - 1)
        }
        let number = UInt32(count)
        unsafe enter(word)
        unsafe slots[place] = (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
        if unsafe count * 2 > slots.count { grow() }
        return number
    }

    // Safety: reads inside the bounds of the word.
    private static func hash(_ word: UnsafeRawBufferPointer) -> UInt64 {
        guard let start = unsafe word.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        return unsafe tarn_hash(start, word.count, 3)
    }

    // Safety: the number is that of a word.
    private func isWord(_ number: Int, _ word: UnsafeRawBufferPointer) -> Bool {
        let known = unsafe bytes(UInt32(number))
        guard known.count == word.count, let a = known.baseAddress, let b = word.baseAddress else { return false }
        return unsafe memcmp(a, b, word.count) == 0
    }

    // Safety: the heap is grown before it is written.
    private func enter(_ word: UnsafeRawBufferPointer) {
        let start = unsafe starts[count]
        if unsafe start + word.count > heapCapacity {
            let larger = unsafe UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * heapCapacity + word.count)
            unsafe larger.moveInitialize(from: heap, count: start)
            unsafe heap.deallocate()
            unsafe heap = larger
            unsafe heapCapacity = 2 * heapCapacity + word.count
        }
        unsafe UnsafeMutableRawBufferPointer(start: heap + start, count: word.count).copyMemory(from: word)
        unsafe starts.append(start + word.count)
    }

    // Safety: reads the bytes of words that were entered.
    private func grow() {
        unsafe slots = Array(repeating: 0, count: slots.count * 2)
        for number in 0..<count {
            let hash = unsafe Self.hash(bytes(UInt32(number)))
            var place = unsafe Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while unsafe slots[place] != 0 { place = unsafe (place + 1) & (slots.count - 1) }
            unsafe slots[place] = (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
        }
    }

    // Safety: valid until another word is entered.
    /// The bytes of a word.
    func bytes(_ number: UInt32) -> UnsafeRawBufferPointer {
        let start = unsafe starts[Int(number)]
        return unsafe UnsafeRawBufferPointer(start: heap + start, count: starts[Int(number) + 1] - start)
    }

    // Safety: nothing is entered while the words are compared.
    /// The numbers of all words, in the order of their bytes.
    func ordered() -> [UInt32] {
        // Eight bytes decide about most pairs without a look at the words.
        let heads = (0..<UInt32(count)).map { number in
            var head: UInt64 = 0
            let word = unsafe bytes(number)
            for place in 0..<8 { head = head << 8 | (place < word.count ? unsafe UInt64(word[place]) : 0) }
            return (head, number)
        }
        return heads.sorted { a, b in
            if a.0 != b.0 { return a.0 < b.0 }
            return unsafe bytes(a.1).lexicographicallyPrecedes(bytes(b.1))
        }.map(\.1)
    }
}
