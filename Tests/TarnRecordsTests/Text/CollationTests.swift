import Testing

@testable import TarnRecords

@Suite struct CollationTests {
    private func sorted(_ texts: [String], _ collation: Collation, isLive: Bool = false) throws -> [String] {
        let file = try RecordFile([ObjectSchema(name: "Text", properties: [.init(name: "text", kind: .string)])])
        try file.write { session in
            for (number, text) in texts.enumerated() {
                try session.make(file.table, ObjectKey(Int64(number)), [.string(text)])
            }
        }
        return try file.read { (session) throws in
            let query = RecordQuery(table: file.table, steps: [.sort([SortKey(column: 0, collation: collation)])])
            let found = isLive ? try LiveQuery(query, session).membership : try session.run(query)
            return found.keys.map { texts[Int(ObjectKey(rawValue: $0).number)] }
        }
    }

    @Test func theOrderOfBytesIsTheSameEverywhere() throws {  // Q6
        #expect(try sorted(["b", "a", "\u{e4}", "Z", "B"], .bytes) == ["B", "Z", "a", "b", "\u{e4}"])
    }

    @Test func textsThatACollationDoesNotTellApartKeepTheirOrder() throws {  // Q5, Q6
        for isLive in [false, true] {
            #expect(
                try sorted(["b", "A", "a", "\u{c4}", "B"], .caseInsensitive, isLive: isLive)
                    == ["A", "a", "b", "B", "\u{c4}"])
            #expect(
                try sorted(["b", "\u{e4}", "A", "a", "B"], .caseAndDiacriticInsensitive, isLive: isLive)
                    == ["\u{e4}", "A", "a", "b", "B"])
        }
    }

    @Test func aLocaleOrdersAsItsReadersExpect() throws {  // Q6
        let texts = ["zebra", "\u{e4}pple", "\u{e5}l", "apple", "Apple", "\u{f6}l", "ol"]
        for isLive in [false, true] {
            let (swedish, german) = (try Collation.localized("sv"), try Collation.localized("de"))
            #expect(
                try sorted(texts, swedish, isLive: isLive)
                    == ["apple", "Apple", "ol", "zebra", "\u{e5}l", "\u{e4}pple", "\u{f6}l"])
            #expect(
                try sorted(texts, german, isLive: isLive)
                    == ["\u{e5}l", "apple", "Apple", "\u{e4}pple", "ol", "\u{f6}l", "zebra"])
        }
        let (one, other) = (try Collation.localized("sv"), try Collation.localized("sv"))
        #expect(one == other)
    }
}
