import Testing

@testable import Demo

@Suite struct CSVReaderTests {
    private func rows(_ text: String) throws -> [[String]] {
        var reader = CSVReader(Array(text.utf8))
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    @Test func plainFieldsAreSplitAtCommas() throws {
        #expect(try rows("a,b\n1,2\n") == [["a", "b"], ["1", "2"]])
        #expect(try rows("a,,c\n,\n") == [["a", "", "c"], ["", ""]])
    }

    @Test func theLastLineNeedsNoEnd() throws {
        #expect(try rows("a,b\n1,2") == [["a", "b"], ["1", "2"]])
        #expect(try rows("a,b\n1,") == [["a", "b"], ["1", ""]])
        #expect(try rows("") == [])
    }

    @Test func quotedFieldsHoldCommasQuotesAndLineEnds() throws {
        #expect(
            try rows("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\nx,y,z\n") == [
                ["a,b", "say \"hi\"", "two\nlines"], ["x", "y", "z"],
            ])
        #expect(try rows("\"\",\"\"\n") == [["", ""]])
    }

    @Test func bothLineEndsAndAMarkAtTheBeginningAreRead() throws {
        #expect(try rows("\u{feff}a,b\r\n1,2\r\n\r\n3,4\r\n") == [["a", "b"], ["1", "2"], ["3", "4"]])
    }

    @Test func lettersOfAllLanguagesStay() throws {
        #expect(try rows("\u{d8}lesund,\"Z\u{fc}rich\"\n") == [["\u{d8}lesund", "Z\u{fc}rich"]])
    }

    @Test(arguments: [
        ("a\n\"b\nc", 2, "a quoted field has no end"),
        ("a\nb\"c\"\n", 2, "a quote inside a plain field"),
        ("\"a\nb\"c\n", 2, "text after a quoted field"),
    ])
    func aBrokenFileIsRefusedWithItsLine(text: String, line: Int, message: String) {
        #expect(throws: CSVReader.Failure(line: line, message: message)) { try rows(text) }
    }

    @Test func theAirportsAreAllRead() throws {
        let rows = try rows(String(decoding: AirportFile.bytes(), as: UTF8.self))
        #expect(rows.count == 3377)
        #expect(rows.allSatisfy { $0.count == 7 })
        #expect(rows.first == ["iata", "name", "city", "state", "country", "latitude", "longitude"])
    }
}
