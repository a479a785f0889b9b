/// What is counted over all texts of a column with a full-text index.
package struct WordTotals: Equatable, Sendable {
    /// How many texts there are; nil is none.
    package var texts: Int
    /// How many words they have together.
    package var words: Int

    package init(texts: Int = 0, words: Int = 0) {
        self.texts = texts
        self.words = words
    }

    /// The stored form.
    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(varint: UInt64(texts))
        writer.write(varint: UInt64(words))
        return SealedBytes.seal(writer.bytes)
    }

    /// Reads the stored form; nil when it is none.
    init?(_ stored: [UInt8]) {
        guard let bytes = SealedBytes.open(stored) else { return nil }
        var reader = ByteReader(bytes)
        guard let texts = try? reader.readVarint(), let words = try? reader.readVarint(), reader.isAtEnd else {
            return nil
        }
        self.init(texts: Int(clamping: texts), words: Int(clamping: words))
    }
}
