import Foundation
import Tarn
import Testing

enum Ending: Int, PersistableEnum {
    case least
    case most
    init?(rawValue: Int) {
        switch rawValue {
        case .min: self = .least
        case .max: self = .most
        default: return nil
        }
    }
    var rawValue: Int { self == .least ? .min : .max }
}

final class Parcel: Object {
    @Persisted(primaryKey: true) var key: String
    @Persisted(indexed: true) var text: String
    @Persisted var data: Data
    @Persisted(indexed: true) var real: Double
    @Persisted var single: Float
    @Persisted(indexed: true) var day: Date?
    @Persisted var money: Decimal?
    @Persisted var ending: Ending
}

final class Ordinal: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var copy: Int
}

/// Values at the limits come back as they were, or are refused by an error that says why.
@Suite struct BadInputTests {
    let folder = TemporaryFolder()

    private func open(_ types: [Object.Type] = [Parcel.self, Ordinal.self]) throws -> Store {
        try Store(configuration: folder.configuration(types))
    }

    /// Stores a value and reads it from a reopened file.
    private func kept<Value: Persistable>(
        _ values: [Value], _ path: ReferenceWritableKeyPath<Parcel, Value>
    ) throws -> [Value] {
        var store = try open()
        try store.write {
            try store.deleteAll(Parcel.self)
            for (place, value) in values.enumerated() {
                let parcel = Parcel()
                parcel.key = "\(place + 1000)"
                parcel[keyPath: path] = value
                try store.add(parcel)
            }
        }
        store.close()
        store = try open()
        #expect(try Store.verify(at: URL(fileURLWithPath: folder.path())).faults.isEmpty)
        return store.objects(Parcel.self).sorted(by: \.key).map { $0[keyPath: path] }
    }

    static let texts = [
        "", "\0", "a\0b", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "e\u{301}", "\u{e9}", "\u{FEFF}x",
        "\u{10FFFF}",
        String(repeating: "\u{301}", count: 1000), String(repeating: "x", count: 255),
        String(repeating: "x", count: 256),
        String(repeating: "\u{1F680}", count: 64), String(repeating: "y", count: 4096),
        String(repeating: "z", count: 70_000),
    ]

    @Test func textOfEveryKindComesBackByteForByte() throws {
        let found = try kept(Self.texts, \.text)
        #expect(found.map { Array($0.utf8) } == Self.texts.map { Array($0.utf8) })
        let store = try open()
        for text in Self.texts {
            let same = Self.texts.filter { Array($0.utf8) == Array(text.utf8) }.count
            #expect(store.objects(Parcel.self).where { $0.text == text }.count == same)
        }
    }

    @Test func textOf64MegabytesComesBackAndGoes() throws {
        let long = String(repeating: "0123456789abcdef", count: 4 << 20)
        #expect(try kept([long, "", long + "!"], \.text).map(\.utf8.count) == [64 << 20, 0, 64 << 20 + 1])
        let store = try open()
        #expect(store.object(ofType: Parcel.self, forPrimaryKey: "1000")?.text == long)
        try store.write { for parcel in store.objects(Parcel.self) { parcel.text = "" } }
        #expect(store.objects(Parcel.self).where { $0.text == "" }.count == 3)
    }

    @Test func dataNeedNotBeText() throws {
        let data = [
            Data(), Data([0]), Data([0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80]), Data(count: 300), Data(count: 1 << 20),
        ]
        #expect(try kept(data, \.data) == data)
    }

    @Test func numbersThatAreNoneAndThoseAtTheEndsKeepEveryBit() throws {
        let reals: [Double] = [
            .nan, .signalingNaN, Double(nan: 7, signaling: false), .infinity, -.infinity, -0.0, 0,
            .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .ulpOfOne,
        ]
        #expect(try kept(reals, \.real).map(\.bitPattern) == reals.map(\.bitPattern))
        let singles: [Float] = [.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
        #expect(try kept(singles, \.single).map(\.bitPattern) == singles.map(\.bitPattern))
    }

    /// Q6, Q13
    @Test func noNumberEqualsNothingComesFirstAndIsNoExtreme() throws {
        _ = try kept([.nan, 1, -.infinity, .infinity, -0.0, 0], \.real)
        let store = try open()
        let all = store.objects(Parcel.self)
        #expect(all.where { $0.real == .nan }.count == 0)
        #expect(all.where { $0.real == 0 }.count == 2)
        #expect(all.where { $0.real < .infinity }.count == 4)
        #expect(all.sorted(by: \.real).map(\.key) == ["1000", "1002", "1004", "1005", "1001", "1003"])
        #expect(all.min(of: \.real) == -.infinity && all.max(of: \.real) == .infinity)
        #expect(all.sum(of: \.real).isNaN)
    }

    @Test func datesOfAllTimesComeBack() throws {
        let years: [Date?] = [
            Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: -1),
            Date(timeIntervalSince1970: 0),
            Date(timeIntervalSince1970: 253_402_300_799.999), .distantPast, .distantFuture, nil,
            Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude),
        ]
        #expect(try kept(years, \.day) == years)
        let store = try open()
        #expect(store.objects(Parcel.self).where { $0.day < Date(timeIntervalSince1970: 0) }.count == 3)
    }

    @Test func decimalsKeepAllDigits() throws {
        let texts = [
            "0", "-0.01", "99999999999999999999999999999999999999", "-12345678901234567890.123456789", "1e-127",
            "3e127",
        ]
        let decimals = texts.map { Decimal(string: $0) } + [.greatestFiniteMagnitude, .leastFiniteMagnitude, nil]
        #expect(try kept(decimals, \.money) == decimals)
    }

    @Test func aDecimalThatIsNoNumberIsRefused() throws {
        let store = try open()
        let parcel = Parcel()
        parcel.money = .nan
        #expect(code { try store.write { try store.add(parcel) } } == .invalidValue)
        #expect(store.objects(Parcel.self).isEmpty && parcel.store == nil)
        try store.write { _ = try store.create(Parcel.self, value: ["key": "a", "money": Decimal(1)]) }
        #expect(code { try store.write { store.objects(Parcel.self)[0].money = .nan } } == .invalidValue)
        #expect(
            code { try store.write { try store.objects(Parcel.self).setValue(.nan, for: \.money) } } == .invalidValue)
        #expect(store.objects(Parcel.self)[0].money == 1)
    }

    @Test func integersAtTheEndsAreKeysLikeOthers() throws {
        let ids: [Int] = [
            .min, .min + 1, -1 << 40, -65, -64, -1, 0, 1, 63, 64, 1 << 40, .max - 1, .max,
            Int(bitPattern: 0x9E37_79B9_7F4A_7C15), Int(bitPattern: 0xFFFF_FFFF_0000_0001),
        ]
        var store = try open()
        try store.write { for id in ids.shuffled() { _ = try store.create(Ordinal.self, value: [id, id]) } }
        store.close()
        store = try open()
        #expect(store.objects(Ordinal.self).map(\.id) == ids.sorted())
        #expect(store.objects(Ordinal.self).sorted(by: \.copy, ascending: false).map(\.copy) == ids.sorted().reversed())
        for id in ids { #expect(store.object(ofType: Ordinal.self, forPrimaryKey: id)?.copy == id) }
        #expect(store.objects(Ordinal.self).where { $0.copy >= .max - 1 }.count == 2)
        #expect(store.objects(Ordinal.self).where { $0.id <= .min }.count == 1)
        #expect(
            store.objects(Ordinal.self).max(of: \.id) == .max && store.objects(Ordinal.self).min(of: \.copy) == .min)
        try store.write { try store.delete(store.objects(Ordinal.self).where { $0.copy < 0 }) }
        #expect(store.objects(Ordinal.self).map(\.id) == ids.filter { $0 >= 0 }.sorted())
    }

    @Test func aKeyOverTheLimitIsRefusedAndNothingIsLeft() throws {
        let store = try open()
        for length in [506, 507, 511, 512, 100_000] {
            let key = String(repeating: "k", count: length)
            let refusal = code {
                try store.write { _ = try store.create(Parcel.self, value: ["key": key, "text": "x"]) }
            }
            #expect(refusal == (length <= 506 ? nil : .keyTooLong), "\(length)")
            #expect(store.object(ofType: Parcel.self, forPrimaryKey: key)?.text == (length <= 506 ? "x" : nil))
        }
        try store.write {
            let refusal = code { _ = try store.create(Parcel.self, value: ["key": String(repeating: "k", count: 600)]) }
            #expect(refusal == .keyTooLong)
            _ = try store.create(Parcel.self, value: ["key": ""])
        }
        #expect(store.objects(Parcel.self).count == 2)
    }

    @Test func keysThatLookAlikeAreDifferentWhenTheirBytesAre() throws {
        let store = try open()
        try store.write {
            for (place, key) in ["e\u{301}", "\u{e9}", "E\u{301}", "", "\0", "\0\0"].enumerated() {
                _ = try store.create(Parcel.self, value: ["key": key, "real": Double(place)])
            }
        }
        #expect(store.objects(Parcel.self).count == 6)
        #expect(store.object(ofType: Parcel.self, forPrimaryKey: "\u{e9}")?.real == 1)
        #expect(store.object(ofType: Parcel.self, forPrimaryKey: "\0\0")?.real == 5)
    }

    @Test func rawValuesAtTheEndsComeBack() throws {
        #expect(try kept([.least, .most], \.ending) == [.least, .most])
    }
}
