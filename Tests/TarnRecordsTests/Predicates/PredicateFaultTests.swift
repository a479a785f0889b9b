import Testing

@testable import TarnRecords

/// What is wrong with a predicate's text is said with its place.
@Suite struct PredicateFaultTests {
    // PS2
    @Test(
        arguments: [
            ("", 0, "expected the name of a property but found the end"),
            ("age >", 5, "expected the name of a property but found the end"),
            ("age > > 5", 6, "expected the name of a property but found '>'"),
            ("age > 5 age", 8, "expected AND, OR or the end but found 'age'"),
            ("(age > 5", 8, "expected ')' but found the end"),
            ("name == Oslo", 8, "Person has no property 'Oslo'; it has: id, age, name"),
            ("nam == 'x'", 0, "Person has no property 'nam'; did you mean 'name'? it has: id, age"),
            ("friend.nmae == 'x'", 7, "Person has no property 'nmae'; did you mean 'name'?"),
            ("ANY dogs.wieght > 3", 9, "Dog has no property 'wieght'; did you mean 'weight'?"),
            ("name == 'Oslo", 8, "the text that begins with ' has no end"),
            ("age ~ 5", 4, "'~' means nothing here"),
            ("age \u{1f600} 5", 4, "expected a comparison but found '\u{1f600}'"),
            ("age > 1.2.3", 6, "'1.2.3' is no number"), ("age > 0x", 6, "'0x' is no number"),
            ("age > 9223372036854775808", 6, "the number 9223372036854775808 is too large for an integer"),
            ("age BETWEEN {1}", 12, "BETWEEN takes two values, not 1"),
            ("age BETWEEN {1, 2, 3}", 12, "BETWEEN takes two values, not 3"),
            ("age BETWEEN 1", 13, "expected AND and the upper bound but found the end"),
            ("age IN 5", 7, "expected a list such as {1, 2} or what leads to many"),
            ("age IN {1, 2)", 12, "expected '}' but found ')'"), ("age NOT 5", 8, "expected IN but found '5'"),
            ("name CONTAINS[x] 'a'", 14, "expected [c], [d] or [cd] but found 'x'"),
            ("name LIKE[d] 'a'", 0, "LIKE does not overlook marks"), ("friend == #a", 10, "'#' stands before"),
            ("friend. == 5", 8, "expected the name of a property but found '=='"),
            ("dogs.age > 3", 0, "'dogs.age' leads to many; say ANY, ALL or NONE before it"),
            ("dogs == 3", 0, "'dogs' leads to many"),
            ("ANY age > 3", 4, "ANY stands before what leads to many, and 'age'"),
            ("age == 'x'", 7, "'age' (int64) takes a number, not \"x\""),
            ("flag == 1", 8, "takes true or false, not '1'"),
            ("born == 5", 8, "takes a date"), ("friend == 5", 10, "takes the number of an object such as #5"),
            ("friend == obj('Dog', 5)", 10, "'friend' (link) takes the number of an object such as #5"),
            ("friend == obj('Cat', 5)", 14, "the file has no class 'Cat'"),
            ("ANY dogs == obj('Dog', 5)", 12, "Dog has no primary key"),
            ("friend < #5", 0, "links can only be compared with == and !="),
            ("age < nil", 6, "nil can only be compared with == and !="),
            ("age CONTAINS 'x'", 0, "CONTAINS compares text with text, and 'age' is int64"),
            ("name <[c] 'x'", 0, "[c] goes with ==, !=, IN and searches in text"),
            ("age == name", 7, "'age' and 'name' cannot be compared: they are int64 and string"),
            ("ANY dogs.age > age", 15, "'dogs.age' and 'age' lead to different objects"),
            ("name.length == 3", 5, "'name' is a value of kind string and has no properties"),
            ("age.@count > 1", 5, "@count stands behind what leads to many"),
            ("dogs.@median.age > 1", 6, "expected @count, @min, @max, @sum, @avg"),
            ("dogs.@avg.name > 1", 10, "@avg cannot be computed of values of kind string"),
            ("@links.Dog.name == 1", 11, "Dog.name does not lead to Person"),
            ("@links.Cat.x == 1", 7, "the file has no class"),
            ("SUBQUERY(dogs, $d, $d.age > 1)", 30, "expected '.@count' but found the end"),
            ("SUBQUERY(dogs, $d, $d.age > 1).@max > 1", 31, "SUBQUERY is only followed by .@count"),
            ("SUBQUERY(dogs, $d, age > 1).@count > 1", 19, "inside SUBQUERY, names stand behind its variable"),
            ("SUBQUERY(dogs, $d, $e.age > 1).@count > 1", 19, "$e means nothing; only $d can be used here"),
            ("SUBQUERY(age, $d, $d > 1).@count > 1", 9, "'age' does not lead to many"),
            ("$d.age > 1", 0, "$d means nothing outside"),
            ("phones[0] == 'x'", 7, "a place stands behind a list"),
            ("scores['a'] == 1", 7, "a key stands behind a map"),
            ("scores[-1] == 1", 7, "expected a place such as 0"),
            ("tags[0] == 'a'", 5, "the elements of others have no place"),
            ("name + 1 > 2", 5, "'+' takes numbers, and 'name' is string"), ("'a' + 1 > age", 4, "'+' takes numbers"),
            ("(age > 1) + 2 > 3", 10, "'+' takes numbers"), ("(age > 1) == 1", 0, "a condition cannot be compared"),
            ("ANY {1} IN {2} OR {1} == age", 18, "a list is compared with IN, or stands behind ANY, ALL or NONE"),
            ("born == 2001-13-01@00:00:00", 8, "expected a date such as 2001-12-31@23:59:59"),
            ("token == uuid('x')", 14, "'x' is no UUID"), ("number == oid(abc)", 14, "expected the digits in quotes"),
            ("bytes == B64\"*\"", 9, "what B64 stands before is no base 64"),
            ("age", 3, "expected a comparison but found the end"),
            ("thing.@type == 'integer'", 15, "@type is one of null, bool, int"),
            ("age.@type == 'int'", 5, "@type stands behind"),
            ("TRUEPREDICATE SORT(dogs.age ASC)", 19, "'dogs.age' leads through many, which have no one order"),
            ("TRUEPREDICATE SORT(friend ASC)", 19, "'friend' is a link; name a property behind it"),
            ("name TEXT 'a'", 0, "'name' has no index of words, which TEXT needs"),
            ("story TEXT 5", 11, "TEXT stands between a property and a text in quotes"),
            ("TRUEPREDICATE LIMIT(-1)", 20, "expected the greatest number of objects"),
            ("TRUEPREDICATE DISTINCT(friend.age)", 23, "DISTINCT looks at properties of the objects themselves"),
            ("TRUEPREDICATE SORT(name) age > 1", 25, "expected SORT, DISTINCT, LIMIT or the end but found 'age'"),
        ] as [(String, Int, String)])
    func aFaultIsNamedWithItsPlace(text: String, position: Int, message: String) {
        do {
            let steps = try PredicateSample.steps(text)
            Issue.record("\(text) was read as \(steps)")
        } catch {
            #expect(error.message.hasPrefix(message) || error.message.contains(message), "\(text)")
            #expect(error.position == position, "\(text): \(error)")
        }
    }

    // PS2
    @Test func theTextIsShownWithAMarkBelowThePlace() {
        let fault = #expect(throws: PredicateFault.self) { try PredicateSample.steps("age > 1 AND\nhight > 2") }
        #expect(fault?.summary.hasSuffix(" at column 13") == true)
        #expect(fault?.excerpt == "age > 1 AND hight > 2\n            ^")
        let long =
            String(repeating: "age > 1 AND ", count: 30) + "e\u{301}x > 1"
            + String(repeating: " AND age > 1", count: 30)
        let far = #expect(throws: PredicateFault.self) { try PredicateSample.steps(long) }
        #expect(far?.position == 360)
        let lines = (far?.excerpt ?? "").split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("...") && lines[0].hasSuffix("...") && lines[0].count < 100)
        #expect(lines[0].dropFirst(lines[1].count - 1).first == "e\u{301}")
    }

    // PS3
    @Test func argumentsThatAreMissingOrLeftOverAreNamed() {
        let cases: [(String, [PredicateValue], String)] = [
            ("age > %@", [], "%@ stands for argument 1, and there are 0 arguments"),
            ("age > %@ AND name == %@", [.integer(1)], "%@ stands for argument 2, and there is 1 argument"),
            ("age > $1", [.integer(1)], "$1 stands for argument 2"),
            ("age > 1", [.integer(1)], "there are 1 arguments and the text uses 0"),
            ("age > %@", [.integer(1), .integer(2)], "there are 2 arguments and the text uses 1"),
            ("age > $1", [.integer(1), .integer(2)], "there are 2 arguments and the text uses 1"),
            ("age > %@ AND age < $0", [.integer(1)], "arguments are taken in turn (%@) or by number ($0), not both"),
            ("%K > 1", [.integer(1)], "%K stands for a key path, which is a text"),
            ("%K > 1", [.string("owner.x")], "Person has no property 'owner'"),
            ("age > %@", [.string("x")], "takes a number, not \"x\""),
            ("age == %@", [.list([.integer(1)])], "a list is compared with IN"),
            ("age > $99999999999", [.integer(1)], "there is no argument with such a number"),
        ]
        for (text, arguments, message) in cases {
            let fault = #expect(throws: PredicateFault.self) { try PredicateSample.steps(text, arguments) }
            #expect(fault?.message.contains(message) == true, "\(text): \(String(describing: fault))")
        }
    }

    // PS4
    @Test func deepNestingIsRefusedBeforeTheStackEnds() {
        let deep: [String] = [
            String(repeating: "(", count: 10_000) + "age > 5" + String(repeating: ")", count: 10_000),
            String(repeating: "NOT ", count: 100_000) + "age > 5", String(repeating: "-", count: 100_000) + "age > 5",
            String(repeating: "friend.", count: 10_000) + "age > 5",
            "age" + String(repeating: " + age", count: 10_000) + " > 1",
            String(repeating: "SUBQUERY(dogs, $d, ", count: 10_000),
            "age" + String(repeating: " * 2", count: 10_000) + " > 1",
            String(repeating: "+", count: 100_000) + "1 > age", "age IN " + String(repeating: "{", count: 100_000),
        ]
        for text in deep {
            #expect(throws: PredicateFault.self, "\(text.prefix(20))") { try PredicateSample.steps(text) }
        }
    }

    @Test func longFlatConditionsAreFine() throws {
        let text = (0..<10_000).map { "age > \($0)" }.joined(separator: " OR ")
        guard case .or(let parts) = try PredicateSample.filter(text) else {
            Issue.record("the tree is no OR")
            return
        }
        #expect(parts.count == 10_000)
        let list = try PredicateSample.filter("age IN {\((0..<10_000).map { "\($0)" }.joined(separator: ","))}")
        guard case .isIn(_, let values) = list else {
            Issue.record("the tree is no IN")
            return
        }
        #expect(values.count == 10_000)
    }

    // PS4
    @Test func randomTextNeverTraps() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let pieces = [
            "age", "name", "friend", "dogs", "scores", "phones", "tags", "thing", "pets", "flag", "5", "-", "1.5",
            "'x'",
            "\"y\"", "(", ")", "{", "}", "[", "]", ",", ".", "@", "AND", "OR", "NOT", "!", "IN", "BETWEEN", "==", "!=",
            "<", "=>",
            "CONTAINS", "LIKE", "[c]", "[cd]", "ANY", "ALL", "NONE", "@count", "@max", "@keys", "@links", "@type",
            "Dog", "owner",
            "SUBQUERY(", "$d", "$0", "%@", "%K", "$K1", "nil", "TRUE", "uuid(", "oid(", "obj(", "inf", "nan", "0x1F",
            "B64\"QQ==\"",
            "2001-01-01@00:00:00", "T1:2", "#5", "SORT(", "DISTINCT(", "LIMIT(", "ASC", "+", "*", "/", "`", "\\",
            "e\u{301}", "\u{0}",
            "FIRST", "SIZE", "TEXT", "\u{1f600}", "T-", "9223372036854775808", "&&", "|",
        ]
        let arguments: [PredicateValue] = [.integer(1), .string("name"), .list([.integer(1), .null]), .null]
        for round in 0..<20_000 {
            let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            let taken = Array(arguments.prefix(round % 5))
            do {
                _ = try PredicateSample.steps(text, taken)
            } catch {
                #expect((0...text.count).contains(error.position), "seed \(seed): \(text)")
            }
        }
    }

    // PS4
    @Test func mutatedPredicatesNeverTrap() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let samples = [
            "age > 17 AND ANY dogs.name CONTAINS[cd] 'rex' OR NONE scores IN {1, 2, -3} SORT(name ASC) LIMIT(3)",
            "TRUEPREDICATE SORT(name ASC, friend.age DESC) DISTINCT(name, age) LIMIT(3) SORT(born)",
            "SUBQUERY(dogs, $d, $d.age > 3 && $d.toys.@count == 2).@count >= 1 AND phones['home'] BEGINSWITH '12'",
            "friend.friend.age * 2 - 1 BETWEEN {1, 9} || born < 2001-01-02@03:04:05:6",
            "token == uuid('E621E1F8-C36C-495A-93FC-0C247A3E6E5F') OR friend == obj('Person', -5)",
            "ANY @links.Dog.owner.weight > 1.5e3 AND thing.@type != 'int' AND scores[LAST] == 0x1F",
            "bytes == B64\"QUI=\" OR name IN {'a', \"b\"} OR note ==[c] 'x\\'y' AND story TEXT 'a b'",
        ].map { Array($0.utf8) }
        for _ in 0..<20_000 {
            var bytes = samples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                case 2: bytes[place] = UInt8.random(in: 32..<127, using: &random)
                default:
                    let end = Int.random(in: place...bytes.count, using: &random)
                    bytes.insert(
                        contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &random))
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                _ = try PredicateSample.steps(text)
            } catch {
                #expect((0...text.count).contains(error.position), "seed \(seed): \(text)")
            }
        }
    }
}
