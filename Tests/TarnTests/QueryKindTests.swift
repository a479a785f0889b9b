import Foundation
import Tarn
import Testing

/// Every operator on every kind, on four objects: a low, a middle and a high value, then high again with nil where the
/// property is optional. What Swift itself says of the values is what the store has to find.
@Suite struct QueryKindTests {
    let store: Store
    let all: Results<Everything>
    let dates = [-62_135_596_800, 0.25, 4e9].map { Date(timeIntervalSinceReferenceDate: $0) }
    let uuids = ["00", "7F", "FF"].compactMap { UUID(uuidString: "\($0)000000-0000-4000-8000-000000000000") }
    let ids = ["00", "7f", "ff"].compactMap { ObjectId($0 + "0000000000000000000000") }
    let decimals = ["-1e20", "0.1", "12345678901234567890.5"].compactMap { Decimal(string: $0) }
    let texts = ["", "M\u{E9}xico", "zz"]

    init() throws {
        store = try Store(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Everything.self]))
        all = store.objects(Everything.self)
        try store.write {
            for row in 0..<4 {
                let object = Everything()
                object.key = "abcn".map(String.init)[row]
                fill(object, min(row, 2))
                if row < 3 { fillOptionals(object, row) }
                try store.add(object)
            }
        }
    }

    private func fill(_ object: Everything, _ row: Int) {
        object.bool = row > 0
        object.int8 = [Int8.min, 0, .max][row]
        object.int16 = [Int16.min, 0, .max][row]
        object.int32 = [Int32.min, 0, .max][row]
        object.int64 = [Int64.min, 0, .max][row]
        object.float = [-Float.infinity, 0.5, .greatestFiniteMagnitude][row]
        object.double = [-Double.infinity, 0.5, .greatestFiniteMagnitude][row]
        object.decimal = decimals[row]
        object.text = texts[row]
        object.data = Data([UInt8(row), 0])
        object.date = dates[row]
        object.uuid = uuids[row]
        object.objectId = ids[row]
        object.size = row == 0 ? .small : .large
        object.level = row == 0 ? .low : .high
    }

    private func fillOptionals(_ object: Everything, _ row: Int) {
        object.maybeBool = row > 0
        object.maybeInt = [Int.min, 0, .max][row]
        object.maybeInt8 = [Int8.min, 0, .max][row]
        object.maybeFloat = [-Float.infinity, 0.5, .greatestFiniteMagnitude][row]
        object.maybeDouble = [-Double.infinity, 0.5, .greatestFiniteMagnitude][row]
        object.maybeDecimal = decimals[row]
        object.maybeText = texts[row]
        object.maybeData = Data([UInt8(row), 0])
        object.maybeDate = dates[row]
        object.maybeUUID = uuids[row]
        object.maybeObjectId = ids[row]
        object.maybeSize = row == 0 ? .small : .large
        object.maybeLevel = row == 0 ? .low : .high
    }

    func keys(_ test: (Query<Everything>) -> Query<Bool>) -> String { all.where(test).values(of: \.key).joined() }

    /// The keys of the rows whose value passes a test.
    func expected<Value>(_ rows: [Value], _ test: (Value) -> Bool) -> String {
        zip("abcn", rows).filter { test($1) }.map { String($0.0) }.joined()
    }

    /// Equality and membership with each of the values.
    func checkEquality<Value: Persistable & Equatable>(
        _ values: [Value], isNilIn last: Value, _ property: (Query<Everything>) -> Query<Value>
    ) {
        let rows = values + [last]
        for value in rows {
            #expect(keys { property($0) == value } == expected(rows) { $0 == value }, "== \(value)")
            #expect(keys { property($0) != value } == expected(rows) { $0 != value }, "!= \(value)")
            #expect(keys { property($0).in([value, values[0]]) } == expected(rows) { $0 == value || $0 == values[0] })
        }
        #expect(keys { property($0).in([]) } == "")
        #expect(keys { property($0) == property($0) } == "abcn")
        #expect(keys { property($0) != property($0) } == "")
    }

    /// Order and ranges with each of the values; nil is in none of them.
    func checkOrder<Value: OrderedValue & Equatable>(
        _ values: [Value.Bound], isNilIn last: Value.Bound?, as wrap: (Value.Bound) -> Value,
        _ property: (Query<Everything>) -> Query<Value>
    ) {
        let rows: [Value.Bound?] = values.map { $0 } + [last]
        func passing(_ test: (Value.Bound) -> Bool) -> String { expected(rows) { $0.map(test) ?? false } }
        for bound in values {
            let value = wrap(bound)
            #expect(keys { property($0) < value } == passing { $0 < bound }, "< \(value)")
            #expect(keys { property($0) <= value } == passing { $0 <= bound }, "<= \(value)")
            #expect(keys { property($0) > value } == passing { $0 > bound }, "> \(value)")
            #expect(keys { property($0) >= value } == passing { $0 >= bound }, ">= \(value)")
            #expect(keys { property($0).contains(values[0]..<bound) } == passing { $0 < bound }, "..< \(value)")
            #expect(keys { property($0).contains(bound...values[2]) } == passing { $0 >= bound }, "... \(value)")
        }
        #expect(keys { property($0) < property($0) } == "")
        #expect(keys { property($0) >= property($0) } == passing { _ in true })
    }

    /// A property with order, and the optional one beside it.
    func check<Value: OrderedValue & Comparable>(
        _ values: [Value], _ property: (Query<Everything>) -> Query<Value>
    ) where Value.Bound == Value {
        checkEquality(values, isNilIn: values[2], property)
        checkOrder(values, isNilIn: values[2], as: { $0 }, property)
    }

    func check<Value: OrderedValue & Comparable>(
        _ values: [Value], optional property: (Query<Everything>) -> Query<Value?>
    ) where Value.Bound == Value {
        checkEquality(values.map { $0 }, isNilIn: nil, property)
        checkOrder(values, isNilIn: nil, as: { $0 }, property)
    }

    @Test func everyOrderedKindHasASmallestAndALargestValue() {
        #expect(all.min(of: \.date) == dates[0] && all.max(of: \.maybeDate) == dates[2])
        #expect(all.min(of: \.maybeDecimal) == decimals[0] && all.max(of: \.decimal) == decimals[2])
        #expect(all.min(of: \.uuid) == uuids[0] && all.max(of: \.maybeUUID) == uuids[2])
        #expect(all.min(of: \.maybeObjectId) == ids[0] && all.max(of: \.objectId) == ids[2])
        #expect(all.min(of: \.maybeText) == texts[0] && all.max(of: \.text) == texts[2])
        let none = all.where { $0.int64 == 5 }
        #expect(none.min(of: \.date) == nil && none.max(of: \.maybeDecimal) == nil)
    }

    @Test func integersOfEachWidth() {
        check([Int8.min, 0, .max]) { $0.int8 }
        check([Int16.min, 0, .max]) { $0.int16 }
        check([Int32.min, 0, .max]) { $0.int32 }
        check([Int64.min, 0, .max]) { $0.int64 }
        check([Int8.min, 0, .max], optional: { $0.maybeInt8 })
        check([Int.min, 0, .max], optional: { $0.maybeInt })
    }

    @Test func floatingPointNumbersAndDecimals() {
        check([-Float.infinity, 0.5, .greatestFiniteMagnitude]) { $0.float }
        check([-Double.infinity, 0.5, .greatestFiniteMagnitude]) { $0.double }
        check(decimals) { $0.decimal }
        check([-Float.infinity, 0.5, .greatestFiniteMagnitude], optional: { $0.maybeFloat })
        check([-Double.infinity, 0.5, .greatestFiniteMagnitude], optional: { $0.maybeDouble })
        check(decimals, optional: { $0.maybeDecimal })
    }

    @Test func textDatesAndIdentifiers() {
        check(texts) { $0.text }
        check(dates) { $0.date }
        check(uuids) { $0.uuid }
        check(ids) { $0.objectId }
        check(texts, optional: { $0.maybeText })
        check(dates, optional: { $0.maybeDate })
        check(uuids, optional: { $0.maybeUUID })
        check(ids, optional: { $0.maybeObjectId })
    }

    // E1
    @Test func kindsWithoutOrder() {
        let data = (0..<3).map { Data([UInt8($0), 0]) }
        checkEquality([false, true, true], isNilIn: true) { $0.bool }
        checkEquality([false, true, true], isNilIn: nil) { $0.maybeBool }
        checkEquality(data, isNilIn: data[2]) { $0.data }
        checkEquality(data, isNilIn: nil) { $0.maybeData }
        checkEquality([Size.small, .large, .large], isNilIn: .large) { $0.size }
        checkEquality([Size.small, .large, .large], isNilIn: nil) { $0.maybeSize }
        checkEquality([Level.low, .high, .high], isNilIn: .high) { $0.level }
        checkEquality([Level.low, .high, .high], isNilIn: nil) { $0.maybeLevel }
        #expect(keys { $0.level.rawValue > 1 } == "bcn")
        #expect(keys { $0.maybeLevel.rawValue > 1 } == "bc")
        #expect(keys { $0.maybeLevel.rawValue == nil } == "n")
    }

    @Test func truthValuesAreConditionsByThemselves() {
        #expect(keys { $0.bool } == "bcn")
        #expect(keys { !$0.bool } == "a")
        #expect(keys { $0.bool && $0.int64 > 0 } == "cn")
        #expect(keys { $0.int64 < 0 || $0.bool } == "abcn")
        #expect(keys { $0.bool == ($0.int8 > 0) } == "acn")
        #expect(keys { $0.maybeBool == true } == "bc")
        #expect(keys { !($0.maybeInt < 0) } == "bcn")
    }

    @Test func theValueThatIsNoNumberEqualsNothing() {
        #expect(keys { $0.double == .nan || $0.double < .nan || $0.double >= .nan } == "")
        #expect(keys { $0.double != .nan } == "abcn")
        #expect(keys { $0.decimal == .nan || $0.decimal.in([.nan]) || $0.maybeDecimal == .nan } == "")
        #expect(keys { $0.decimal != .nan } == "abcn")
        #expect(keys { $0.maybeInt < nil || $0.maybeInt >= nil } == "")
    }
}
