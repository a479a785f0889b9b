import Foundation
import Testing

@testable import Tarn

import enum TarnRecords.Filter

/// Which filters predicates become, and what is said of those that cannot become one.
@Suite struct QueryTranslationTests {
    let store: Store
    let context: ObjectContext

    init() throws {
        store = try Store(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Person.self, Dog.self]))
        context = store.connection.context(Person.self)
    }

    func filter(_ predicate: Predicate<Person>) throws -> Filter {
        try Query<Person>.filter(predicate, context)
    }

    @Test func aPredicateBecomesTheFilterOfTheSameClosure() throws {
        func same(_ predicate: Predicate<Person>, _ body: (Query<Person>) -> Query<Bool>) throws {
            #expect(try filter(predicate) == Query<Person>.filter(context, body))
        }
        try same(#Predicate { $0.age > 17 && $0.city == "Oslo" }) { $0.age > 17 && $0.city == "Oslo" }
        try same(#Predicate { !($0.age > 17) || $0.score < 0.5 }) { !($0.age > 17) || $0.score < 0.5 }
        try same(#Predicate { (1...5).contains($0.age) }) { $0.age.contains(1...5) }
        try same(#Predicate { [1, 5].contains($0.age) }) { $0.age.in([1, 5]) }
        try same(#Predicate { $0.name.contains("a") }) { $0.name.contains("a") }
        try same(#Predicate { $0.name.starts(with: "a") }) { $0.name.starts(with: "a") }
        try same(#Predicate { $0.nickname == nil }) { $0.nickname == nil }
        try same(#Predicate { $0.friend == nil }) { $0.friend == nil }
        try same(#Predicate { $0.dog != nil }) { $0.dog != nil }
        try same(#Predicate { 17 < $0.age }) { $0.age > 17 }
    }

    @Test func unwrappingAddsNoTestThatTheColumnMakesAlready() throws {
        #expect(try filter(#Predicate { $0.nickname?.contains("a") ?? false }) == .text(column: 5, .contains, "a", []))
        #expect(
            try filter(#Predicate { $0.nickname.flatMap { $0 != "a" } ?? false })
                == .and([.compare(column: 5, .notEqual, .null), .compare(column: 5, .notEqual, .string("a"))]))
        #expect(
            try filter(#Predicate { ($0.nickname ?? "a") == "a" })
                == .or([.compare(column: 5, .equal, .null), .compare(column: 5, .equal, .string("a"))]))
    }

    /// The message of the error for a predicate that cannot be a query.
    func refusal(_ predicate: Predicate<Person>) throws -> String {
        let error = try #require(throws: StoreError.self) { try filter(predicate) }
        #expect(error.code == .unsupportedPredicate)
        return error.message
    }

    @Test func whatHasNoCounterpartIsNamed() throws {
        #expect(try refusal(#Predicate { $0.age % 2 == 1 }).contains("Person cannot use IntRemainder here"))
        #expect(try refusal(#Predicate { $0.name.count > 5 }).contains("KeyPath"))
        #expect(try refusal(#Predicate { ($0.nickname ?? $0.name) == "x" }).contains("NilCoalesce"))
        #expect(try refusal(#Predicate { "abc".contains($0.name) }).contains("CollectionContainsCollection"))
        #expect(try refusal(#Predicate { (0...$0.age).contains(3) }).contains("RangeExpressionContains"))
    }

    // Q9
    @Test func pathsThroughLinksAndToOtherPropertiesAreNamed() throws {
        let expected = Query<Person>.filter(context) { $0.friend.age == 5 }
        #expect(try filter(#Predicate { $0.friend?.age == 5 }) == expected)
        #expect(try refusal(#Predicate { $0.note == "x" }).contains("Q9: "))
    }

    @Test func constantsAloneNeedNoColumn() throws {
        #expect(try filter(#Predicate { _ in true }) == .constant(true))
        let (one, two) = (1, 2)
        #expect(try filter(#Predicate { _ in one > two }) == .constant(false))
        #expect(try filter(#Predicate { _ in "abc".contains("b") && [1, 2].contains(one) }).columns == [])
    }
}
