internal import CTarnKernels

/// Splits text into words: runs of letters, marks and digits, folded; see ``WordFolding``.
///
/// A character of a writing without blanks between words is a word by itself, with the marks that follow it.
@safe
final class WordSplitter {
    private let folding = WordFolding()
    @exclusivity(unchecked) private var word: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity = 512
    @exclusivity(unchecked) private var count = 0
    /// Longer words are cut here and get a hash of the whole word, so that they stay apart and fit into a key.
    static let cutCount = 384
    /// The greatest length of a word as `split` hands it out.
    static let maximumByteCount = cutCount + 16

    // Safety: owned by this object and freed in deinit.
    init() { unsafe word = .allocate(capacity: capacity) }

    // Safety: see init.
    deinit { unsafe word.deallocate() }

    // Safety: reads inside `text`; the bytes handed to `body` are valid during its call.
    /// Hands out the folded bytes of each word with where it stands in the text, and its number among the words.
    ///
    /// Bytes that are not UTF-8 separate words.
    /// - Returns: how many words there are.
    @discardableResult
    func split(
        _ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, _ place: Range<Int>, _ number: Int) -> Void
    ) -> Int {
        var (number, start, end, at) = (0, 0, 0, 0)
        var isIdeograph = false
        // Safety: hands out the first bytes of `word`.
        func finish() {
            isIdeograph = false
            if unsafe count == 0 { return }
            unsafe body(finished(), start..<end, number)
            number &+= 1
            unsafe count = 0
        }
        while at < text.count {
            let byte = unsafe text[at]
            if byte < 128 {
                // The bit is set in the digits of ASCII already.
                let small = byte | 0x20
                if small &- 97 < 26 || byte &- 48 < 10 {
                    if isIdeograph { finish() }
                    if unsafe count == 0 { start = at }
                    append(small)
                    end = at &+ 1
                } else {
                    finish()
                }
                at &+= 1
                continue
            }
            guard let (scalar, length) = unsafe Self.scalar(text, at) else {
                finish()
                at &+= 1
                continue
            }
            let (role, bytes) = folding.entry(scalar)
            if role == .separator || role == .ideograph || isIdeograph && role == .letter { finish() }
            if role != .separator && role != .ignored {
                if unsafe count == 0 { start = at }
                for place in bytes { append(folding.heap[place]) }
                end = at &+ length
                if role == .ideograph { isIdeograph = true }
            }
            at &+= length
        }
        finish()
        return number
    }

    // Safety: the memory is grown before it is written.
    @inline(__always)
    private func append(_ byte: UInt8) {
        if unsafe count == capacity { grow() }
        unsafe word[count] = byte
        unsafe count &+= 1
    }

    // Safety: the old bytes are moved before their memory is freed.
    private func grow() {
        let larger = unsafe UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: word, count: count)
        unsafe word.deallocate()
        unsafe word = larger
        unsafe capacity *= 2
    }

    // Safety: a long word is more than the bytes that are put over its end.
    /// The word that has been read, cut when it is long.
    private func finished() -> UnsafeRawBufferPointer {
        if unsafe count > Self.maximumByteCount {
            var hash = unsafe tarn_hash(word, count, 2)
            for place in 0..<16 {
                let digit = UInt8(hash & 15)
                unsafe word[Self.cutCount + place] = digit < 10 ? 48 + digit : 87 + digit
                hash >>= 4
            }
            unsafe count = Self.maximumByteCount
        }
        return unsafe UnsafeRawBufferPointer(start: word, count: count)
    }

    // Safety: every byte is compared with the length before it is read.
    /// The character of several bytes at a place, or nil when the bytes there are not UTF-8.
    private static func scalar(_ text: UnsafeRawBufferPointer, _ at: Int) -> (Unicode.Scalar, Int)? {
        let first = unsafe UInt32(text[at])
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first < 0xF5, at + length <= text.count else { return nil }
        var value = first & (0x7F >> UInt32(length))
        for place in 1..<length {
            let byte = unsafe UInt32(text[at + place])
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | byte & 0x3F
        }
        return Unicode.Scalar(value).map { ($0, length) }
    }
}

extension WordSplitter {
    /// One word of a text.
    struct Word: Hashable {
        /// The folded UTF-8.
        let bytes: [UInt8]
        /// Where it stands in the UTF-8 of the text.
        let place: Range<Int>
    }

    // Safety: the array lives through the call.
    /// All words of a text.
    func words(_ text: [UInt8]) -> [Word] {
        var words: [Word] = []
        unsafe text.withBytes { text in
            unsafe split(text) { (word, place, _) in words.append(Word(bytes: unsafe Array(word), place: place)) }
        }
        return words
    }
}
