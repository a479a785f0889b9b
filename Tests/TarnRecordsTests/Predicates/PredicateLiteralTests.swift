import Foundation
import Testing

@testable import TarnRecords

/// Values as they are written in a predicate's text, and arguments in their place.
@Suite struct PredicateLiteralTests {
    private func value(_ text: String, _ arguments: [PredicateValue] = []) throws -> StoredValue? {
        guard case .compare(_, .equal, let value) = try PredicateSample.filter(text, arguments) else { return nil }
        return value
    }

    // PS3: numbers, hex, inf, nan
    @Test func numbers() throws {
        let cases: [(String, StoredValue)] = [
            ("age == -12", .integer(-12)), ("age == +12", .integer(12)), ("age == 0x1F", .integer(31)),
            ("age == 0XfF", .integer(255)),
            ("age == 9223372036854775807", .integer(.max)), ("age == -9223372036854775808", .integer(.min)),
            ("age == 0xFFFFFFFFFFFFFFFF", .integer(-1)),
            ("amount == 1.5", .double(1.5)), ("amount == -2e3", .double(-2000)), ("amount == 1e-2", .double(0.01)),
            ("amount == 3", .double(3)),
            ("amount == inf", .double(.infinity)), ("amount == -infinity", .double(-.infinity)),
            ("age == 2.5", .double(2.5)),
            ("ratio == 0.1", .float(0.1)), ("flag == true", .bool(true)), ("flag == NO", .bool(false)),
            ("note == NULL", .null),
        ]
        for (text, expected) in cases { #expect(try value(text) == expected, "\(text)") }
        guard case .double(let nan)? = try value("amount == nan") else {
            Issue.record("nan is no number")
            return
        }
        #expect(nan.isNaN)
    }

    // PS3: decimals keep the digits that were written
    @Test func decimals() throws {
        let digits: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2]
        let bytes = try #require(DecimalBytes.encode(isNegative: true, digits: digits, exponent: 19))
        #expect(try value("price == -1234567890123456789.12") == .bytes(bytes))
        #expect(try value("price == '-1234567890123456789.12'") == .bytes(bytes))
        #expect(try value("price == 0") == .bytes(DecimalBytes.zero))
        #expect(throws: PredicateFault.self) { try value("price == '1,5'") }
        #expect(throws: PredicateFault.self) { try value("price == '1e99999999'") }
    }

    // PS3: both quotes, escapes
    @Test func texts() throws {
        let cases = [
            ("name == 'it\\'s'", "it's"), ("name == \"a'b\"", "a'b"), ("name == 'a\\nb\\tc\\\\d'", "a\nb\tc\\d"),
            ("name == ''", ""),
            ("name == '\u{e9}\u{1f600}'", "\u{e9}\u{1f600}"), ("name == '\\u00e9'", "\u{e9}"),
            ("name == '\\ud800'", "ud800"),
            ("name == '%@ $0 AND OR'", "%@ $0 AND OR"),
        ]
        for (text, expected) in cases { #expect(try value(text) == .string(expected), "\(text)") }
    }

    // PS3: dates in three forms
    @Test func dates() throws {
        let cases: [(String, Double)] = [
            ("2001-01-01@00:00:00", 0), ("2001-01-02@01:02:03", 90_123),
            ("1999-12-31@23:59:59:500000000", -31_622_400.5),
            ("T978307200:0", 0), ("T978307201:250000000", 1.25), ("T-5:0", -978_307_205), ("'2001-01-02'", 86_400),
            ("'2001-01-01T00:00:01Z'", 1),
            ("'2001-01-01T02:00:00.5+02:00'", 0.5), ("'2001-01-01T00:00:00-01:30'", 5400),
            ("2004-02-29@00:00:00", 99_705_600),
        ]
        for (text, expected) in cases { #expect(try value("born == \(text)") == .double(expected), "\(text)") }
        for text in [
            "'2001-02-29'", "2100-02-29@00:00:00", "2001-01-01@24:00:00", "'2001-01-01T00:00:00'", "'tomorrow'",
            "2001-01-01@00:00",
        ] {
            #expect(throws: PredicateFault.self, "\(text)") { try value("born == \(text)") }
        }
    }

    // PS3: what Foundation makes of the same day
    @Test func daysAreThoseOfTheGregorianCalendar() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<500 {
            let seconds = Double(Int.random(in: -12_000_000_000...20_000_000_000, using: &random))
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let text = date.formatted(.iso8601)
            guard text.count == 20 else { continue }
            #expect(try value("born == '\(text)'") == .double(seconds), "seed \(seed): \(text)")
        }
    }

    // PS3: uuid(..), oid(..), B64".."
    @Test func identifiersAndBytes() throws {
        let uuid: [UInt8] = [
            0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E, 0x5F,
        ]
        for text in ["uuid('E621E1F8-C36C-495A-93FC-0C247A3E6E5F')", "'e621e1f8-c36c-495a-93fc-0c247a3e6e5f'"] {
            #expect(try value("token == \(text)") == .bytes(uuid))
        }
        let id: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA2]
        for text in ["oid('0000000000000000000000a2')", "\"0000000000000000000000A2\""] {
            #expect(try value("number == \(text)") == .bytes(id))
        }
        for (text, bytes) in [
            ("B64\"AQL/\"", [1, 2, 255]), ("b64'AQI='", [1, 2]), ("'0aff'", [10, 255]), ("B64\"\"", []),
        ] as [(String, [UInt8])] {
            #expect(try value("bytes == \(text)") == .bytes(bytes), "\(text)")
        }
    }

    // PS3: %@, %d, $0, %K, $K0, lists
    @Test func argumentsAreValuesAndNeverText() throws {
        #expect(
            try PredicateSample.words("age > %@ AND name == %@", [.integer(17), .string("x' OR TRUEPREDICATE")])
                == "(age > 17 AND name == \"x' OR TRUEPREDICATE\")")
        #expect(
            try PredicateSample.words("age > $1 AND name == $0 AND note == $0", [.string("x"), .integer(17)])
                == "(age > 17 AND name == \"x\" AND note == \"x\")")
        #expect(try PredicateSample.words("age IN %@", [.list([.integer(1), .integer(2)])]) == "age IN {1, 2}")
        #expect(try PredicateSample.words("age IN {%@, 5, %d}", [.integer(1), .integer(2)]) == "age IN {1, 5, 2}")
        #expect(
            try PredicateSample.words("age BETWEEN %@", [.list([.integer(1), .integer(2)])])
                == "(age >= 1 AND age <= 2)")
        #expect(try PredicateSample.words("%K > %ld", [.string("friend.age"), .integer(1)]) == "ANY friend (age > 1)")
        #expect(try PredicateSample.words("ANY %K > %@", [.string("dogs.age"), .integer(1)]) == "ANY dogs (age > 1)")
        #expect(try PredicateSample.words("$K0 == $1", [.string("dogs.@count"), .integer(1)]) == "dogs.@count == 1")
        #expect(
            try PredicateSample.words("ANY $0 == age", [.list([.integer(1), .integer(2)])]) == "(age == 1 OR age == 2)")
        #expect(try PredicateSample.words("note == %@ AND age < %@", [.null, .null]) == "(note == nil AND age < nil)")
        #expect(try PredicateSample.words("born > %@", [.date(5)]) == "born > 5.0")
        #expect(try PredicateSample.words("friend == %@", [.object(ObjectKey(5), table: 0)]) == "friend == object 5")
        #expect(throws: PredicateFault.self) {
            try PredicateSample.words("friend == %@", [.object(ObjectKey(5), table: 1)])
        }
    }
}
