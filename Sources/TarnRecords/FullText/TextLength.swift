/// The length of a text in words, as one byte beside each of its words: exact below 64, then 16 steps to a doubling.
///
/// It weighs how much a word says about a text. An exact length would have to be written anew beside every word of a
/// long text whenever one is added to it.
enum TextLength {
    /// The byte for a number of words.
    static func code(_ words: Int) -> UInt8 {
        if words < 64 { return UInt8(max(0, words)) }
        let shift = Int.bitWidth - words.leadingZeroBitCount - 5
        return UInt8(min(255, 64 + (shift - 2) * 16 + words >> shift - 16))
    }

    /// About how many words a byte stands for: the smallest number that has it.
    static func words(_ code: UInt8) -> Int {
        if code < 64 { return Int(code) }
        let step = Int(code) - 64
        return (16 + step & 15) << (step / 16 + 2)
    }
}
