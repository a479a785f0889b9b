import Testing

@testable import TarnToolKit

@Suite struct PredicateParserTests {
    private func age(_ comparison: PredicateNode.Comparison, _ value: Int) -> PredicateNode {
        .comparison(path: ["age"], comparison, .integer(value))
    }

    @Test(
        arguments: [
            ("age == 5", .equal), ("age = 5", .equal), ("age != 5", .notEqual), ("age <> 5", .notEqual),
            ("age<5", .less),
            ("age <= 5", .lessOrEqual), ("age > 5", .greater), ("age>=5", .greaterOrEqual), ("5 < age", .greater),
            ("5 >= age", .lessOrEqual), ("5 == age", .equal),
        ] as [(String, PredicateNode.Comparison)])
    func aComparisonIsRead(text: String, comparison: PredicateNode.Comparison) throws {
        #expect(try PredicateParser.parse(text) == age(comparison, 5))
    }

    @Test(
        arguments: [
            ("x == nil", .null), ("x == NULL", .null), ("x == true", .bool(true)), ("x == NO", .bool(false)),
            ("x == -12", .integer(-12)), ("x == 1.5", .real(1.5)), ("x == -2e3", .real(-2000)),
            ("x == 1e-2", .real(0.01)),
            ("x == 'it\\'s'", .string("it's")), ("x == \"a'b\"", .string("a'b")), ("x == 'a\\nb'", .string("a\nb")),
            ("x == ''", .string("")), ("x == '\u{e9}\u{1f600}'", .string("\u{e9}\u{1f600}")),
            ("x == 9223372036854775807", .integer(.max)), ("x == -9223372036854775808", .integer(.min)),
        ] as [(String, PredicateNode.Literal)])
    func aLiteralIsRead(text: String, literal: PredicateNode.Literal) throws {
        #expect(try PredicateParser.parse(text) == .comparison(path: ["x"], .equal, literal))
    }

    @Test func textOperatorsAreReadWithoutRegardToCase() throws {
        #expect(try PredicateParser.parse("n CONTAINS 'a'") == .comparison(path: ["n"], .contains, .string("a")))
        #expect(try PredicateParser.parse("n beginswith 'a'") == .comparison(path: ["n"], .beginsWith, .string("a")))
        #expect(try PredicateParser.parse("n EndsWith 'a'") == .comparison(path: ["n"], .endsWith, .string("a")))
    }

    @Test func caseIsOverlookedOnRequest() throws {
        let wanted = PredicateNode.comparison(path: ["n"], .contains, .string("a"), ignoringCase: true)
        #expect(try PredicateParser.parse("n CONTAINS[c] 'a'") == wanted)
        #expect(try PredicateParser.parse("n contains [C] 'a'") == wanted)
        #expect(try PredicateParser.parse("n LIKE 'a*'") == .comparison(path: ["n"], .like, .string("a*")))
    }

    @Test func linksAreNamedByNumbers() throws {
        #expect(try PredicateParser.parse("owner == #-5") == .comparison(path: ["owner"], .equal, .object(-5)))
    }

    @Test func andBindsTighterThanOr() throws {
        let tree = try PredicateParser.parse("age > 1 OR age > 2 AND age > 3")
        #expect(tree == .or([age(.greater, 1), .and([age(.greater, 2), age(.greater, 3)])]))
        let signs = try PredicateParser.parse("age > 1 || age > 2 && age > 3")
        #expect(signs == tree)
    }

    @Test func parenthesesAndNotGroup() throws {
        #expect(
            try PredicateParser.parse("(age > 1 or age > 2) and not age > 3")
                == .and([.or([age(.greater, 1), age(.greater, 2)]), .not(age(.greater, 3))]))
        #expect(try PredicateParser.parse("!(age > 1)") == .not(age(.greater, 1)))
        #expect(try PredicateParser.parse("NOT NOT age > 1") == .not(.not(age(.greater, 1))))
    }

    @Test(arguments: ["age IN {1, 2}", "age in (1,2)", "age IN [1, 2]"])
    func aListIsReadInAnyBrackets(text: String) throws {
        #expect(try PredicateParser.parse(text) == .isOneOf(path: ["age"], [.integer(1), .integer(2)]))
    }

    @Test func membershipCanBeEmptyOrNegated() throws {
        #expect(try PredicateParser.parse("age IN {}") == .isOneOf(path: ["age"], []))
        #expect(try PredicateParser.parse("age NOT IN {1}") == .not(.isOneOf(path: ["age"], [.integer(1)])))
    }

    @Test(arguments: ["age BETWEEN {1, 9}", "age between 1 and 9"])
    func aRangeIsReadInBothForms(text: String) throws {
        #expect(try PredicateParser.parse(text) == .isBetween(path: ["age"], .integer(1), .integer(9)))
    }

    @Test func theAndOfARangeDoesNotEndIt() throws {
        #expect(
            try PredicateParser.parse("age BETWEEN 1 AND 9 AND age != 5")
                == .and([.isBetween(path: ["age"], .integer(1), .integer(9)), age(.notEqual, 5)]))
    }

    @Test func pathsReachThroughLinksAndBackticksFreeWords() throws {
        #expect(
            try PredicateParser.parse("owner.name == 'x'")
                == .comparison(path: ["owner", "name"], .equal, .string("x")))
        #expect(try PredicateParser.parse("`in` == 5") == .comparison(path: ["in"], .equal, .integer(5)))
    }

    @Test func aPropertyAloneMeansThatItIsTrue() throws {
        #expect(
            try PredicateParser.parse("isOpen AND NOT isFull")
                == .and([
                    .comparison(path: ["isOpen"], .equal, .bool(true)),
                    .not(.comparison(path: ["isFull"], .equal, .bool(true))),
                ]))
    }

    @Test(arguments: [
        ("", 0, "expected the name of a property but found the end"),
        ("age >", 5, "expected a value but found the end"),
        ("age > > 5", 6, "expected a value but found '>'"),
        ("age > 5 age", 8, "expected AND, OR or the end but found 'age'"),
        ("(age > 5", 8, "expected ')' but found the end"),
        ("name == Oslo", 8, "expected a value; a text stands in quotes: \"Oslo\""),
        ("name == 'Oslo", 8, "the text that begins with ' has no end"),
        ("age ~ 5", 4, "'~' means nothing here"),
        ("age > 1.2.3", 6, "'1.2.3' is no number"),
        ("age > 9223372036854775808", 6, "the number 9223372036854775808 is too large for an integer"),
        ("age BETWEEN {1}", 12, "BETWEEN takes two values, not 1"),
        ("age IN 5", 7, "expected a list such as {1, 2} but found '5'"),
        ("age IN {1, 2)", 12, "expected '}' but found ')'"),
        ("age NOT 5", 8, "expected IN but found '5'"),
        ("5 CONTAINS age", 2, "expected a comparison but found 'CONTAINS'"),
        ("n CONTAINS[x] 'a'", 11, "expected [c] but found 'x'"),
        ("owner == #a", 9, "'#' stands before the number of an object"),
        ("owner. == 5", 7, "expected the name of a property but found '=='"),
    ])
    func aFaultIsNamedWithItsPlace(text: String, position: Int, message: String) {
        #expect(throws: PredicateError(message: message, position: position)) { try PredicateParser.parse(text) }
    }

    @Test func theColumnOfAFaultCountsFromOne() {
        #expect("\(PredicateError(message: "expected a value", position: 4))" == "expected a value at column 5")
    }

    @Test func deepNestingIsRefusedBeforeTheStackEnds() {
        let deep = String(repeating: "(", count: 100_000) + "age > 5"
        #expect(throws: PredicateError(message: "the condition is nested too deeply", position: 200)) {
            try PredicateParser.parse(deep)
        }
        let negated = String(repeating: "NOT ", count: 100_000) + "age > 5"
        #expect(throws: PredicateError.self) { try PredicateParser.parse(negated) }
    }

    @Test func longFlatConditionsAreFine() throws {
        let text = (0..<10_000).map { "age > \($0)" }.joined(separator: " OR ")
        guard case .or(let parts) = try PredicateParser.parse(text) else {
            Issue.record("the tree is no OR")
            return
        }
        #expect(parts.count == 10_000)
    }

    @Test func randomTextNeverTraps() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let pieces = [
            "age", "5", "'x'", "(", ")", "{", "}", ",", "AND", "NOT", "IN", "BETWEEN", "==", "<", ".", "-", "`", "\\",
            "e",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            do {
                _ = try PredicateParser.parse(text)
            } catch {
                #expect((0...text.count).contains(error.position), "seed \(seed): \(text)")
            }
        }
    }
}
