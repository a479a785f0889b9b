import Foundation
import Tarn
import Testing

final class Words: Object {
    @Persisted var term: String
    @Persisted var context: Int
    @Persisted var rawValue: Int
    @Persisted var like: Int
    @Persisted var text: String
    @Persisted var count: Int
    @Persisted var flag: Bool
    @Persisted var link: Words?
    var shout: String { text.uppercased() }
    var half: Int { count / 2 }
    var isOff: Bool { !flag }
    var next: Words? { link?.link }
    var alias: String { text }
}

class Plant: Object {
    @Persisted var name: String
    @Persisted var height: Double
}
final class Tree: Plant {
    @Persisted var rings: Int
}

/// Links in queries, which key paths lead to a property, and what traps.
@Suite struct QueryLinkTests {
    let store: Store

    init() throws {
        store = try Store(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Person.self, Dog.self]))
    }

    @Test func linksCompareWithObjectsOfTheStore() throws {
        let (ann, bob, eve) = (Person(1, "Ann"), Person(2, "Bob"), Person(3, "Eve"))
        bob.friend = ann
        eve.friend = bob
        try store.write { for person in [ann, bob, eve] { try store.add(person) } }
        let people = store.objects(Person.self)
        #expect(people.where { $0.friend == ann }.values(of: \.id) == [2])
        #expect(people.where { $0.friend != ann }.values(of: \.id) == [1, 3])
        #expect(people.where { $0.friend == nil }.values(of: \.id) == [1])
        #expect(people.where { $0.friend != nil }.values(of: \.id) == [2, 3])
        #expect(people.where { $0.friend.in([ann, bob]) }.values(of: \.id) == [2, 3])
        #expect(people.where { $0.friend.in([ann, nil]) }.values(of: \.id) == [1, 2])
    }

    // Q2
    @Test func anObjectAddedInTheSameWriteCanBeComparedWith() throws {
        try store.write {
            let (ann, bob) = (Person(1, "Ann"), Person(2, "Bob"))
            bob.friend = ann
            try store.add(bob)
            #expect(store.objects(Person.self).where { $0.friend == ann }.values(of: \.id) == [2])
        }
    }

    @Test func propertiesMayBeNamedLikeThePartsOfAQuery() throws {
        let store = try Store(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Words.self]))
        try store.write { try store.create(Words.self, value: ["term": "x", "rawValue": 3, "like": 4]) }
        let found = store.objects(Words.self)
            .where { $0.term == "x" && $0.context < 1 && $0.rawValue == 3 && $0.like > 3 && !$0.flag }
        #expect(found.count == 1)
    }

    @Test func inheritedPropertiesAreProperties() throws {
        let store = try Store(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Tree.self]))
        try store.write {
            try store.create(Tree.self, value: ["name": "oak", "height": 9.5, "rings": 80])
            try store.create(Tree.self, value: ["name": "elm", "height": 4.5, "rings": 90])
        }
        let trees = store.objects(Tree.self)
        #expect(trees.where { $0.name == "oak" && $0.height > 9 && $0.rings > 50 }.values(of: \.rings) == [80])
        #expect(try trees.filter(#Predicate { $0.name == "elm" && $0.height < 9 }).values(of: \.rings) == [90])
    }

    // Q9
    @Test func aComputedPropertyThatOnlyPassesAPropertyOnIsTheProperty() throws {
        let store = try Store(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Words.self]))
        try store.write { try store.create(Words.self, value: ["text": "x"]) }
        #expect(store.objects(Words.self).where { $0.alias == "x" }.count == 1)
    }

    @Test func objectsThatNoLinkCanLeadToTrap() async {
        let unmanaged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Person.self, Dog.self]))
            _ = store.objects(Person.self).where { $0.friend == Person(1, "Ann") }
        }
        expect(unmanaged, "Q12: a query compares with a Person that was not added to a store")
        let foreign = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let one = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Person.self, Dog.self]))
            let two = try Store(configuration: .init(inMemoryIdentifier: "b", objectTypes: [Person.self, Dog.self]))
            let ann = Person(1, "Ann")
            try one.write { try one.add(ann) }
            _ = two.objects(Person.self).where { $0.friend.in([nil, ann]) }
        }
        expect(foreign, "Q12: a query compares with a Person that belongs to another store")
        let deleted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Person.self, Dog.self]))
            let ann = Person(1, "Ann")
            try store.write {
                try store.add(ann)
                try store.delete(ann)
            }
            _ = store.objects(Person.self).where { $0.friend != ann }
        }
        expect(deleted, "O1: ")
    }

    // Q9
    @Test func ignoredAndComputedPropertiesTrap() async {
        let ignored = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Person.self, Dog.self]))
            _ = store.objects(Person.self).where { $0.note == "x" }
        }
        expect(ignored, "Q9: a query of Person")
        let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Words.self]))
            _ = store.objects(Words.self).where { $0.shout == "X" }
        }
        expect(text, "Q9: a query of Words")
        let number = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Words.self]))
            _ = store.objects(Words.self).where { $0.half == 1 }
        }
        expect(number, "Q9: a query of Words")
        let flag = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Words.self]))
            _ = store.objects(Words.self).where { $0.isOff }
        }
        expect(flag, "Q9: a query of Words")
    }

    // Q9
    @Test func aPathThroughALinkTraps() async {
        let computed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Words.self]))
            _ = store.objects(Words.self).where { $0.next == nil }
        }
        expect(computed, "Q9: a query of Words")
        let explicit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Words.self]))
            _ = store.objects(Words.self).where { $0[dynamicMember: \.link?.count] == 1 }
        }
        expect(explicit, "Q9: a query of Words")
        let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try Store(configuration: .init(inMemoryIdentifier: "a", objectTypes: [Words.self]))
            _ = store.objects(Words.self).where { $0 == Words() }
        }
        expect(object, "Q")
    }

    func expect(_ result: ExitTest.Result?, _ message: String) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(message), "\(text)")
    }
}
