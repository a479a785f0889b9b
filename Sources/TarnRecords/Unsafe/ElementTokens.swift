/// Numbers that are equal exactly when elements are.
struct ElementTokens {
    /// The numbers of elements that are longer than a number.
    private var known: [[UInt8]: UInt64] = [:]

    // Safety: the place lies within the bytes; of eight bytes at most the element's are kept.
    /// The numbers of some elements.
    mutating func tokens(of elements: CollectionElements) -> [UInt64] {
        var tokens: [UInt64] = []
        tokens.reserveCapacity(elements.count)
        if (1...8).contains(elements.stride) {
            unsafe elements.bytes.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: elements.stride) {
                    var token: UInt64 = 0
                    unsafe withUnsafeMutableBytes(of: &token) {
                        unsafe $0.copyMemory(
                            from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + elements.stride]))
                    }
                    tokens.append(token)
                }
            }
            return tokens
        }
        for place in 0..<elements.count {
            let bytes = Array(elements.bytes[elements.start(place)..<elements.start(place + 1)])
            let next = UInt64(known.count)
            let token = known[bytes] ?? next
            if token == next { known[bytes] = token }
            tokens.append(token)
        }
        return tokens
    }
}

extension CollectionView {
    // Safety: keys lie within both nodes.
    /// How the key of an element stands to one of another node; nil when bytes make no key.
    func keyOrder(_ place: Int, _ other: CollectionView, _ otherPlace: Int) -> Int? {
        guard let mine = unsafe key(place), let others = unsafe other.key(otherPlace) else { return nil }
        return unsafe mine.order(others)
    }

    // Safety: as above.
    /// Whether two elements, or entries, are the same.
    func hasSameBytes(_ place: Int, _ other: CollectionView, _ otherPlace: Int) -> Bool {
        guard let mine = unsafe bytes(place), let others = unsafe other.bytes(otherPlace) else { return false }
        return unsafe mine.isEqual(to: others)
    }
}
