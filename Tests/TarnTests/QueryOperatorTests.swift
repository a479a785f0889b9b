import Foundation
import Testing

@testable import Tarn

import enum TarnRecords.Filter

/// What each operator turns into. Columns of Person: id 0, name 1, age 2, score 3, city 4, nickname 5, friend 6, dog 7.
@Suite struct QueryOperatorTests {
    let store: Store
    let context: ObjectContext

    init() throws {
        store = try Store(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Person.self, Dog.self]))
        context = store.connection.context(Person.self)
    }

    func filter(_ body: (Query<Person>) -> Query<Bool>) -> Filter { Query<Person>.filter(context, body) }

    @Test func comparisonsNameTheColumnTheSignAndTheConstant() {
        #expect(filter { $0.age == 5 } == .compare(column: 2, .equal, .integer(5)))
        #expect(filter { $0.age != 5 } == .compare(column: 2, .notEqual, .integer(5)))
        #expect(filter { $0.age < 5 } == .compare(column: 2, .less, .integer(5)))
        #expect(filter { $0.age <= 5 } == .compare(column: 2, .lessOrEqual, .integer(5)))
        #expect(filter { $0.score > -0.5 } == .compare(column: 3, .greater, .double(-0.5)))
        #expect(filter { $0.name >= "m" } == .compare(column: 1, .greaterOrEqual, .string("m")))
    }

    @Test func optionalPropertiesCompareWithNilAndWithValues() {
        #expect(filter { $0.nickname == nil } == .compare(column: 5, .equal, .null))
        #expect(filter { $0.nickname != nil } == .compare(column: 5, .notEqual, .null))
        #expect(filter { $0.nickname == "Bo" } == .compare(column: 5, .equal, .string("Bo")))
        #expect(filter { $0.nickname < "Bo" } == .compare(column: 5, .less, .string("Bo")))
        #expect(filter { $0.friend == nil } == .compare(column: 6, .equal, .null))
    }

    @Test func propertiesOfOneTypeCompareWithEachOther() {
        #expect(filter { $0.name == $0.city } == .columns(1, .equal, 4))
        #expect(filter { $0.name != $0.city } == .columns(1, .notEqual, 4))
        #expect(filter { $0.id < $0.age } == .columns(0, .less, 2))
        #expect(filter { $0.id <= $0.age } == .columns(0, .lessOrEqual, 2))
        #expect(filter { $0.id > $0.age } == .columns(0, .greater, 2))
        #expect(filter { $0.id >= $0.age } == .columns(0, .greaterOrEqual, 2))
    }

    @Test func setsAndRangesKeepTheirConstants() {
        #expect(filter { $0.age.in([1, 3]) } == .isIn(column: 2, [.integer(1), .integer(3)]))
        #expect(filter { $0.age.in(1...3) } == .isIn(column: 2, [.integer(1), .integer(2), .integer(3)]))
        #expect(filter { $0.nickname.in(["a", nil]) } == .isIn(column: 5, [.string("a"), .null]))
        #expect(filter { $0.nickname.in(["a"]) } == .isIn(column: 5, [.string("a")]))
        #expect(
            filter { $0.age.contains(1...3) }
                == .and([
                    .compare(column: 2, .greaterOrEqual, .integer(1)), .compare(column: 2, .lessOrEqual, .integer(3)),
                ]))
        #expect(
            filter { $0.name.contains("a"..<"c") }
                == .and([
                    .compare(column: 1, .greaterOrEqual, .string("a")), .compare(column: 1, .less, .string("c")),
                ]))
    }

    @Test func conditionsJoinOnOneLevelAndNegationsDoNotPileUp() {
        let (one, two) = (Filter.compare(column: 2, .equal, .integer(1)), Filter.compare(column: 0, .less, .integer(2)))
        #expect(filter { $0.age == 1 && $0.id < 2 && $0.age == 1 } == .and([one, two, one]))
        #expect(filter { $0.age == 1 || $0.id < 2 || $0.age == 1 } == .or([one, two, one]))
        #expect(filter { $0.age == 1 && $0.id < 2 || $0.age == 1 } == .or([.and([one, two]), one]))
        #expect(filter { $0.age == 1 && ($0.id < 2 || $0.age == 1) } == .and([one, .or([two, one])]))
        #expect(filter { !($0.age == 1) } == .not(one))
        #expect(filter { !(!($0.age == 1)) } == one)
    }

    @Test func aConditionComparesWithTrueFalseAndOtherConditions() {
        let one = Filter.compare(column: 2, .equal, .integer(1))
        let two = Filter.compare(column: 0, .equal, .integer(2))
        #expect(filter { ($0.age == 1) == true } == one)
        #expect(filter { ($0.age == 1) == false } == .not(one))
        #expect(filter { ($0.age == 1) != true } == .not(one))
        func isFalse(_ condition: Query<Bool>) -> Query<Bool> { condition.in([false]) }
        #expect(filter { isFalse($0.age == 1) } == .or([.not(one)]))
        let same = Filter.or([.and([one, two]), .and([.not(one), .not(two)])])
        #expect(filter { ($0.age == 1) == ($0.id == 2) } == same)
        #expect(filter { ($0.age == 1) != ($0.id == 2) } == .not(same))
    }

    @Test func textSearchesCarryTheirOptions() {
        #expect(filter { $0.name.contains("x") } == .text(column: 1, .contains, "x", []))
        #expect(filter { $0.name.starts(with: "x") } == .text(column: 1, .beginsWith, "x", []))
        #expect(filter { $0.name.ends(with: "x") } == .text(column: 1, .endsWith, "x", []))
        #expect(filter { $0.name.like("x*") } == .text(column: 1, .like, "x*", []))
        #expect(
            filter { $0.name.contains("x", options: .caseInsensitive) }
                == .text(column: 1, .contains, "x", .caseInsensitive))
        #expect(filter { $0.name.like("x", caseInsensitive: true) } == .text(column: 1, .like, "x", .caseInsensitive))
        #expect(filter { $0.nickname.ends(with: "x") } == .text(column: 5, .endsWith, "x", []))
    }

    @Test func textEqualityIsAPlainComparisonUnlessItOverlooksSomething() {
        #expect(filter { $0.name.equals("x") } == .compare(column: 1, .equal, .string("x")))
        #expect(filter { $0.name.notEquals("x") } == .compare(column: 1, .notEqual, .string("x")))
        let overlooking = Filter.text(column: 1, .equal, "x", .caseInsensitive)
        #expect(filter { $0.name.equals("x", options: .caseInsensitive) } == overlooking)
        #expect(filter { $0.name.notEquals("x", options: .caseInsensitive) } == .not(overlooking))
        #expect(filter { $0.nickname.equals(nil, options: .caseInsensitive) } == .compare(column: 5, .equal, .null))
    }

    // E1
    @Test func enumsAreStoredAndQueriedByTheirRawValues() throws {
        let store = try Store(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Everything.self]))
        let context = store.connection.context(Everything.self)
        let level = try #require(context.table.column(named: "level"))
        let maybeSize = try #require(context.table.column(named: "maybeSize"))
        func filter(_ body: (Query<Everything>) -> Query<Bool>) -> Filter { Query<Everything>.filter(context, body) }
        #expect(filter { $0.level == .high } == .compare(column: level, .equal, .integer(9)))
        #expect(filter { $0.level.in([.low, .high]) } == .isIn(column: level, [.integer(1), .integer(9)]))
        #expect(filter { $0.level.rawValue > 3 } == .compare(column: level, .greater, .integer(3)))
        #expect(filter { $0.maybeSize == .large } == .compare(column: maybeSize, .equal, .string("large")))
        #expect(filter { $0.maybeSize == nil } == .compare(column: maybeSize, .equal, .null))
        #expect(filter { $0.maybeSize.rawValue == "lost" } == .compare(column: maybeSize, .equal, .string("lost")))
        #expect(filter { $0.maybeSize.rawValue.contains("ar") } == .text(column: maybeSize, .contains, "ar", []))
    }
}
