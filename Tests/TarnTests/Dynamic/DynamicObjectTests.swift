import Foundation
import Tarn
import Testing

/// The classes of the program that made the file.
private enum Maker {
    final class Part: EmbeddedObject {
        @Persisted var number: Int
    }

    final class Dog: Object {
        @Persisted(primaryKey: true) var name: String
        @Persisted var age = 3
        @Persisted var owner: Person?
    }

    final class Person: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(indexed: true) var name = "nobody"
        @Persisted var height: Double?
        @Persisted var born = Date(timeIntervalSinceReferenceDate: 0)
        @Persisted var price = Decimal(1)
        @Persisted var extra: AnyValue
        @Persisted var part: Part?
    }

    static func fill(_ folder: TemporaryFolder) throws {
        let store = try Store(configuration: folder.configuration([Dog.self, Person.self]))
        try store.write {
            for id in 0..<10 {
                let person = try store.create(Person.self, value: ["id": id, "name": "p\(id)"])
                try store.create(Dog.self, value: ["name": "d\(id)", "age": id, "owner": person])
            }
        }
        store.close()
    }
}

@Suite struct DynamicObjectTests {
    let folder = TemporaryFolder()
    let store: Store

    init() throws {
        try Maker.fill(folder)
        store = try Store(configuration: folder.configuration([]))
    }

    @Test func aFileIsReadWithoutItsClasses() throws {
        let types = try store.dynamicSchema()
        let person = try #require(types.first { $0.name == "Person" })
        #expect(
            person.primaryKey?.name == "id" && person["height"]?.isOptional == true && person["part"]?.target == "Part")
        #expect(types.first { $0.name == "Part" }?.isEmbedded == true && person["name"]?.isIndexed == true)
        let dogs = try store.dynamicObjects("Dog")
        #expect(dogs.count == 10 && dogs[3]["age"] == 3)
        let owner = try #require(dogs[3]["owner"].object(DynamicObject.self))
        #expect(
            owner["name"] == "p3" && owner["height"] == nil
                && owner["born"].dateValue == Date(timeIntervalSinceReferenceDate: 0))
        #expect(try store.dynamicObject(ofType: "Dog", forPrimaryKey: "d7")?["age"] == 7)
        #expect(try store.dynamicObject(ofType: "Dog", forPrimaryKey: "none") == nil)
        #expect(try owner.linkingObjects(fromType: "Dog", property: "owner").map { $0["name"] } == ["d3"])
        #expect("\(owner)".hasPrefix("Person(id: 3, name: \"p3\"") && owner.dynamicType.name == "Person")
    }

    @Test func resultsAreFilteredAndSortedByNames() throws {
        let dogs = try store.dynamicObjects("Dog")
        let found = try dogs.filter("age > %@ AND owner.name != %@", 6, "p8").sorted(byKeyPath: "age", ascending: false)
        #expect(found.map { $0["name"] } == ["d9", "d7"])
        #expect(dogs.max(ofProperty: "age") as Int? == 9)
        #expect(throws: StoreError.self) { try dogs.filter("nonsense == 1") }
        #expect(throws: StoreError.self) { try store.dynamicObjects("Nobody") }
    }

    @Test func objectsAreCreatedChangedAndDeleted() throws {
        try store.write {
            let dog = try store.dynamicCreate(
                "Dog", value: ["name": "new", "owner": ["id": 50, "extra": ["k": [1, nil]] as [String: Any]]])
            #expect(dog["age"] == 3 && dog["owner"].object(DynamicObject.self)?["extra"] == ["k": [1, nil]])
            let owner = try #require(dog["owner"].object(DynamicObject.self))
            owner["height"] = 1.5
            owner["price"] = .decimal(Decimal(string: "0.10")!)
            owner["part"] = ["number": 7]
            #expect(owner["part"].object(DynamicObject.self)?["number"] == 7)
            owner["part"] = ["number": 8]
            #expect(try store.dynamicObjects("Part").count == 1)
            try owner.set(nil, for: "part")
            #expect(try store.dynamicObjects("Part").isEmpty)
            try store.dynamicCreate("Person", value: ["id": 50, "name": "changed"], update: .modified)
            #expect(owner["name"] == "changed" && owner["height"] == 1.5)
            dog["owner"] = nil
            dog["owner"] = .object(owner)
            try store.delete(owner)
            #expect(dog["owner"].isNull && owner.isInvalidated)
            try store.delete(store.dynamicObjects("Dog").filter("age < 5"))
        }
        store.close()
        let typed = try Store(configuration: folder.configuration([Maker.Dog.self]))
        #expect(typed.objects(Maker.Dog.self).map(\.name) == ["d5", "d6", "d7", "d8", "d9"])
        #expect(try Store.verify(at: folder.url.appendingPathComponent("test.tarn")).faults.isEmpty)
    }

    // O8, O9, O10, P2, P3, P9
    @Test func whatDoesNotFitIsRefusedWithItsName() throws {
        func refused(_ parts: [String], _ body: () throws -> Void) {
            do {
                try body()
                Issue.record("nothing was refused: \(parts)")
            } catch {
                for part in parts { #expect("\(error)".contains(part), "\(error)") }
            }
        }
        try store.beginWrite()
        let dog = try store.dynamicObjects("Dog")[0]
        refused(["O9", "Dog has no property color"]) { _ = try dog.value(for: "color") }
        refused(["O9", "Dog has no property color"]) { try dog.set(1, for: "color") }
        refused(["O9", "Dog.age", "int64", "old", "String"]) { try dog.set("old", for: "age") }
        refused(["O9", "Dog.owner", "Person", "Dog"]) { try dog.set(dog, for: "owner") }
        refused(["O10", "Dog.age"]) { try dog.set(nil, for: "age") }
        refused(["P2", "Dog.name"]) { try dog.set("other", for: "name") }
        try dog.set("d0", for: "name")
        refused(["P3", "Dog", "d0"]) { try store.dynamicCreate("Dog", value: ["name": "d0"]) }
        refused(["O8"]) { try store.dynamicCreate("Dog", value: [1]) }
        refused(["O9", "Dog"]) { try store.dynamicCreate("Dog", value: 5) }
        refused(["O9", "tail"]) {
            try store.dynamicCreate("Dog", value: ["name": "x", "owner": ["id": 99, "tail": 1]])
        }
        refused(["O10", "Person.name"]) { try store.dynamicCreate("Person", value: ["id": 98, "name": NSNull()]) }
        refused(["L5"]) { try store.dynamicCreate("Part") }
        refused(["O9", "Nobody"]) { try store.dynamicCreate("Nobody") }
        refused(["O9", "Dog.age", "int64"]) { _ = try dog.list("age") }
        try store.commitWrite()
        #expect(try store.dynamicObjects("Person").count == 10 && store.dynamicObjects("Dog").count == 10)
    }

    @Test func itWorksBesideClassesAndIsObserved() throws {
        let typed = try Store(configuration: folder.configuration([Maker.Dog.self]))
        let dog = try #require(try typed.dynamicObject(ofType: "Dog", forPrimaryKey: "d1"))
        let same = try #require(typed.object(ofType: Maker.Dog.self, forPrimaryKey: "d1"))
        #expect(dog == same)
        let heard = Heard()
        let old = try typed.dynamicObjects("Dog").filter("age > 100")
        let token = old.observe { change in
            if case .update(let found, let update) = change { heard.note("\(found.count) +\(update.insertions)") }
        }
        try typed.write { same.age = 200 }
        #expect(dog["age"] == 200 && heard.take() == ["1 +[0]"])
        token.invalidate()
    }
}
