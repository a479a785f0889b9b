import Foundation
import Tarn
import Testing

/// What a `#Predicate` finds in the store is what it says of each object in memory.
@Suite struct QueryPredicateTests {
    let store: Store
    let all: Results<Everything>

    init() throws {
        store = try Store(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Everything.self]))
        all = store.objects(Everything.self)
        try store.write {
            for row in 0..<24 {
                let object = Everything()
                object.key = "\(row)"
                object.bool = row.isMultiple(of: 3)
                object.int64 = Int64(row - 12)
                object.int8 = Int8(row % 5)
                object.double = Double(row) / 4
                object.text = ["", "Ann", "ann", "Hannah", "Bob"][row % 5]
                object.date = Date(timeIntervalSinceReferenceDate: Double(row * 3600))
                object.decimal = Decimal(row) / 10
                object.size = row.isMultiple(of: 2) ? .small : .large
                object.level = row % 4 == 0 ? .low : .high
                if !row.isMultiple(of: 4) {
                    object.maybeBool = row.isMultiple(of: 5)
                    object.maybeInt = row / 4
                    object.maybeText = ["", "Ann", "Bo"][row % 3]
                    object.maybeSize = row.isMultiple(of: 3) ? .small : .large
                    object.maybeDate = Date(timeIntervalSinceReferenceDate: Double(row))
                }
                try store.add(object)
            }
        }
    }

    /// Runs a predicate both ways. One that finds all or nothing would prove little.
    func check(
        _ predicate: Predicate<Everything>, isMixed: Bool = true, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let found = try all.filter(predicate).values(of: \.key)
        let expected = try all.filter { try predicate.evaluate($0) }.map(\.key)
        #expect(found == expected, sourceLocation: location)
        #expect(!isMixed || (!found.isEmpty && found.count < 24), sourceLocation: location)
    }

    @Test func comparisonsOnEitherSide() throws {
        try check(#Predicate { $0.int64 > 3 })
        try check(#Predicate { 3 > $0.int64 })
        try check(#Predicate { $0.int64 <= -3 })
        try check(#Predicate { -3 <= $0.int64 })
        try check(#Predicate { $0.double < 2.5 })
        try check(#Predicate { $0.double >= 2.5 })
        try check(#Predicate { $0.text == "Ann" })
        try check(#Predicate { "Ann" != $0.text })
        try check(#Predicate { $0.text > "B" })
    }

    @Test func constantsAreCapturedAndCalculated() throws {
        let (limit, when, price) = (Int64(2), Date(timeIntervalSinceReferenceDate: 36000), Decimal(string: "1.1")!)
        let text: String? = "Ann"
        let nothing: String? = nil
        try check(#Predicate { $0.int64 > limit + 2 })
        try check(#Predicate { $0.date < when })
        try check(#Predicate { $0.decimal >= price })
        try check(#Predicate { $0.maybeText == text })
        try check(#Predicate { $0.maybeText != text })
        try check(#Predicate { $0.maybeText == nothing })
        try check(#Predicate { limit > 1 && $0.int64 > limit })
        try check(#Predicate { limit > 5 || $0.int64 > limit })
    }

    @Test func logicAndTruthValues() throws {
        let yes = true
        try check(#Predicate { $0.bool })
        try check(#Predicate { !$0.bool })
        try check(#Predicate { $0.bool == yes })
        try check(#Predicate { $0.bool && $0.int64 > 0 })
        try check(#Predicate { $0.bool || $0.int64 > 0 })
        try check(#Predicate { !($0.bool || $0.int64 > 0) })
        try check(#Predicate { ($0.int64 > 0) == false })
        try check(#Predicate { $0.bool ? $0.int64 > 0 : $0.int64 < 0 })
        try check(#Predicate { _ in true }, isMixed: false)
        try check(#Predicate { _ in false }, isMixed: false)
    }

    @Test func optionalsAgainstValuesAndNil() throws {
        try check(#Predicate { $0.maybeInt == nil })
        try check(#Predicate { nil != $0.maybeInt })
        try check(#Predicate { $0.maybeInt == 3 })
        try check(#Predicate { $0.maybeInt != 3 })
        try check(#Predicate { $0.maybeBool == true })
        try check(#Predicate { $0.maybeBool != true })
        try check(#Predicate { $0.maybeBool ?? false })
        try check(#Predicate { !($0.maybeBool ?? true) })
    }

    @Test func nilReplacedByAConstant() throws {
        try check(#Predicate { ($0.maybeInt ?? 9) > 3 })
        try check(#Predicate { ($0.maybeInt ?? 0) > 3 })
        try check(#Predicate { ($0.maybeInt ?? 3) == 3 })
        try check(#Predicate { ($0.maybeInt ?? 3) != 3 })
        try check(#Predicate { ($0.maybeInt ?? 9) != 3 })
        try check(#Predicate { 3 < ($0.maybeInt ?? 9) })
        try check(#Predicate { ($0.maybeText ?? "Ann").contains("nn") })
        try check(#Predicate { ($0.maybeText ?? "").contains("nn") })
        try check(#Predicate { ($0.maybeText ?? "Ann").starts(with: "A") })
        try check(#Predicate { ($0.maybeText ?? "").isEmpty })
        try check(#Predicate { [1, 9].contains($0.maybeInt ?? 9) })
        try check(#Predicate { (1...3).contains($0.maybeInt ?? 2) })
    }

    @Test func optionalsUnwrapped() throws {
        let when = Date(timeIntervalSinceReferenceDate: 10)
        try check(#Predicate { $0.maybeInt.flatMap { $0 > 3 } ?? false })
        try check(#Predicate { $0.maybeInt.flatMap { $0 > 3 } ?? true })
        try check(#Predicate { $0.maybeInt.flatMap { $0 != 3 } ?? false })
        try check(#Predicate { $0.maybeInt.flatMap { $0 != 3 } == true })
        try check(#Predicate { $0.maybeInt.flatMap { $0 != 3 } == false })
        try check(#Predicate { $0.maybeInt.flatMap { $0 != 3 } != false })
        try check(#Predicate { $0.maybeInt.flatMap { $0 != 3 } == nil })
        try check(#Predicate { $0.maybeText?.contains("n") ?? false })
        try check(#Predicate { $0.maybeText?.contains("n") == true })
        try check(#Predicate { $0.maybeText?.contains("n") != true })
        try check(#Predicate { $0.maybeText?.isEmpty ?? true })
        try check(#Predicate { if let number = $0.maybeInt { number > 3 && number < 5 } else { false } })
        try check(#Predicate { ($0.maybeDate.flatMap { $0 < when } ?? true) })
    }

    @Test func listsAndRanges() throws {
        let set: Set<Int64> = [-1, 4, 7]
        let optionals: [Int?] = [2, nil]
        let (range, half) = (Int64(-3)...4, 1.0..<2.5)
        try check(#Predicate { set.contains($0.int64) })
        try check(#Predicate { ["Ann", "Bob"].contains($0.text) })
        try check(#Predicate { optionals.contains($0.maybeInt) })
        try check(#Predicate { (-3...4).contains($0.int64) })
        try check(#Predicate { (-3..<4).contains($0.int64) })
        try check(#Predicate { range.contains($0.int64) })
        try check(#Predicate { half.contains($0.double) })
        try check(#Predicate { $0.maybeInt.flatMap { (2...3).contains($0) } ?? false })
        try check(#Predicate { $0.maybeInt.flatMap { [1, 2].contains($0) } ?? true })
    }

    @Test func searchesInText() throws {
        let needle = "ann"
        try check(#Predicate { $0.text.contains("nn") })
        try check(#Predicate { $0.text.contains(needle) })
        try check(#Predicate { $0.text.starts(with: "Ha") })
        try check(#Predicate { $0.text.isEmpty })
        try check(#Predicate { !$0.text.isEmpty })
        try check(#Predicate { $0.text.contains("") }, isMixed: false)
    }

    // E1
    @Test func enumsAndTheirRawValues() throws {
        let (large, high) = (Size.large, Level.high)
        try check(#Predicate { $0.size == large })
        try check(#Predicate { $0.maybeSize != large })
        try check(#Predicate { $0.level == high })
        try check(#Predicate { $0.level.rawValue > 1 })
        try check(#Predicate { $0.size.rawValue.contains("ar") })
        try check(#Predicate { $0.maybeSize?.rawValue == "large" })
    }

    @Test func propertiesAgainstEachOther() throws {
        try check(#Predicate { $0.size == $0.size }, isMixed: false)
        try check(#Predicate { $0.text == $0.key }, isMixed: false)
        try check(#Predicate { $0.text < $0.key })
        try check(#Predicate { $0.maybeText == $0.maybeText }, isMixed: false)
    }
}
