import Testing

@testable import TarnToolKit

@Suite struct PrintingTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1_234_567, "1.2 MB"),
        (999_949, "999.9 kB"), (999_950, "1.0 MB"), (4_294_967_296, "4.3 GB"), (Int.max, "9.2 EB"),
    ])
    func aSizeTakesTheUnitThatFits(bytes: Int, text: String) {
        #expect(Figures.size(bytes) == text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func aCountIsGroupedByThousands(value: Int, text: String) {
        #expect(Figures.count(value) == text)
    }

    @Test func aCountAgreesWithItsNoun() {
        #expect(Figures.count(1, "object") == "1 object")
        #expect(Figures.count(3376, "object") == "3,376 objects")
    }

    @Test(arguments: [
        (Duration.nanoseconds(420), "420 ns"), (.microseconds(1), "1.00 us"), (.microseconds(12_340), "12.3 ms"),
        (.seconds(90), "90.0 s"), (.zero, "0.00 ns"),
    ])
    func aDurationTakesTheUnitThatFits(duration: Duration, text: String) {
        #expect(Figures.duration(duration) == text)
    }

    @Test(arguments: [
        (1.005, 1, "1.0"), (-0.04, 1, "0.0"), (2.5, 0, "3"), (-33.8688, 4, "-33.8688"), (.infinity, 2, "inf"),
        (12.05, 2, "12.05"),
    ])
    func aFixedNumberKeepsItsDigits(value: Double, digits: Int, text: String) {
        #expect(Figures.fixed(value, digits: digits) == text)
    }

    @Test func aTableAlignsItsColumns() {
        var table = Table([("name", .left), ("age", .right)])
        table.add(["Ann", "31"])
        table.add(["Bartholomew", "7"])
        table.add(["Cy"])
        let rule = String(repeating: "\u{2500}", count: 11) + "  " + String(repeating: "\u{2500}", count: 3)
        #expect(
            table.lines() == ["  name         age", "  " + rule, "  Ann           31", "  Bartholomew    7", "  Cy"])
    }

    @Test func theWidestColumnsGiveWay() {
        var table = Table([("id", .right), ("text", .left), ("more", .left)])
        table.add(["1", String(repeating: "a", count: 200), String(repeating: "b", count: 30)])
        let lines = table.lines(width: 60)
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(lines[2].contains("aaa..."))
        #expect(lines[2].contains("bbb"))
    }

    @Test func aTableWithManyColumnsStaysReadable() {
        var table = Table((0..<40).map { ("column\($0)", .left) })
        table.add((0..<40).map { "value\($0)" })
        #expect(table.lines(width: 100).count == 3)
    }

    @Test func controlCharactersDoNotReachTheTerminal() {
        var table = Table([("a", .left), ("b", .left)])
        table.add(["x\ny\u{1b}[31mz", "\u{7f}"])
        #expect(table.lines().last == "  x y [31mz")
    }

    @Test func aProgressBarFillsUp() {
        var state = ProgressState(title: "Import", unit: "rows")
        let half = state.line(completed: 500, total: 1000, at: .milliseconds(10))
        #expect(half?.contains(" 50%  500 rows") == true)
        #expect(half?.filter { $0 == "\u{2588}" }.count == 15)
        #expect(half?.filter { $0 == "\u{2591}" }.count == 15)
        let end = state.line(completed: 1000, total: 1000, at: .milliseconds(20))
        #expect(end?.contains("100%  1,000 rows") == true)
    }

    @Test func aProgressBarIsDrawnAtMostTwentyTimesASecond() {
        var state = ProgressState(title: "Import", unit: "rows")
        let drawn = (0..<10_000).filter { state.line(completed: $0, total: 10_000, at: .microseconds(100 * $0)) != nil }
        #expect(drawn.count <= 21)
    }

    @Test func aProgressBarOfNothingIsComplete() {
        var state = ProgressState(title: "Verify", unit: "pages")
        #expect(state.line(completed: 0, total: 0, at: .zero)?.contains("100%") == true)
        #expect(state.line(completed: 0, total: 0, at: .zero) == nil)
    }

    @Test func jsonKeepsTheOrderOfItsMembers() {
        let value = JSONText.object([
            ("z", .integer(1)), ("a", .array([.null, .bool(true), .real(0.5), .real(.nan)])), ("e", .object([])),
        ])
        #expect(value.compact == #"{"z":1,"a":[null,true,0.5,"nan"],"e":{}}"#)
        #expect(
            value.pretty() == """
                {
                  "z": 1,
                  "a": [
                    null,
                    true,
                    0.5,
                    "nan"
                  ],
                  "e": {}
                }
                """)
    }

    @Test func jsonEscapesWhatItMust() {
        #expect(JSONText.string("a\"b\\c\n\t\u{1}\u{e9}/").compact == "\"a\\\"b\\\\c\\n\\t\\u0001\u{e9}/\"")
    }

    @Test func csvQuotesWhatItMust() {
        #expect(
            CSVText.line(["a", nil, "", "b,c", "say \"hi\"", " x", "1\n2"])
                == "a,,\"\",\"b,c\",\"say \"\"hi\"\"\",\" x\",\"1\n2\"")
        #expect(CSVText.line(["\"\u{301}"]) == "\"\"\"\u{301}\"")
    }

    @Test func outputIsPassedOnInPiecesAndStopsAtAFailure() throws {
        struct Full: Error {}
        var pieces: [String] = []
        let output = TextOutput { piece in
            if pieces.count == 1 { throw Full() }
            pieces.append(piece)
        }
        output.print("first")
        #expect(pieces.isEmpty)
        try output.flush()
        #expect(pieces == ["first\n"])
        output.print("second")
        #expect(throws: Full.self) { try output.flush() }
        output.print("third")
        #expect(throws: Full.self) { try output.flush() }
        #expect(pieces == ["first\n"])
    }
}
