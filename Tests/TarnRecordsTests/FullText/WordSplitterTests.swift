import Testing

@testable import TarnRecords

/// How text is split into words and folded.
struct WordSplitterTests {
    private func words(_ text: String) -> [String] {
        WordSplitter().words(Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `words are runs of letters and digits without case`() {
        #expect(words("Hello, World! It's 2024_ok (v1.5)") == ["hello", "world", "it", "s", "2024", "ok", "v1", "5"])
        #expect(words("") == [])
        #expect(words(" ... -- \u{1F600} ") == [])
    }

    @Test func `German is folded with its umlauts and the sharp s`() {
        #expect(words("Stra\u{DF}e STRASSE stra\u{1E9E}e") == ["strasse", "strasse", "strasse"])
        #expect(words("\u{DC}BER u\u{308}ber uber") == ["uber", "uber", "uber"])
    }

    @Test func `Russian and Greek are folded like Latin`() {
        #expect(
            words("\u{401}\u{41B}\u{41A}\u{410} \u{435}\u{43B}\u{43A}\u{430}") == [
                "\u{435}\u{43B}\u{43A}\u{430}", "\u{435}\u{43B}\u{43A}\u{430}",
            ])
        #expect(
            words(
                "\u{39F}\u{394}\u{3A5}\u{3A3}\u{3A3}\u{395}\u{3A5}\u{3A3} "
                    + "\u{1F48}\u{3B4}\u{3C5}\u{3C3}\u{3C3}\u{3B5}\u{1F7B}\u{3C2}")
                == [
                    "\u{3BF}\u{3B4}\u{3C5}\u{3C3}\u{3C3}\u{3B5}\u{3C5}\u{3C3}",
                    "\u{3BF}\u{3B4}\u{3C5}\u{3C3}\u{3C3}\u{3B5}\u{3C5}\u{3C3}",
                ])
    }

    @Test func `each character of a writing without blanks is a word`() {
        #expect(words("\u{6771}\u{4EAC}Tower\u{306B}") == ["\u{6771}", "\u{4EAC}", "tower", "\u{306B}"])
        // A composed syllable of Japanese is its base with a mark, which stays: it is another letter.
        #expect(words("\u{304C}") == words("\u{304B}\u{3099}"))
        #expect(words("\u{304C}") != words("\u{304B}"))
        #expect(words("\u{FF21}\u{FF22}\u{FF11}") == ["ab1"])
    }

    @Test func `Hangul, Hindi and Arabic keep what makes a word`() {
        #expect(words("\u{D55C}\u{AD6D}") == words("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"))
        #expect(words("\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}").count == 1)
        #expect(words("\u{645}\u{64F}\u{62D}\u{64E}\u{645}\u{651}\u{62F}") == ["\u{645}\u{62D}\u{645}\u{62F}"])
    }

    @Test func `a long word is cut and stays apart from others`() {
        let long = String(repeating: "ab", count: 5000)
        let (one, other) = (words(long + "x"), words(long + "y"))
        #expect(one.count == 1 && one[0].utf8.count == WordSplitter.maximumByteCount)
        #expect(one != other)
        #expect(words(String(repeating: "c", count: 400)) == [String(repeating: "c", count: 400)])
    }

    @Test func `bytes that are not UTF-8 part words and are overlooked`() {
        let bytes: [UInt8] = [97, 0xFF, 98, 0xC3, 0x28, 0xE2, 0x82, 99, 0xF0, 0x9F]
        #expect(WordSplitter().words(bytes).map(\.bytes) == [[97], [98], [99]])
    }

    @Test func `a word knows where it stands in the text`() {
        let places = WordSplitter().words(Array("\u{C4}b, cd".utf8)).map(\.place)
        #expect(places == [0..<3, 5..<7])
    }

    @Test func `the byte of a length is exact for short texts and near for long ones`() {
        for words in 0..<64 { #expect(TextLength.words(TextLength.code(words)) == words) }
        for words in [64, 65, 100, 127, 128, 1000, 5000, 100_000, 200_000] {
            let near = Double(TextLength.words(TextLength.code(words)))
            #expect(near <= Double(words) && near * 1.07 >= Double(words), "\(words)")
        }
        #expect(TextLength.code(.max) == 255)
    }
}
