import Foundation
import Tarn
import Testing

@Suite struct StoreTests {
    let folder = TemporaryFolder()

    @Test func anObjectIsFoundAgainAfterReopening() throws {
        let configuration = folder.configuration([Person.self])
        let store = try Store(configuration: configuration)
        let dog = Dog()
        dog.name = "Rex"
        let ann = Person(1, "Ann", age: 30)
        ann.dog = dog
        try store.write {
            try store.add(ann)
            #expect(ann.name == "Ann")
            ann.age = 31
            #expect(ann.age == 31)
        }
        #expect(ann.age == 31 && ann.dog?.name == "Rex" && ann.nickname == nil)
        store.close()
        #expect(ann.isInvalidated)

        let again = try Store(configuration: configuration)
        let found = try #require(again.object(ofType: Person.self, forPrimaryKey: 1))
        #expect(found.name == "Ann" && found.age == 31 && found.score == 0.5 && found.dog?.name == "Rex")
        #expect(again.object(ofType: Person.self, forPrimaryKey: 2) == nil)
        try again.write {
            try again.delete(try #require(found.dog))
        }
        #expect(found.dog == nil)
    }
}
