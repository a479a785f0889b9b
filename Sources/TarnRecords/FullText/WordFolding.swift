/// What a character is to full-text search, and how it is folded: case and diacritics are overlooked in the same way
/// everywhere, whatever the locale.
///
/// A character is taken apart into its canonical parts, loses its case as in ``TextFolding``, and loses the marks that
/// only change how a letter of an alphabet is written. Marks that make
/// another letter or a vowel, as in Hindi, Thai or Japanese, stay.
final class WordFolding {
    /// What a character does to the word that is being read.
    enum Role: UInt8 {
        /// It ends the word.
        case separator
        /// It belongs to the word.
        case letter
        /// It belongs to the character before it.
        case mark
        /// It is a word of its own: writing that puts no blanks between words.
        case ideograph
        /// As if it were not there.
        case ignored
    }

    /// How one character is folded: a role, and bytes in `heap`.
    private struct Entry {
        let role: Role
        let count: UInt8
        let start: UInt32
    }

    /// For each 256 characters where they begin in `entries`, plus one; zero as long as none of them was met.
    private var pages: [Int] = []
    private var entries: [Entry] = []
    private(set) var heap: [UInt8] = []

    /// The role of a character and where its folded UTF-8 lies in `heap`.
    func entry(_ scalar: Unicode.Scalar) -> (role: Role, bytes: Range<Int>) {
        // Most searches and many texts are ASCII and never come here.
        if pages.isEmpty { pages = Array(repeating: 0, count: 0x1100) }
        let page = Int(scalar.value >> 8)
        if pages[page] == 0 { addPage(UInt32(page)) }
        let entry = entries[pages[page] - 1 + Int(scalar.value & 255)]
        return (entry.role, Int(entry.start)..<Int(entry.start) + Int(entry.count))
    }

    private func addPage(_ page: UInt32) {
        pages[Int(page)] = entries.count + 1
        for low in 0..<256 as Range<UInt32> {
            let start = heap.count
            var role = Role.separator
            if let scalar = Unicode.Scalar(page << 8 | low) {
                role = Self.role(scalar)
                if role != .separator { for part in Self.folded(scalar) { heap += Array(String(part).utf8) } }
            }
            entries.append(Entry(role: role, count: UInt8(heap.count - start), start: UInt32(start)))
        }
    }

    private static func role(_ scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        case 0xAD, 0x640, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xFE00...0xFE0F: return .ignored
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return hasNoBlanks(scalar.value) ? .ideograph : .letter
        case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
        default: return .separator
        }
    }

    /// Whether the character belongs to a writing that puts no blanks between words: Chinese, Japanese, Thai, Lao,
    /// Khmer, Burmese.
    private static func hasNoBlanks(_ value: UInt32) -> Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// A character without case and diacritics: none, one or several others.
    static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        var folded: [Unicode.Scalar] = []
        for part in CanonicalParts.of(halved(scalar)) where !isDiacritic(part) {
            for letter in TextFolding.fold(part, .caseInsensitive) {
                folded += CanonicalParts.of(letter).filter { !isDiacritic($0) }
            }
        }
        return folded
    }

    /// Letters and digits as wide as ideographs are those of ASCII.
    private static func halved(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
            Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0))
        default: scalar
        }
    }

    /// Whether a mark only changes how a letter is written: those of the Latin, Greek, Cyrillic, Hebrew and Arabic
    /// alphabets.
    static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0483...0x0487, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7,
            0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E4, 0x06E7...0x06E8,
            0x06EA...0x06ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            true
        default: false
        }
    }
}
