import Foundation
import Testing

@testable import TarnRecords

/// Section 6, string operators with [c], [d] and [cd], for all of Unicode and in no locale.
@Suite struct TextFoldingTests {
    private static let case_: Filter.TextOptions = .caseInsensitive
    private static let marks: Filter.TextOptions = .diacriticInsensitive
    private static let both: Filter.TextOptions = [.caseInsensitive, .diacriticInsensitive]

    private static func areAlike(_ one: String, _ other: String, _ options: Filter.TextOptions) -> Bool {
        TextTest(.equal, one, options).matches(Array(other.utf8))
    }

    @Test func caseIsOverlookedInEveryScript() {
        for (one, other) in [
            ("stra\u{df}e", "STRASSE"), ("\u{1e9e}", "ss"),
            ("\u{3bf}\u{3b4}\u{3cc}\u{3c2}", "\u{39f}\u{394}\u{38c}\u{3a3}"),
            ("\u{43c}\u{43e}\u{441}\u{43a}\u{432}\u{430}", "\u{41c}\u{41e}\u{421}\u{41a}\u{412}\u{410}"),
            ("\u{e9}", "\u{c9}"), ("\u{17f}", "S"), ("\u{212a}", "k"), ("\u{10428}", "\u{10400}"), ("\u{fb01}", "FI"),
            ("\u{ab70}", "\u{13a0}"), ("\u{1c5}", "\u{1c4}"),
        ] {
            #expect(Self.areAlike(one, other, Self.case_), "\(one) \(other)")
            #expect(Self.areAlike(other, one, Self.case_), "\(one) \(other)")
            #expect(!Self.areAlike(one, other, []), "\(one) \(other)")
        }
        // The dotless i is a letter of its own, whatever the device's language.
        #expect(!Self.areAlike("\u{131}", "I", Self.case_))
        #expect(!Self.areAlike("\u{130}", "i", Self.case_))
        #expect(!Self.areAlike("\u{e9}", "e", Self.case_))
    }

    @Test func marksAreOverlookedInEveryAlphabet() {
        for (one, other) in [
            ("\u{e9}", "e"), ("e\u{301}", "\u{e9}"), ("\u{1e69}", "s"), ("\u{3b1}\u{301}", "\u{3ac}"),
            ("\u{439}", "\u{438}"), ("\u{451}", "\u{435}"), ("\u{1ed9}", "o"), ("\u{e4}\u{f6}\u{fc}", "aou"),
            ("\u{5e9}\u{5c1}", "\u{5e9}"),
        ] {
            #expect(Self.areAlike(one, other, Self.marks), "\(one) \(other)")
            #expect(Self.areAlike(one, other, Self.both), "\(one) \(other)")
        }
        #expect(Self.areAlike("\u{c9}T\u{c9}", "ete", Self.both))
        #expect(Self.areAlike("\u{130}", "i", Self.both))
        #expect(!Self.areAlike("\u{c9}", "e", Self.marks))
        // A stroke is part of the letter, a ligature is a letter, and signs for vowels are spelling.
        #expect(!Self.areAlike("\u{f8}", "o", Self.both))
        #expect(!Self.areAlike("\u{fb01}", "fi", Self.marks))
        #expect(!Self.areAlike("\u{e01}\u{e34}", "\u{e01}", Self.both))
        #expect(!Self.areAlike("\u{ac01}", "\u{ac00}", Self.both))
    }

    @Test func everyOperationOverlooksTheSame() {
        let value = Array("Die STRASSE nach Orl\u{e9}ans".utf8)
        for (operation, needle) in [
            (Filter.TextOperation.contains, "stra\u{df}e"), (.beginsWith, "d\u{ef}e"), (.endsWith, "ORLEANS"),
            (.like, "*stra\u{df}e ?ach orl*"), (.equal, "die strasse NACH orleans"),
        ] {
            #expect(TextTest(operation, needle, Self.both).matches(value), "\(operation)")
            #expect(!TextTest(operation, needle, []).matches(value), "\(operation)")
        }
    }

    @Test func foldingIsWhatFoundationSaysForEveryLetter() {
        for value in 0..<UInt32(0x2_0000) {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
            let folded = TextFolding.fold(scalar, Self.case_)
            // Folding a second time changes nothing, and both cases of a letter fold to the same.
            #expect(folded.flatMap { TextFolding.fold($0, Self.case_) } == folded, "\(String(value, radix: 16))")
            for mapped in [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping]
            where value != 0x131 && value != 0x130 {
                let other = mapped.unicodeScalars.flatMap { TextFolding.fold($0, Self.case_) }
                #expect(other == folded, "\(String(value, radix: 16))")
            }
            var bytes: [UInt8] = []
            for scalar in folded { bytes += Array(String(scalar).utf8) }
            #expect(TextFolding.fold(String(scalar).utf8, Self.case_) == bytes, "\(String(value, radix: 16))")
        }
    }

    @Test func columnsOfManyTextsAreFoldedAsSingleTextsAre() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let texts = ["", "ab", "AB", "\u{c9}t\u{e9}", "ete", "STRASSE", "stra\u{df}e", "\u{3c3}\u{3c2}", "x\u{301}y"]
        let file = try RecordFile([ObjectSchema(name: "Text", properties: [.init(name: "text", kind: .string)])])
        var rows: [String] = []
        try file.write { session in
            for number in 0..<300 {
                let count = random.isOne(in: 20) ? 200 : random.below(4)
                rows.append((0..<count).map { _ in random.pick(texts) }.joined())
                try session.make(file.table, ObjectKey(Int64(number)), [.string(rows[number])])
            }
        }
        try file.read { (session) throws in
            for operation in Filter.TextOperation.allCases {
                for options in [Self.case_, Self.marks, Self.both] {
                    let needle = random.pick(texts)
                    let filter = Filter.text(column: 0, operation, needle, options)
                    let found = try session.run(RecordQuery(table: file.table, steps: [.filter(filter)])).keys
                    let test = TextTest(operation, needle, options)
                    let expected = rows.indices.filter { test.matches(Array(rows[$0].utf8)) }
                    #expect(found == expected.map { ObjectKey(Int64($0)).rawValue }, "seed \(seed): \(filter)")
                }
            }
        }
    }
}
