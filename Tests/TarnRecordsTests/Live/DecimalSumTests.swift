import Foundation
import Testing

@testable import TarnRecords

@Suite struct DecimalSumTests {
    private static func bytes(_ text: String) -> [UInt8] {
        var digits: [UInt8] = []
        var point: Int?
        for byte in text.utf8 {
            if byte == 46 { point = digits.count } else if byte != 45 { digits.append(byte - 48) }
        }
        return DecimalBytes.encode(
            isNegative: text.hasPrefix("-"), digits: digits, exponent: point ?? digits.count) ?? []
    }

    private static func random(_ random: inout RandomSource) -> String {
        let digits = (0...random.below(15)).map { _ in String(random.below(10)) }.joined()
        let fraction = (0...random.below(8)).map { _ in String(random.below(10)) }.joined()
        return (random.isOne(in: 2) ? "-" : "") + digits + (random.isOne(in: 3) ? "" : "." + fraction)
    }

    private static func decimal(_ bytes: [UInt8]?) -> Decimal? {
        bytes.flatMap { DecimalBytes.text($0) }.flatMap { Decimal(string: $0) }
    }

    @Test func decimalsAreComputedExactly() throws {  // Q13
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<400 {
            let (one, other) = (Self.random(&random), Self.random(&random))
            let a = try #require(WideDecimal(Self.bytes(one)))
            let b = try #require(WideDecimal(Self.bytes(other)))
            let x = try #require(Decimal(string: one))
            let y = try #require(Decimal(string: other))
            #expect(Self.decimal(a.adding(b).bytes) == x + y, "seed \(seed): \(one) + \(other)")
            #expect(Self.decimal(a.adding(b.negated).bytes) == x - y, "seed \(seed): \(one) - \(other)")
            // Foundation rounds longer products in another way.
            if one.utf8.count + other.utf8.count <= 36 {
                #expect(Self.decimal(a.multiplied(by: b).bytes) == x * y, "seed \(seed): \(one) * \(other)")
            }
            if let quotient = a.divided(by: b), let found = Self.decimal(quotient.bytes) {
                let wanted = abs(x) * Decimal(string: "1e-36")! * 10
                #expect(abs(found * y - x) <= wanted, "seed \(seed): \(one) / \(other)")
            } else {
                #expect(y == 0)
            }
        }
        let third = WideDecimal(Int64(1)).divided(by: WideDecimal(Int64(3)))
        #expect(third?.bytes == Self.bytes("0." + String(repeating: "3", count: 38)))
        #expect(WideDecimal(0.1)?.bytes == Self.bytes("0.1"))
        #expect(WideDecimal(-1.5e-7)?.bytes == Self.bytes("-0.00000015"))
        #expect(WideDecimal(Int64.min).bytes == Self.bytes("-9223372036854775808"))
    }

    @Test func sumsOfDecimalsAreExactAndFollowChanges() throws {  // Q13
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        var sum = DecimalSum()
        var values: [String] = []
        for _ in 0..<300 {
            if !values.isEmpty && random.isOne(in: 3) {
                sum.change(Self.bytes(values.remove(at: random.below(values.count))), isAdded: false)
            } else {
                values.append(Self.random(&random))
                sum.change(Self.bytes(values[values.count - 1]), isAdded: true)
            }
            let expected = values.reduce(Decimal(0)) { $0 + (Decimal(string: $1) ?? 0) }
            #expect(Self.decimal(sum.value.bytes) == expected, "seed \(seed)")
        }
    }

    @Test func columnsOfDecimalsHaveSums() throws {  // Q13
        let file = try RecordFile([
            ObjectSchema(name: "Bill", properties: [.init(name: "price", kind: .decimal, isOptional: true)])
        ])
        let prices = ["0.1", "0.2", "12345678901234567890123456789.01", "-0.3"]
        try file.write { session in
            for (number, price) in prices.enumerated() {
                try session.make(file.table, ObjectKey(Int64(number)), [.bytes(Self.bytes(price))])
            }
            try session.make(file.table, ObjectKey(9), [.null])
        }
        try file.read { (session) throws in
            let query = RecordQuery(table: file.table)
            for sum in [
                try session.sum(query, 0), try session.exactSum(query, 0),
                try LiveQuery(query, session).numbers(0, session).sum,
            ] {
                #expect(sum.total == .decimal(Self.bytes("12345678901234567890123456789.01")))
                #expect(sum.count == 4)
                #expect(sum.decimalAverage == Self.bytes("3086419725308641972530864197.2525"))
            }
            let none = try session.sum(RecordQuery(table: file.table, steps: [.filter(.constant(false))]), 0)
            #expect(none.total == .decimal(DecimalBytes.zero) && none.decimalAverage == nil && none.count == 0)
        }
    }
}
