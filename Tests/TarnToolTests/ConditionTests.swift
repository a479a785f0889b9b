import Foundation
import Tarn
import Testing

@testable import TarnToolKit

/// One property of each kind that a condition can name.
final class Sample: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var flag: Bool
    @Persisted var small: Int8
    @Persisted var ratio: Float
    @Persisted var amount: Double
    @Persisted var price: Decimal
    @Persisted var name: String
    @Persisted var bytes: Data
    @Persisted var day: Date
    @Persisted var token: UUID
    @Persisted var number: ObjectId
    @Persisted var note: String?
    @Persisted var other: Sample?
}

/// What conditions of the command line find, by the ids of the objects.
@Suite struct ConditionTests {
    private static var rows: [(id: Int, values: [String: Any])] {
        [
            (
                1,
                [
                    "flag": true, "small": 1, "ratio": Float(0.1), "amount": 2.0, "price": "1.10", "name": "Ann",
                    "note": "x",
                ]
            ),
            (
                2,
                [
                    "small": -3, "ratio": Float(0.5), "amount": 2.5, "price": "-7", "name": "anna",
                    "bytes": Data([0xAB, 1]),
                ]
            ),
            (3, ["amount": -1.0, "name": "Bo*b", "token": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]),
        ]
    }

    private func withFile(_ body: (String) throws -> Void) throws {
        let file = try SampleFile()
        let url = file.folder.appendingPathComponent("samples.tarn")
        let store = try Store(configuration: .init(fileURL: url, objectTypes: [Sample.self]))
        try store.write {
            for (id, values) in Self.rows {
                let object = try store.create(Sample.self, value: values.merging(["id": id]) { $1 })
                // 2001-01-01, 2001-01-02, 2001-01-03
                object.day = Date(timeIntervalSinceReferenceDate: Double(id - 1) * 86400)
                object.number = ObjectId("0000000000000000000000a\(id)") ?? object.number
                object.other = store.object(ofType: Sample.self, forPrimaryKey: id - 1)
            }
        }
        store.close()
        try body(url.path)
    }

    @Test func everyKindIsCompared() throws {
        let cases: [(condition: String, ids: [Int])] = [
            ("id == 2", [2]), ("flag", [1]), ("NOT flag", [2, 3]), ("small < 0", [2]), ("small > 1000", []),
            ("small >= 0.5", [1]), ("ratio == 0.1", [1]), ("ratio > 0.2", [2]), ("amount >= 2", [1, 2]),
            ("amount BETWEEN 2.1 AND 3", [2]), ("price == 1.1", [1]), ("price < '0'", [2]), ("price == 0", [3]),
            ("name == 'Ann'", [1]), ("name ==[c] 'ANN'", [1]), ("name !=[c] 'ANN'", [2, 3]), ("name < 'Bo'", [1]),
            ("name CONTAINS 'nn'", [1, 2]), ("name BEGINSWITH[c] 'AN'", [1, 2]), ("name ENDSWITH 'a'", [2]),
            ("name LIKE 'A?n'", [1]), ("name LIKE 'Bo\\\\*b'", []), ("name IN {'Ann', 'anna'}", [1, 2]),
            ("bytes == 'ab01'", [2]), ("day == '2001-01-02'", [2]), ("day > '2001-01-01T12:00:00Z'", [2, 3]),
            ("day <= '2001-01-01T00:00:00.000Z'", [1]), ("token == 'e621e1f8-c36c-495a-93fc-0c247a3e6e5f'", [3]),
            ("number == '0000000000000000000000a2'", [2]), ("note == nil", [2, 3]), ("note != nil", [1]),
            ("other == #1", [2]), ("other == nil", [1]), ("id NOT IN {1, 2.0}", [3]), ("id IN {}", []),
            ("other.name == 'Ann'", [2]), ("other.other.id == 1", [3]), ("other.name == nil", [1]),
            ("@links.Sample.other.@count == 0", [3]), ("ANY @links.Sample.other.name CONTAINS 'o'", [2]),
            ("other == obj('Sample', 2)", [3]), ("id * 2 + 1 > 5", [3]),
        ]
        try withFile { path in
            for (condition, ids) in cases {
                let run = ToolRun(["export", path, "Sample", "--csv", "--sort", "id", "--where", condition])
                let found = run.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
                #expect(found == ids.map { "\($0)" }, "\(condition): \(run.errors)")
            }
        }
    }

    @Test func typeConditionAndSuffixesStandInOneOperand() throws {
        try withFile { path in
            let cases: [(operand: String, options: [String], ids: [Int])] = [
                ("Sample WHERE id > 1 SORT(id DESC) LIMIT(1)", [], [3]), ("Sample SORT(id DESC)", [], [3, 2, 1]),
                ("Sample where name CONTAINS 'nn'", ["--where", "id > 1"], [2]),
                (" Sample ", ["--sort", "other.name", "--descending"], [3, 2, 1]),
                ("Sample WHERE ANY @links.Sample.other.id == 3", [], [2]),
            ]
            for (operand, options, ids) in cases {
                let run = ToolRun(["query", path, operand, "--csv"] + options)
                let found = run.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
                #expect(found == ids.map { "\($0)" }, "\(operand): \(run.errors)")
            }
            let explained = ToolRun(["query", path, "Sample WHERE other.id == 1", "--explain"])
            #expect(explained.output.contains("ANY other (id == 1)"))
            #expect(explained.output.contains("when observed each change is followed"))
            let wrong = ToolRun(["query", path, "Sample WHERE idd == 1"])
            #expect(wrong.code == .wrongUsage)
            #expect(wrong.errors.contains("Sample has no property 'idd'; it has: id"))
            #expect(wrong.errors.contains("\nidd == 1\n^\n"))
        }
    }

    @Test func whatDoesNotFitIsNamedWithItsPlace() throws {
        let cases: [(condition: String, message: String)] = [
            ("id > 1 OR height > 2", "Sample has no property 'height'; it has: id, flag,"),
            ("height > 2", "at column 1"), ("id > 1 OR height > 2", "at column 11"),
            ("id == 'x'", "'id' (int64) takes a number, not \"x\""), ("flag == 1", "'flag' (bool) takes true or false"),
            ("name == 5", "'name' (string) takes a text in quotes, not '5'"),
            ("day == 'tomorrow'", "'day' (date) takes a date in quotes such as '2001-12-31'"),
            ("day == 5", "takes a date"), ("token == 'x'", "takes a UUID in quotes"),
            ("number == 'x'", "takes 24 hexadecimal digits"), ("price == '1,5'", "takes a number, in quotes"),
            ("bytes == 'abc'", "takes hexadecimal digits in quotes"), ("other == 5", "takes the number of an object"),
            ("other < #5", "links can only be compared with == and !="), ("id < nil", "nil can only be compared"),
            ("id CONTAINS 'x'", "CONTAINS compares text with text, and 'id' is int64"),
            ("id <[c] 5", "[c] goes with ==, !=, IN and searches in text"),
            ("other.nam == 'x'", "Sample has no property 'nam'; did you mean 'name'?"),
        ]
        try withFile { path in
            for (condition, message) in cases {
                let run = ToolRun(["query", path, "Sample", "--where", condition])
                #expect(run.code == .wrongUsage, "\(condition)")
                #expect(run.errors.contains("--where: ") && run.errors.contains(message), "\(condition): \(run.errors)")
                // One line for the fault, two that show the place.
                #expect(run.errors.filter(\.isNewline).count == 3)
                #expect(run.errors.hasSuffix("^\n"))
            }
        }
    }
}
