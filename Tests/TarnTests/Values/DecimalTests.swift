import Foundation
import Tarn
import Testing

private final class Price: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var amount: Decimal
    @Persisted var maybe: Decimal?
}

@Suite struct DecimalTests {
    let folder = TemporaryFolder()

    /// Numbers of every length and exponent that a decimal can have.
    private static func sample(_ random: inout SplitMix) -> Decimal {
        let length = Int.random(in: 0...38, using: &random)
        var text = String(Int.random(in: 1...9, using: &random))
        for _ in 0..<length { text += String(Int.random(in: 0...9, using: &random)) }
        // A mantissa of 39 digits can be too large for one; it is cut then.
        let exponent = Int.random(in: -128...(127 - length), using: &random)
        let sign = Bool.random(using: &random) ? "-" : ""
        return Decimal(string: "\(sign)\(text)e\(exponent)") ?? 1
    }

    @Test func everyDecimalComesBackAndKeepsItsOrder() throws {
        let seed =
            ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        var samples = (0..<400).map { _ in Self.sample(&random) }
        samples += [
            0, -0, 1, -1, .greatestFiniteMagnitude, -Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude,
            Decimal(string: "1e127")!, Decimal(string: "1e-127")!,
            Decimal(string: "99999999999999999999999999999999999999")!,
            Decimal(string: "0.00000000000000000000000000000000000001")!, Decimal(string: "1.00")!,
            Decimal(string: "1.10")!,
        ]
        samples = samples.filter { !$0.isNaN }
        let store = try Store(configuration: folder.configuration([Price.self]))
        try store.write {
            for (id, amount) in samples.enumerated() {
                try store.create(Price.self, value: ["id": id, "amount": amount, "maybe": amount])
            }
        }
        let all = store.objects(Price.self)
        for (id, amount) in samples.enumerated() {
            #expect(all[id].amount == amount && all[id].maybe == amount, "\(amount) seed \(seed)")
        }
        let sorted = all.sorted(by: \.amount).map(\.amount)
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
        for _ in 0..<50 {
            let bound = samples[Int.random(in: 0..<samples.count, using: &random)]
            #expect(
                all.where { $0.amount < bound }.count == samples.filter { $0 < bound }.count, "\(bound) seed \(seed)")
            #expect(
                all.where { $0.maybe == bound }.count == samples.filter { $0 == bound }.count, "\(bound) seed \(seed)")
        }
        #expect(all.min(of: \.amount) == samples.min() && all.max(of: \.amount) == samples.max())
    }

    @Test func equalNumbersAreEqualHoweverTheyAreWritten() throws {
        let store = try Store(configuration: folder.configuration([Price.self]))
        try store.write { try store.create(Price.self, value: ["id": 1, "amount": "1.00"]) }
        let all = store.objects(Price.self)
        #expect(
            all.where { $0.amount == 1 }.count == 1 && all.where { $0.amount == Decimal(string: "1.0000")! }.count == 1)
        #expect(all[0].amount == 1 && all.where { $0.amount < 1 }.isEmpty)
        try store.write { all[0].amount = -Decimal(0) }
        #expect(all.where { $0.amount == 0 }.count == 1 && all[0].amount == 0)
    }

    @Test func whatIsNoNumberIsRefused() throws {
        let store = try Store(configuration: folder.configuration([Price.self]))
        let error = #expect(throws: StoreError.self) {
            try store.write { try store.create(Price.self, value: ["id": 1, "amount": Decimal.nan] as [String: Any]) }
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("not a number"))
        #expect(throws: StoreError.self) { try store.write { try store.create(Price.self).maybe = .nan } }
        #expect(store.objects(Price.self).isEmpty)
    }
}
